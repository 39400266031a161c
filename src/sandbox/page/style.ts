import { Html } from "../../reporting/html/html.ts";

/** Dark on light; one column on phones. */
export const style = new Html(`
  :root { color-scheme: light; --ink: #1f2a37; --soft: #52606d; --line: #d9e0e7; --accent: #14537d; }
  * { box-sizing: border-box; }
  body { margin: 0 auto; max-width: 72rem; padding: 1rem; color: var(--ink); background: #fff; font: 1rem/1.5 system-ui, sans-serif; }
  header { border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; padding-bottom: .75rem; }
  header p { margin: 0; color: var(--soft); }
  h1 { margin: .25rem 0 .75rem; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
  h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; }
  a { color: var(--accent); }
  a:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid #b45f06; outline-offset: 1px; }
  nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; list-style: none; }
  nav a[aria-current] { font-weight: 600; color: var(--ink); text-decoration: none; }
  form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: 0 0 1rem; }
  label { display: block; color: var(--soft); }
  input { width: min(20rem, 100%); padding: .4rem .6rem; border: 1px solid #7b8794; border-radius: .25rem; font: inherit; }
  button { padding: .45rem 1rem; border: 1px solid var(--accent); border-radius: .25rem; background: var(--accent); color: #fff; font: inherit; }
  .wide { overflow-x: auto; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
  th { color: var(--soft); font-weight: 600; }
  td { overflow-wrap: anywhere; }
  code, .path { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; }
  .soft { color: var(--soft); }
  .bad { color: #a4262c; font-weight: 600; }
  ul.tree, ul.tree ul { margin: 0; padding-left: 1.25rem; list-style: "– "; }
  ul.tree { padding-left: 1rem; }
  @media (max-width: 40rem) {
    table.people thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    table.people tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
    table.people td { display: block; padding: 0; border: 0; }
  }
`);
