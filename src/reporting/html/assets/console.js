// The console's one script. Every page works without it: it adds select all, live counts, keys, progress and copying.
"use strict";
(() => {
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const announce = (text, button) => {
    const place = one("#status");
    if (place?.dataset[text]) place.textContent = place.dataset[text].replace("{button}", button.textContent.trim());
  };
  // The server shows times in this time zone, unless the account has another one.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const secure = location.protocol === "https:" ? "; secure" : "";
  if (zone) document.cookie = "rollcall-browser-zone=" + zone + "; path=/; max-age=31536000; samesite=lax" + secure;

  for (const button of all("[data-print]")) button.addEventListener("click", () => print());

  for (const button of all("[data-copy]")) {
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(one("#" + button.dataset.copy).textContent);
        button.textContent = button.dataset.copied;
      } catch {
        button.textContent = button.dataset.failed;
      }
    });
  }

  // Selection. {n} in data-count stands for the number of selected people.
  const form = one("form[data-decide]");
  const boxes = form ? all("input[data-pick]", form) : [];
  const groups = form ? all("input[data-everyone]", form) : [];
  const head = form && one("input[data-all]", form);
  const group = () => groups.find((box) => box.checked);
  const selected = () => (group() ? Number(group().dataset.everyone) : boxes.filter((box) => box.checked).length);
  const update = () => {
    if (boxes.length === 0) return;
    const n = selected();
    const ticked = boxes.filter((box) => box.checked).length;
    if (head) {
      head.checked = ticked === boxes.length;
      head.indeterminate = ticked > 0 && ticked < boxes.length;
    }
    for (const box of boxes) box.indeterminate = box.disabled = Boolean(group());
    for (const place of all("[data-count]", form))
      place.textContent =
        n === 0 ? place.dataset.none : place.dataset.count.replace("{n}", n.toLocaleString(document.documentElement.lang));
    for (const button of all("[data-needs]", form)) button.disabled = n === 0;
  };
  if (head) {
    head.addEventListener("change", () => {
      for (const box of boxes) box.checked = head.checked;
      update();
    });
  }
  if (form) {
    form.addEventListener("change", (event) => {
      if (groups.includes(event.target)) for (const box of groups) if (box !== event.target) box.checked = false;
      if (event.target !== head) update();
    });
    addEventListener("pageshow", update);
    update();
  }

  // Reasons to choose.
  for (const chips of all("[data-reasons]")) {
    const field = document.getElementById(chips.dataset.reasons);
    const mark = () => {
      for (const chip of all("button", chips)) chip.setAttribute("aria-pressed", String(chip.value === field.value));
    };
    chips.addEventListener("click", ({ target }) => {
      const chip = target.closest("button");
      if (!chip) return;
      field.value = chip.value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    field.addEventListener("input", mark);
    mark();
  }

  // Keys. They can be turned off: people who dictate would press them by speaking.
  const KEY = "rollcall.keys";
  const stored = (value) => {
    try {
      if (value !== undefined) localStorage.setItem(KEY, value);
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const help = one("#keys");
  const opener = one("#open-keys");
  const toggle = one("#keys-on");
  const rows = all("[data-row]");
  // After a decision, the address names the next question.
  let at = rows.findIndex((row) => row.id !== "" && "#" + row.id === location.hash);
  rows[at]?.setAttribute("data-here", "");
  const go = (to) => {
    if (rows.length === 0) return;
    rows[at]?.removeAttribute("data-here");
    at = Math.max(0, Math.min(rows.length - 1, to));
    const row = rows[at];
    row.setAttribute("data-here", "");
    (one("input[type=checkbox], h2 a", row) || one("a", row) || row).focus();
    row.scrollIntoView({ block: "nearest" });
  };
  const toggleBox = () => {
    const box = rows[at] && one("input[data-pick]", rows[at]);
    if (!box || box.disabled) return;
    box.checked = !box.checked;
    update();
  };
  const decide = (verdict) => {
    // On a list of causes each card has a button that opens a sheet.
    const opens = rows[at] && one('[popovertarget^="' + verdict + '"]', rows[at]);
    if (opens) {
      opens.click();
      one("input[name=reason]", document.getElementById(opens.getAttribute("popovertarget")))?.focus();
      return;
    }
    const button = form && one('button[name=verdict][value="' + verdict + '"]', form);
    if (!button) return;
    if (boxes.length > 0 && selected() === 0 && at >= 0) toggleBox();
    const reason = one("input[name=reason]", form);
    if (reason && reason.value.trim() === "") {
      reason.focus();
      announce("reason", button);
    } else {
      button.focus();
      announce("confirm", button);
    }
  };
  const keys = {
    j: () => go(at + 1),
    k: () => go(at - 1),
    x: toggleBox,
    o: () => rows[at] && (one("h2 a", rows[at]) || all("a[href]", rows[at]).at(-1))?.click(),
    r: () => decide("approved"),
    e: () => decide("rejected"),
    "?": () => help && (help.open ? help.close() : help.showModal()),
    "/": () => one("[data-search]")?.focus(),
  };
  if (opener && help) {
    opener.addEventListener("click", () => help.showModal());
    toggle.checked = stored() !== "off";
    toggle.addEventListener("change", () => stored(toggle.checked ? "on" : "off"));
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || stored() === "off") return;
    if (event.target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]")) return;
    if (help?.open && event.key !== "?") return;
    const act = keys[event.key];
    if (!act || (!help && event.key !== "/")) return;
    event.preventDefault();
    act();
  });
  for (const row of rows)
    row.addEventListener("focusin", () => {
      rows[at]?.removeAttribute("data-here");
      at = rows.indexOf(row);
      row.setAttribute("data-here", "");
    });

  // Our own error at the field says it; the browser's bubble would cover it.
  addEventListener(
    "invalid",
    (event) => {
      const field = event.target;
      if (!one(".error", field.closest(".field") ?? field)) return;
      event.preventDefault();
      if (field === one(":is(input, select, textarea):invalid", field.form)) field.focus();
    },
    true,
  );

  // Buttons that need only some fields of their form.
  for (const button of all("button[data-fields]")) {
    const needed = button.dataset.fields.split(" ").map((id) => document.getElementById(id));
    button.addEventListener("click", (event) => {
      for (const field of needed) field.toggleAttribute("data-wrong", field.value.trim() === "" || !field.checkValidity());
      const wrong = needed.find((field) => field.hasAttribute("data-wrong"));
      if (!wrong) return;
      event.preventDefault();
      wrong.focus();
    });
    for (const field of needed) field.addEventListener("input", () => field.removeAttribute("data-wrong"));
  }

  // A second click does not send a form twice.
  for (const each of all("form[method=post]"))
    each.addEventListener("submit", (event) => {
      if (each.dataset.sent) return event.preventDefault();
      each.dataset.sent = "yes";
      setTimeout(() => delete each.dataset.sent, 10000);
    });
  addEventListener("pageshow", (event) => {
    if (event.persisted) for (const each of all("form[data-sent]")) delete each.dataset.sent;
  });

  // Live progress of a run.
  const live = one("[data-live]");
  if (live && window.EventSource) {
    const source = new EventSource(live.dataset.live);
    const words = one("[data-words]", live);
    const bar = one("progress", live);
    const fill = ({ done, total }) => {
      if (total === null) return bar.removeAttribute("value");
      bar.max = total || 1;
      bar.value = done;
    };
    const ended = () => {
      source.close();
      if (!live.hasAttribute("data-renew")) location.reload();
      else {
        words.textContent = live.dataset.renew;
        renewParts().catch(() => undefined);
      }
    };
    const phases = one(".phases", live);
    const tick = (step) => {
      if (!phases || step < 0) return;
      const items = all("li", phases);
      // A run that begins with sending has no other steps.
      if (step < 3) phases.hidden = false;
      items.forEach((item, i) => {
        item.classList.toggle("done", i < step);
        if (i === step) item.setAttribute("aria-current", "step");
        else item.removeAttribute("aria-current");
      });
    };
    source.addEventListener("progress", (event) => {
      const progress = JSON.parse(event.data);
      if (words.textContent !== progress.words) words.textContent = progress.words;
      fill(progress);
      tick(progress.step);
      if (progress.ended) ended();
    });
    source.addEventListener("over", ended);
    // Decisions that are applied: at the end, only the parts of the page that changed are renewed.
    source.addEventListener("step", (event) => {
      const step = JSON.parse(event.data);
      if (step.words && words.textContent !== step.words) words.textContent = step.words;
      fill(step);
      if (!step.over) return;
      source.close();
      one("a", live)?.remove();
      renewParts().catch(() => undefined);
    });
  }

  async function renewParts() {
    const answer = await fetch(location.href);
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of all("[data-part]")) {
      const renewed = one('[data-part="' + part.dataset.part + '"]', page);
      // Typed text stays.
      if (!renewed || part.contains(document.activeElement)) continue;
      // The progress of a run that has ended keeps its place, so that nothing below it moves.
      if (renewed.childElementCount === 0 && one("progress", part)) one("h2", part)?.style.setProperty("visibility", "hidden");
      else part.replaceWith(renewed);
    }
  }
})();
