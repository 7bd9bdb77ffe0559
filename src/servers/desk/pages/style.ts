export const style = `:root {
  color-scheme: light dark;
  --ground: light-dark(#fff, #141414);
  --raised: light-dark(#f6f7f7, #1d1f1f);
  --line: light-dark(#dfe3e3, #313535);
  --text: light-dark(#141414, #e8ebeb);
  --quiet: light-dark(#566060, #9aa5a5);
  --accent: light-dark(#2456d6, #8fb0ff);
  --on-accent: light-dark(#fff, #101522);
  --danger: light-dark(#b3261e, #ff8f87);
  font: 16px/1.5 system-ui, sans-serif;
  background: var(--ground);
  color: var(--text);
}
* { box-sizing: border-box }
body { margin: 0 }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
main:focus { outline: none }
.skip { position: absolute; left: -999px }
.skip:focus { left: 8px; top: 8px; padding: 8px 12px; background: var(--ground) }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 24px; padding: 12px 24px; border-bottom: 1px solid var(--line) }
.mark { margin: 0; font-weight: 600 }
nav { display: flex; gap: 4px; flex: 1 }
nav a { padding: 8px 12px; border-radius: 8px; color: var(--quiet); text-decoration: none; font-weight: 500 }
nav a:hover { background: var(--raised); color: var(--text) }
nav a[aria-current] { background: var(--raised); color: var(--text) }
main { max-width: 960px; margin: 0 auto; padding: 24px 24px 64px }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25 }
h2 { margin: 40px 0 12px; font-size: 18px; line-height: 1.25 }
h3 { margin: 20px 0 4px; font-size: 16px }
.quiet { color: var(--quiet) }
code, pre { font: 13px/1.5 ui-monospace, monospace }
button, .button, input, select { font: inherit; height: 42px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); color: var(--text) }
input, select { background: var(--ground); border-color: var(--quiet) }
button, .button { display: inline-block; cursor: pointer; font-weight: 500; text-decoration: none }
button:hover, .button:hover { border-color: var(--quiet) }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600 }
header button { background: none; border-color: transparent }
.filter { display: flex; flex-wrap: wrap; align-items: end; gap: 12px; margin: 0 0 24px }
.filter label { display: grid; gap: 4px; font-size: 14px; color: var(--quiet) }
.login { display: grid; gap: 12px; max-width: 400px }
.login label { font-weight: 500 }
.login p { margin: 0; font-size: 14px }
.problem { color: var(--danger) }
.empty { padding: 20px 24px; border: 1px dashed var(--line); border-radius: 12px; color: var(--quiet) }
.empty p { margin: 0 0 4px }
table { width: 100%; margin: 0 0 24px; border-collapse: collapse }
caption { padding: 0 0 4px; text-align: start; font-weight: 600 }
th, td { padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: middle; font-weight: 400 }
thead th { font-size: 13px; color: var(--quiet) }
tbody th { overflow-wrap: anywhere }
td:last-child, th:last-child { padding-right: 0 }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap }
.wide { width: 34% }
.last { white-space: nowrap; font-size: 14px; color: var(--quiet); font-variant-numeric: tabular-nums }
.funnel .number { width: 16% }
.funnel th code { display: block; color: var(--quiet); font-size: 12px }
.bar { display: block; width: 100%; height: 8px; border-radius: 4px }
.rail { fill: var(--raised) }
.part { fill: var(--accent) }
.error { padding: 1px 6px; border: 1px solid currentcolor; border-radius: 4px; font-size: 12px; color: var(--danger) }
.off { color: var(--quiet) }
.facts { margin: 0 }
.facts div { display: grid; grid-template-columns: 180px 1fr; gap: 12px; padding: 4px 0 }
.facts dt { color: var(--quiet) }
.facts dd { margin: 0; overflow-wrap: anywhere }
.events { list-style: none; margin: 0 0 24px; padding: 0; border-top: 1px solid var(--line) }
.events li { border-bottom: 1px solid var(--line) }
summary { display: flex; flex-wrap: wrap; gap: 0 16px; padding: 12px 8px; cursor: pointer; list-style-position: inside }
summary::before { content: '▸'; color: var(--quiet) }
[open] > summary::before { content: '▾' }
summary:hover { background: var(--raised) }
summary .name { flex: 1; font-weight: 500; overflow-wrap: anywhere }
summary time { font-size: 14px; font-variant-numeric: tabular-nums }
.events .facts, .events pre { margin: 0 8px 12px 30px }
pre { max-height: 360px; overflow: auto; padding: 12px; border-radius: 8px; background: var(--raised); white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 600px) {
  header { padding: 8px 16px }
  nav { order: 3; flex-basis: 100% }
  nav a { padding: 8px; min-height: 40px }
  header form { margin-left: auto }
  main { padding: 20px 16px 48px }
  .last { display: none }
  .wide { width: 26% }
  .filter button { flex: 1 1 100% }
  .funnel .number { width: auto }
  .filter label { flex: 1 1 40% }
  .facts div { grid-template-columns: 112px 1fr }
  summary .name { flex-basis: 80% }
  .events .facts, .events pre { margin-left: 8px }
}
`
