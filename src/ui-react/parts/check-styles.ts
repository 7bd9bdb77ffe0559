import { useStyles } from '../use-styles.ts'

const checkCss = `
.check{display:flex;align-items:center;gap:10px;min-height:24px;font-size:calc(var(--f)*1.3);color:var(--n7)}
.check input{appearance:none;flex:none;width:20px;height:20px;border-radius:calc(var(--r)*1.25);box-shadow:inset 0 0 0 1.5px var(--n5);cursor:pointer}
.check input:checked{background:var(--accent);box-shadow:none}
.check input:checked::after{content:"";display:block;width:6px;height:11px;margin:3px auto;border:solid var(--ink);border-width:0 2px 2px 0;rotate:45deg}
@media (pointer:coarse){.check{min-height:44px}}
@media (forced-colors:active){.check input{border:1px solid}.check input:checked{forced-color-adjust:none;background:Highlight;--ink:HighlightText}}
`

/** Adopts the styles of a checkbox, `.check`, and its label. */
export function useCheckStyles(): void {
  useStyles(checkCss)
}
