/** The grays are the modal's; lengths are on a 4 px grid. */
export const panelCss = `
:host{all:initial;position:fixed;inset:auto 0 0 0;width:100%;height:auto;max-width:none;margin:0;border:0;padding:0;background:none;overflow:visible;pointer-events:none;z-index:2147483000;display:block;color-scheme:light dark;font:500 13px/20px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
--n0:light-dark(#fff,#17181b);--n1:light-dark(#f5f5f6,#202125);--n2:light-dark(#ebebed,#2a2b30);--n3:light-dark(#dedfe2,#34363c);--n5:light-dark(#858790,#7b7e88);--n6:light-dark(#565861,#a6a9b2);--n9:light-dark(#111215,#f6f6f7);
--accent:light-dark(#2a5be0,#8eaeff);--good:light-dark(#0f7a3d,#4ade88);--bad:light-dark(#c4282c,#ff8080);--warn:light-dark(#8f5a00,#f2b84b)}
:host([data-theme=dark]){color-scheme:dark}:host([data-theme=light]){color-scheme:light}
*{box-sizing:border-box}[hidden]{display:none!important}
h2,p,ol,ul,pre,fieldset{margin:0;padding:0;border:0;font:inherit;list-style:none}
button{font:inherit;color:inherit;margin:0;border:0;background:none;padding:0;cursor:pointer;-webkit-tap-highlight-color:transparent}
:focus{outline:none}:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
aside{color:var(--n9);pointer-events:none;display:flex;flex-direction:column;align-items:flex-start}
.mark{pointer-events:auto;margin:0 0 12px 12px;height:36px;padding:0 14px;border-radius:18px;background:var(--n0);box-shadow:0 0 0 1px var(--n3),0 4px 16px rgb(0 0 0/.16);font-weight:600;display:flex;gap:8px;align-items:center}
.mark:hover{background:var(--n1)}.mark:focus-visible{outline-offset:2px}
.count{background:var(--warn);color:var(--n0);border-radius:9px;padding:0 6px;font-size:12px;line-height:18px;font-variant-numeric:tabular-nums}
.panel{pointer-events:auto;width:100%;height:min(48dvh,460px);background:var(--n0);box-shadow:0 -1px 0 var(--n3),0 -8px 32px rgb(0 0 0/.14);display:flex;flex-direction:column}
.whole .panel{height:100dvh;box-shadow:none}.whole :is(.mark,.apart){display:none}
.bar{display:flex;align-items:stretch;gap:4px;padding:0 8px;border-bottom:1px solid var(--n3);flex:none;height:44px}
.tabs{display:flex;overflow-x:auto;scrollbar-width:none;flex:1;min-width:0}
.tabs button,.bar>button{padding:0 12px;color:var(--n6);white-space:nowrap;border-bottom:2px solid transparent}
.tabs button:hover,.bar>button:hover{color:var(--n9);background:var(--n1)}
.tabs button[aria-selected=true]{color:var(--n9);border-bottom-color:var(--accent);font-weight:600}
.page{flex:1;min-height:0;overflow:auto;overscroll-behavior:contain;padding:8px 12px 16px;scrollbar-width:thin;scrollbar-color:var(--n5) transparent}
.tools{display:flex;align-items:center;gap:12px;padding:4px 0 8px;color:var(--n6)}
.tools button{color:var(--accent);border-radius:4px;padding:2px 6px}.tools button:hover{background:var(--n1)}
.empty{padding:24px 0;color:var(--n6);text-align:center;text-wrap:balance}
details{border-bottom:1px solid var(--n2)}
summary{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:12px;padding:6px 4px;cursor:pointer;border-radius:4px}
summary:hover{background:var(--n1)}
summary::marker,summary::-webkit-details-marker{content:"";display:none}
summary time,summary .ms{color:var(--n6);font-variant-numeric:tabular-nums;white-space:nowrap}
.title{overflow-wrap:anywhere;font-weight:600}.title small{font:inherit;font-weight:500;color:var(--n6)}
.ms[data-outcome=failed]{color:var(--bad)}.ms[data-outcome=running]{color:var(--warn)}
pre{font:12px/18px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere;padding:4px 4px 12px;color:var(--n9)}
.faults{display:grid;grid-template-columns:repeat(auto-fit,minmax(260px,1fr));gap:16px 24px}
legend{padding:4px 0 8px;font-weight:600;color:var(--n6)}
label{display:grid;grid-template-columns:auto 1fr;gap:2px 12px;padding:8px 4px;border-radius:4px;cursor:pointer}
label:hover{background:var(--n1)}label small{grid-column:2;font:inherit;font-size:12px;color:var(--n6)}
input{width:16px;height:16px;margin:2px 0 0;accent-color:var(--accent)}
@media(max-width:600px){.panel{height:60dvh}.apart{display:none}.tabs button,.bar>button{padding:0 10px}.faults{grid-template-columns:1fr}.mark,label,summary{min-height:44px}summary{align-items:center}}
`
