import { startChromium } from "./test/browser/chromium.ts";
const [, , which = "", modes = "dl"] = process.argv;
const url = "http://127.0.0.1:8555";
const browser = await startChromium();
const sizes = { d: [1280, 900], m: [390, 844] };
const pages = JSON.parse(process.env.PAGES ?? '{"overview":"/","review":"/review"}');
const ctx = await browser.newContext({ viewport: { width: 1280, height: 900 } });
const page = await ctx.newPage();
const faults = [];
page.on("console", (m) => { if (m.type() === "error") faults.push(m.text()); });
await page.goto(url); 
await page.locator("input[name=name], input[name=user]").first().fill("ana"); await page.locator("input[type=password]").fill("correct horse battery");
await page.locator("main button").first().click(); await page.locator("h1").waitFor();
for (const [name, path] of Object.entries(pages)) {
  if (which !== "" && !which.split(",").includes(name)) continue;
  for (const mode of (process.env.MODES ?? "dl,ml").split(",")) {
    const [w, h] = sizes[mode[0]];
    await page.setViewportSize({ width: w, height: h });
    await page.emulateMedia({ colorScheme: mode[1] === "k" ? "dark" : "light" });
    let target = path;
    if (path.startsWith("@")) { const [from, sel] = path.slice(1).split("@"); await page.goto(url + from); target = await page.locator(sel).first().getAttribute("href"); }
    await page.goto(url + target);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await page.screenshot({ path: `/tmp/shots/${name}-${mode}.png`, fullPage: process.env.FULL === "1", animations: "disabled" });
    if (over > 0) console.log(name, mode, "wider by", over);
  }
}
if (faults.length) console.log([...new Set(faults)].slice(0, 5));
await browser.close();
