/**
 * The host sets `--lk-accent`, `--lk-font-family`, `--lk-font-size-master`, `--lk-border-radius-master`,
 * `--lk-color-mix`, `--lk-color-mix-strength`, `--lk-z-index` and `--lk-qr-color`. The text colour on the accent is
 * black or white, depending on the accent's luminance: at 0.18 both have a contrast of 4.5. These are only the tokens
 * that a button needs at load; `neutrals.ts` and `shell/styles.ts` hold the rest.
 */
export const tokens = `--f:var(--lk-font-size-master,10px);--r:var(--lk-border-radius-master,4px);--accent:var(--lk-accent,light-dark(#2a5be0,#8eaeff));--w:clamp(0,(.18 - y)*1e4,1);--ink:color(from var(--accent) xyz-d65 calc(.95*var(--w)) var(--w) calc(1.09*var(--w)));`
