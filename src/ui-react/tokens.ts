/**
 * The host sets `--lk-accent`, `--lk-font-family`, `--lk-font-size-master`, `--lk-border-radius-master`, `--lk-color-mix`,
 * `--lk-color-mix-strength`, `--lk-z-index` and `--lk-qr-color`. The ink on the accent is black or white by the accent's
 * luminance: at 0.18 both have a contrast of 4.5. This is what buttons need at load; `shell/styles` has the whole scale.
 */
export const tokens = `--f:var(--lk-font-size-master,10px);--r:var(--lk-border-radius-master,4px);--n1:light-dark(#f5f5f6,#202125);--n3:light-dark(#dedfe2,#34363c);--n7:light-dark(#52545c,#b6b8c0);--n9:light-dark(#111215,#f6f6f7);--warn:light-dark(#8f5a00,#f2b84b);--accent:var(--lk-accent,light-dark(#2a5be0,#8eaeff));--w:clamp(0,(.18 - y)*1e4,1);--ink:color(from var(--accent) xyz-d65 calc(.95*var(--w)) var(--w) calc(1.09*var(--w)));`
