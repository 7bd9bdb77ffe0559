import { useStyles } from '../use-styles.ts'

const fieldCss = `
.form{display:grid;gap:12px}.careful{text-align:center}
.field{display:grid;gap:8px;padding:14px 16px;border-radius:calc(var(--r)*4);background:var(--n1);box-shadow:inset 0 0 0 1px var(--n3)}
.field:focus-within{outline:2px solid var(--accent);outline-offset:-2px}@media (forced-colors:active){.field{border:1px solid}}
.field :is(label,.label){font-size:calc(var(--f)*1.2);color:var(--n6)}
.field .line-up{display:flex;align-items:center;gap:8px;min-width:0}
.field input{flex:1;min-width:0;width:100%;min-height:44px;outline:none;color:var(--n9)}.field input::placeholder{color:var(--n6);opacity:1}
.field .big{font-size:calc(var(--f)*2.8);font-weight:600;line-height:40px;font-variant-numeric:tabular-nums}
.field .under{display:flex;justify-content:space-between;align-items:center;gap:12px;min-height:24px;font-size:calc(var(--f)*1.2);color:var(--n6);font-variant-numeric:tabular-nums}
.field .short{color:var(--bad)}
.field .plain{color:var(--n9);font-weight:600}
`

/** Adopts the styles of a form, `.form`, and its fields, `.field`. */
export function useFieldStyles(): void {
  useStyles(fieldCss)
}
