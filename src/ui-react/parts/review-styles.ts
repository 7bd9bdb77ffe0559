import { useStyles } from '../use-styles.ts'

const reviewCss = `
.sum{display:flex;align-items:center;gap:12px;padding:4px 0}.sum .what{font-weight:600;font-size:calc(var(--f)*2.2);line-height:1.25;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.facts{display:grid;border-radius:calc(var(--r)*4);background:var(--n1);margin-block-end:0}.facts>div{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;padding:12px 16px}
.facts>div+div{box-shadow:0 -1px var(--n3)}.facts dt{color:var(--n6);font-size:calc(var(--f)*1.3)}
.facts dd{margin:0;text-align:end;justify-self:end;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;min-width:0}
.facts .tall{grid-template-columns:1fr}.facts .tall dd{text-align:start;justify-self:start}
.facts .note{display:block}@media (forced-colors:active){.facts{border:1px solid}}
.warns{display:flex;gap:8px;align-items:flex-start;font-size:calc(var(--f)*1.3);color:var(--n7);text-align:start}.warns .icon{flex:none;margin-top:1px;color:var(--warn)}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:8px}
`

/** Adopts the styles of a review: the amounts, `.sum`, the details, `.facts`, and the two buttons, `.pair`. */
export function useReviewStyles(): void {
  useStyles(reviewCss)
}
