/** The console's one stylesheet: dark and light as the system is, one column on a phone, and for paper. */
export const consoleStyle = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1f2a37, #e6ebf0); --soft: light-dark(#52606d, #a9b4bf); --line: light-dark(#d9e0e7, #3a4551);
  --paper: light-dark(#fff, #14191f); --raised: light-dark(#f5f7fa, #1c232b); --accent: light-dark(#14537d, #8cc4ee);
  --on-accent: light-dark(#fff, #10212e); --bad: light-dark(#a4262c, #ff9b9b); --good: light-dark(#1c6b3a, #8fd6a8);
  --warn: light-dark(#7a4d00, #f0c56b); --focus: light-dark(#b45f06, #ffc46b); --edge: light-dark(#7b8794, #7b8794);
}
* { box-sizing: border-box; }
html { scroll-padding: 1rem 0 1rem; }
body { margin: 0 auto; max-width: 80rem; padding: 1rem; color: var(--ink); background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; padding-bottom: .5rem; }
.brand { margin: 0; font-weight: 700; }
.brand a { color: var(--ink); text-decoration: none; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; background: var(--paper); padding: .25rem .5rem; z-index: 2; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; margin: 0; padding: 0; list-style: none; }
nav a, .brand a, .pages a { display: inline-block; min-height: 1.5rem; padding: .15rem 0; }
nav a[aria-current] { font-weight: 600; color: var(--ink); text-decoration: none; }
h1 { margin: .25rem 0 .75rem; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; }
h3 { margin: 1rem 0 .25rem; font-size: 1.05rem; overflow-wrap: anywhere; }
p { margin: 0 0 .75rem; overflow-wrap: anywhere; max-width: 60rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 1px; }
form.sign-out { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 0 0 0 auto; }
form.row { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; margin: 0 0 1rem; }
label { display: block; color: var(--soft); margin: 0 0 .75rem; }
form.row label { margin: 0; }
fieldset { margin: 0 0 .75rem; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; color: var(--soft); }
input, select, textarea { display: block; width: min(22rem, 100%); min-height: 2.5rem; padding: .4rem .6rem; border: 1px solid var(--edge); border-radius: .25rem; background: var(--paper); color: var(--ink); font: inherit; }
textarea { width: min(40rem, 100%); min-height: 4rem; }
form.row select, form.row input { width: auto; max-width: 100%; }
input[type="checkbox"], input[type="radio"] { display: inline-block; width: 1.5rem; min-height: 1.5rem; height: 1.5rem; margin: 0 .4rem 0 0; vertical-align: -.35rem; accent-color: var(--accent); }
.pick { color: var(--ink); margin: 0; min-height: 1.5rem; }
button, .button { display: inline-block; min-height: 2.5rem; padding: .4rem 1rem; border: 1px solid var(--accent); border-radius: .25rem; background: var(--accent); color: var(--on-accent); font: inherit; text-decoration: none; cursor: pointer; }
form.sign-out button, button.quiet, .button.quiet { background: transparent; color: var(--accent); }
[hidden] { display: none !important; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 .75rem; }
.wide, .scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; color: var(--soft); padding: 0 0 .25rem; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; min-width: 4rem; }
th { color: var(--soft); font-weight: 600; }
tbody th { color: var(--ink); }
.n { text-align: right; font-variant-numeric: tabular-nums; }
td.w { min-width: 16rem; }
td ul, dd ul { margin: 0; padding: 0; list-style: none; }
small { display: block; color: var(--soft); font-size: .85rem; }
code, pre, .secret { font-family: ui-monospace, monospace; font-size: .92em; overflow-wrap: anywhere; }
pre { margin: 0 0 .5rem; padding: .75rem; overflow-x: auto; background: var(--raised); border: 1px solid var(--line); border-radius: .25rem; white-space: pre; }
.secret { padding: .75rem; background: var(--raised); border: 1px solid var(--line); border-radius: .25rem; }
.soft { color: var(--soft); }
.problem, .bad { color: var(--bad); font-weight: 600; }
.done, .good { color: var(--good); font-weight: 600; }
.warn { color: var(--warn); font-weight: 600; }
.tag { display: inline-block; padding: 0 .5rem; border: 1px solid var(--edge); border-radius: 1rem; color: var(--soft); font-size: .85rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: .75rem; margin: 0 0 1rem; padding: 0; list-style: none; }
.cards > li, .box { padding: .75rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: .4rem; min-width: 0; }
.cards strong.figure { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
dl.facts { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .25rem 1rem; margin: 0 0 1rem; }
dl.facts dt { color: var(--soft); }
dl.facts dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.list { margin: 0 0 1rem; padding: 0; list-style: none; }
.list > li { padding: .6rem .5rem; border-bottom: 1px solid var(--line); border-left: 3px solid transparent; }
.list > li[data-here] { border-left-color: var(--focus); background: var(--raised); }
.list h3, .list p { margin: 0; }
.person { display: grid; grid-template-columns: minmax(12rem, 2fr) 3fr minmax(8rem, 1fr); gap: .1rem 1rem; }
.act { padding: 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: .4rem; }
.act h2 { margin-top: 0; }
.pages { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
.chart { display: block; width: 100%; max-width: 44rem; height: auto; margin: 0 0 .5rem; }
.chart text { fill: var(--soft); font-size: 11px; }
.chart .changes { fill: var(--accent); } .chart .trouble { fill: var(--bad); } .chart .nothing { fill: var(--line); }
.chart .base { stroke: var(--line); }
progress { width: min(30rem, 100%); height: 1.25rem; accent-color: var(--accent); }
details { margin: 0 0 .75rem; } summary { cursor: pointer; min-height: 1.5rem; color: var(--accent); }
dialog { max-width: 34rem; color: var(--ink); background: var(--paper); border: 1px solid var(--edge); border-radius: .4rem; }
kbd { padding: 0 .35rem; border: 1px solid var(--edge); border-radius: .2rem; font: .9em ui-monospace, monospace; }
@media (max-width: 45rem) {
  .person { grid-template-columns: 1fr; }
  dl.facts { grid-template-columns: 1fr; } dl.facts dd { margin-bottom: .5rem; }
  form.sign-out { margin-left: 0; }
  form.row label, form.row input, form.row select { width: 100%; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print {
  :root { color-scheme: light; }
  nav, .skip, form, .pages, dialog, #open-keys { display: none !important; }
  form.show { display: block !important; } form.show .act, form.show input { display: none !important; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .scroll { overflow: visible; } a { color: inherit; text-decoration: none; }
}
`;
