/**
 * The scales that buttons and modal share: ten neutrals from ground to text, one accent, three meanings. Hosts set
 * `--lk-accent`, `--lk-font-family`, `--lk-font-size-master`, `--lk-border-radius-master`, `--lk-color-mix`,
 * `--lk-color-mix-strength`, `--lk-z-index` and `--lk-qr-color`. The ink on the accent is black or white by the accent's
 * luminance: at 0.18 both have a contrast of 4.5.
 */
export const tokens = `
--f:var(--lk-font-size-master,10px);--r:var(--lk-border-radius-master,4px);
--mix:var(--lk-color-mix,transparent);--mixed:calc(var(--lk-color-mix-strength,0)*1%);
--n0:color-mix(in srgb,light-dark(#fff,#17181b),var(--mix) var(--mixed));
--n1:color-mix(in srgb,light-dark(#f5f5f6,#202125),var(--mix) var(--mixed));
--n2:light-dark(#ebebed,#2a2b30);--n3:light-dark(#dedfe2,#34363c);
--n4:light-dark(#cfd0d5,#42444b);--n5:light-dark(#858790,#7b7e88);
--n6:light-dark(#60626b,#a0a3ac);--n7:light-dark(#52545c,#b6b8c0);
--n8:light-dark(#2c2d33,#dcdde1);--n9:light-dark(#111215,#f6f6f7);
--accent:var(--lk-accent,light-dark(#2a5be0,#8eaeff));
--ink:color(from var(--accent) xyz-d65 calc(.9505*clamp(0,(.18 - y)*10000,1)) clamp(0,(.18 - y)*10000,1) calc(1.089*clamp(0,(.18 - y)*10000,1)));
--good:light-dark(#0f7a3d,#4ade88);--warn:light-dark(#8f5a00,#f2b84b);--bad:light-dark(#c4282c,#ff8080);
`
