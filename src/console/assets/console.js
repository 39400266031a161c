"use strict";
(() => {
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const say = (text) => {
    const place = one("#said");
    if (place) place.textContent = text;
  };

  // Buttons that only a script can give something to do.
  for (const button of all("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(one("#" + button.dataset.copy).textContent);
        say("Copied.");
      } catch {
        say("The browser did not allow to copy: mark the text and copy it by hand.");
      }
    });
  }

  // Ticking boxes.
  const form = one("form[data-decide]");
  const boxes = form ? all("input[type=checkbox][data-pick]", form) : [];
  const ticked = () => boxes.filter((box) => box.checked);
  const count = () => {
    const n = ticked().length;
    const place = one("#ticked");
    if (place) place.textContent = n === 0 ? "Nothing is ticked." : n + " ticked.";
    const some = one("input[type=radio][value=ticked]", form || document);
    if (some && n > 0) some.checked = true;
  };
  for (const box of boxes) box.addEventListener("change", count);
  for (const button of all("[data-tick]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      for (const box of boxes) box.checked = button.dataset.tick === "all";
      count();
    });
  }

  // Keys. One key alone can be switched off: whoever speaks to the computer would press them by speaking.
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
  let at = -1;
  const go = (to) => {
    if (rows.length === 0) return;
    rows[at]?.removeAttribute("data-here");
    at = Math.max(0, Math.min(rows.length - 1, to));
    const row = rows[at];
    row.setAttribute("data-here", "");
    (one("input[type=checkbox], a", row) || row).focus();
    row.scrollIntoView({ block: "nearest" });
  };
  const decide = (verdict) => {
    const button = form && one('button[name=verdict][value="' + verdict + '"]', form);
    if (!button) return;
    if (boxes.length > 0 && ticked().length === 0 && at >= 0 && !one("input[type=radio][name=scope]:not([value=ticked]):checked", form)) {
      const box = one("input[type=checkbox][data-pick]", rows[at]);
      if (box) {
        box.checked = true;
        count();
      }
    }
    const reason = one("textarea[name=reason]", form);
    if (reason && reason.value.trim() === "") {
      reason.focus();
      say("Write the reason, then press the button “" + button.textContent.trim() + "”.");
    } else {
      button.focus();
      say("Press Enter to confirm: " + button.textContent.trim() + ".");
    }
  };
  const keys = {
    j: () => go(at + 1),
    k: () => go(at - 1),
    x: () => {
      const box = rows[at] && one("input[type=checkbox][data-pick]", rows[at]);
      if (box) {
        box.checked = !box.checked;
        count();
      }
    },
    o: () => {
      const link = rows[at] && one("a[href]", rows[at]);
      if (link) link.click();
    },
    a: () => decide("approved"),
    r: () => decide("rejected"),
    "/": () => one("[data-search]")?.focus(),
    "?": () => help && (help.open ? help.close() : help.showModal()),
  };
  if (opener && help) {
    opener.hidden = false;
    opener.addEventListener("click", () => help.showModal());
    toggle.checked = stored() !== "off";
    toggle.addEventListener("change", () => stored(toggle.checked ? "on" : "off"));
  }
  if (help)
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || stored() === "off") return;
      if (event.target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]")) return;
      if (help.open && event.key !== "?") return;
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
  for (const row of rows)
    row.addEventListener("focusin", () => {
      rows[at]?.removeAttribute("data-here");
      at = rows.indexOf(row);
      row.setAttribute("data-here", "");
    });

  // A form that was sent is not sent twice by a second click.
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
    source.addEventListener("progress", (event) => {
      const { phase, done, total, said, ended } = JSON.parse(event.data);
      const next = phase + (total === null ? (done > 0 ? ": " + done : "") : ": " + done + " of " + total) + (said ? ". " + said : "");
      if (words.textContent !== next) words.textContent = next;
      if (total === null) bar.removeAttribute("value");
      else {
        bar.max = total || 1;
        bar.value = done;
      }
      if (ended) {
        source.close();
        location.reload();
      }
    });
    source.addEventListener("over", () => {
      source.close();
      location.reload();
    });
  }
})();
