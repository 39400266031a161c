import { html } from "./html.ts";

/** Colours meet WCAG 2.2 AA in both colour schemes; colour is never the only sign. */
export const style = html`
  :root{color-scheme:light
  dark;--ground:#f7f6f3;--card:#fff;--ink:#1e2327;--soft:#58616a;--line:#dcdad4;--good:#1d6b45;--warn:#8a5200;--bad:#a8261c;--tint:#f1efe9;--link:#0b5a86}
  @media(prefers-color-scheme:dark){:root{--ground:#15181b;--card:#1d2125;--ink:#e8e7e3;--soft:#a7b0b8;--line:#363c42;--good:#7cc9a0;--warn:#e9b566;--bad:#f29a90;--tint:#262b30;--link:#8cc4ea}}
  *{box-sizing:border-box} body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,Segoe
  UI,Roboto,Helvetica Neue,Arial,sans-serif;overflow-wrap:anywhere} header,main,footer{max-width:76rem;margin:0 auto;padding:0 1.25rem}
  header{padding-top:2rem} header p,footer{color:var(--soft)} h1{font-size:1.6rem;line-height:1.25;margin:0}
  h2{font-size:1.25rem;line-height:1.3;margin:0 0 .75rem} h3{font-size:1.05rem;line-height:1.4;margin:1.75rem 0 .35rem} p{margin:.35rem 0
  .75rem;max-width:60rem} a{color:var(--link)} :focus-visible{outline:3px solid var(--link);outline-offset:2px} nav
  ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:1rem 0 0;padding:0} nav a{display:inline-block;padding:.2rem 0}
  section{margin:2.75rem 0} small{display:block;color:var(--soft);font-size:.84rem;font-weight:400}
  small.id{display:inline-block;white-space:nowrap} code{font:.86em/1.5
  ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--tint);border-radius:4px;padding:.1em .35em}
  .headline{background:var(--card);border:1px solid var(--line);border-left:6px solid var(--tone);border-radius:8px;padding:1rem 1.25rem
  .5rem;margin-top:1.25rem} .good{--tone:var(--good)}.attention{--tone:var(--warn)}.bad{--tone:var(--bad)} .headline
  .status{color:var(--tone);font-weight:600;margin:0} .lead{font-size:1.15rem;line-height:1.5}
  .tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(7.4rem,1fr));gap:.5rem;margin:0 0 .5rem} .tiles
  div{display:flex;flex-direction:column-reverse;justify-content:flex-end;background:var(--card);border:1px solid
  var(--line);border-radius:8px;padding:.5rem .75rem .6rem} .tiles
  dd{margin:0;font-size:1.45rem;line-height:1.3;font-weight:600;font-variant-numeric:tabular-nums} .tiles
  dt{color:var(--soft);font-size:.84rem;line-height:1.3} .tiles .zero dd{color:var(--soft);font-weight:400} .tiles .attention,.tiles
  .bad{border-color:var(--tone)} .tiles .attention dd,.tiles .bad dd{color:var(--tone)} .note{color:var(--soft);font-size:.92rem}
  .warn,.flag{color:var(--warn)} .warn{font-weight:600} .flag{display:block;font-size:.84rem;font-style:normal;font-weight:600}
  .cause{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem 1.25rem;margin:1rem 0} .cause h3{margin-top:0}
  .commands{display:grid;grid-template-columns:max-content 1fr;gap:.3rem .9rem;margin:.5rem 0 1rem;font-size:.94rem} .commands
  dt{color:var(--soft)} .commands dd{margin:0} .scroll{overflow-x:auto;margin:.5rem 0 1rem;border:1px solid
  var(--line);border-radius:8px;background:var(--card)} .cause .scroll{background:none} .cause th,.cause td{overflow-wrap:anywhere} .cause
  thead th{white-space:normal;overflow-wrap:normal;min-width:4rem} table{border-collapse:collapse;width:100%;font-size:.92rem}
  caption{text-align:left;color:var(--soft);padding:.55rem .65rem} th,td{text-align:left;vertical-align:top;padding:.5rem
  .5rem;border-top:1px solid var(--line);min-width:5rem;max-width:26rem} thead
  th{background:var(--tint);font-size:.84rem;white-space:nowrap} tbody th{font-weight:600;min-width:9rem}
  td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;min-width:3.5rem} td ul{list-style:none;margin:0;padding:0} td
  code{white-space:nowrap} th,td{overflow-wrap:break-word} td.w{min-width:9rem} details{margin:.5rem 0 1rem}
  summary{cursor:pointer;padding:.4rem 0;color:var(--link);font-weight:600} footer{border-top:1px solid
  var(--line);padding:1.25rem;margin-top:3rem;font-size:.9rem} footer dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem
  1rem;margin:0} footer dd{margin:0;color:var(--ink)} @media(max-width:34rem){.commands,footer
  dl{grid-template-columns:1fr;gap:.1rem}.commands dd,footer
  dd{margin-bottom:.5rem}.cause{padding:.8rem}.tiles{grid-template-columns:repeat(2,1fr)} th,td{overflow-wrap:anywhere} tbody
  th{min-width:6rem}} @media
  print{:root{color-scheme:light;--ground:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--good:#1d6b45;--warn:#8a5200;--bad:#a8261c;--tint:#f2f2f2;--link:#000}
  body{font-size:9.5pt}nav{display:none}.scroll{overflow:visible;border:0}th,td,td.w{min-width:0;padding:.25rem
  .35rem;overflow-wrap:anywhere}tbody th{min-width:6rem} thead th{white-space:normal} @page{size:landscape;margin:12mm}td
  code{white-space:normal}details::details-content{content-visibility:visible}thead{display:table-header-group;break-after:avoid}thead
  tr{break-after:avoid}tr,.tiles div{break-inside:avoid}h2,h3{break-after:avoid}}
`;
