import { neutrals } from '../neutrals.ts'
import { tokens } from '../tokens.ts'

/** All styles of the shadow root. Lengths are multiples of 4 px, radii multiples of the master radius. */
export const shellCss = `
:host{all:initial;${tokens}${neutrals}
--mix:var(--lk-color-mix,transparent) calc(var(--lk-color-mix-strength,0)*1%);
--n0:color-mix(in srgb,light-dark(#fff,#17181b),var(--mix));--n1:color-mix(in srgb,light-dark(#f5f5f6,#202125),var(--mix));
--n2:light-dark(#ebebed,#2a2b30);--n4:light-dark(#cfd0d5,#42444b);--n5:light-dark(#858790,#7b7e88);--n6:light-dark(#60626b,#a0a3ac);--n8:light-dark(#2c2d33,#dcdde1);
--good:light-dark(#0f7a3d,#4ade88);--bad:light-dark(#c4282c,#ff8080);
display:block;color-scheme:light dark;font:500 calc(var(--f)*1.4)/1.45 var(--lk-font-family,var(--lk-host-font,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif))}
:host([data-lk-theme=dark]){color-scheme:dark}:host([data-lk-theme=light]){color-scheme:light}
.root[dir=rtl]{--on:-1}[dir=rtl] :is(.icon-back,.icon-forward,.icon-leave,.icon-out){scale:-1 1}
*,*::before,*::after{box-sizing:border-box}
h1,h2,p,ul,ol{margin:0;padding:0;font:inherit;list-style:none}
button,input{font:inherit;color:inherit;letter-spacing:inherit;margin:0;border:0;background:none;padding:0;-webkit-tap-highlight-color:transparent}
button{cursor:pointer;text-align:start}button:disabled{cursor:default}
a{color:inherit}[hidden]{display:none!important}[data-edge]{position:absolute}
.root{--on:1;color:var(--n9);-webkit-font-smoothing:antialiased}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus{outline:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.card:focus-visible,h1:focus-visible{outline:none}

.dialog{position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:24px;border:0;background:none;color:inherit;overflow:hidden;overscroll-behavior:contain;background:light-dark(rgb(17 18 21/.42),rgb(6 6 8/.68));opacity:0;pointer-events:none;transition:200ms allow-discrete;transition-property:opacity,display,overlay}
.dialog[open]{display:grid;place-items:center;opacity:1;pointer-events:auto}
@starting-style{.dialog[open]{opacity:0}}
.dialog::backdrop{background:none}
.dialog.beside{z-index:var(--lk-z-index,999)}
.card{position:relative;display:flex;flex-direction:column;width:100%;max-width:360px;max-height:calc(100dvh - 48px);overflow:hidden;
background:var(--n0);border-radius:clamp(0px,calc(var(--r)*7),44px);
box-shadow:0 0 0 1px light-dark(rgb(17 18 21/.06),rgb(255 255 255/.09)),0 24px 64px -12px rgb(0 0 0/.38),0 4px 16px rgb(0 0 0/.14);animation:zoom 200ms cubic-bezier(.2,.8,.2,1)}
.card.embedded{max-width:400px;max-height:none;animation:none;box-shadow:0 0 0 1px var(--n3)}
.card.shake{animation:shake 500ms}

.header{display:grid;grid-template-columns:36px 1fr 36px;align-items:center;gap:8px;height:64px;padding:0 14px;flex:none}
h1{font-weight:600;font-size:calc(var(--f)*1.6);text-align:center;line-height:1.25;overflow:hidden;overflow-wrap:anywhere;text-wrap:balance;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2}
h1 bdi{display:inline;animation:fade 120ms}
.round-button{display:grid;place-items:center;width:36px;height:36px;border-radius:50%;color:var(--n7);transition:background-color 125ms}
.round-button:hover{background:var(--n2);color:var(--n9)}.round-button:active{background:var(--n3)}

.stage{mask:linear-gradient(#000 calc(100% - 20px),#0000);transition:height 150ms cubic-bezier(.2,.8,.2,1);overflow:hidden auto;overscroll-behavior:contain;min-height:0;scrollbar-width:thin;scrollbar-color:var(--n4) transparent}
.view{padding:0 20px 20px}
.view.fade{animation:fade 150ms}.view.next{animation:next 150ms}.view.prev{animation:prev 150ms}
.view>*+*{margin-top:16px}

.list{display:flex;flex-direction:column;gap:8px}
.row{display:flex;align-items:center;gap:12px;width:100%;min-height:56px;padding-block:8px;padding-inline:8px 14px;border-radius:calc(var(--r)*3);background:var(--n1);transition:background-color 125ms}
.row:hover:not(:disabled){background:var(--n2);transition:none}.row:active:not(:disabled){background:var(--n3)}
.row:disabled>:not(.grow),.row:disabled .name{opacity:.5}
.row .icon{color:var(--n6);flex:none}
.grow{flex:1;min-width:0;display:flex;flex-direction:column;gap:2px}
.name{align-self:flex-start;max-width:100%;font-weight:600;font-size:calc(var(--f)*1.5);line-height:20px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.note{align-self:flex-start;max-width:100%;font-size:calc(var(--f)*1.2);line-height:16px;color:var(--n6);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.tag{display:flex;align-items:center;gap:6px;flex:none;font-size:calc(var(--f)*1.2);color:var(--n6)}
.skeleton{background:linear-gradient(90deg,var(--n1) 30%,var(--n2) 50%,var(--n1) 70%) 0/300% 100%;animation:shimmer 1.4s linear infinite;color:transparent}

.tile{display:grid;place-items:center;flex:none;overflow:hidden;position:relative;border-radius:calc(var(--r)*2);background:var(--n2);color:var(--n7);font-weight:600}
.tile::after{content:"";position:absolute;inset:0;border-radius:inherit;box-shadow:inset 0 0 0 1px light-dark(rgb(17 18 21/.12),rgb(255 255 255/.14))}
.tile img{width:100%;height:100%;object-fit:cover;display:block}
.tile.round{border-radius:50%}
.s20{width:20px;height:20px;font-size:11px}.s24{width:24px;height:24px;font-size:12px}.s32{width:32px;height:32px}.s40{width:40px;height:40px;font-size:calc(var(--f)*1.7)}
.s64{width:64px;height:64px;border-radius:calc(var(--r)*4);font-size:26px}.s80{width:80px;height:80px;border-radius:calc(var(--r)*5);font-size:32px}
.eip155{background:light-dark(#e3e7ff,#2a3157);color:light-dark(#3040a8,#c3ccff)}
.solana{background:light-dark(#dcf5ee,#123f36);color:light-dark(#0b5f4c,#9fead4)}
.polkadot{background:light-dark(#ffe3f0,#52203a);color:light-dark(#a01458,#ffbfdb)}
.bip122{background:light-dark(#ffecd6,#4d3213);color:light-dark(#8a4b00,#ffd39b)}
.cosmos{background:light-dark(#efe5ff,#3b2a5c);color:light-dark(#5b2fa3,#dcc8ff)}
.marks{display:flex;gap:4px;align-items:center}
.mark{display:inline-grid;place-items:center;width:16px;height:16px;border-radius:50%;font-size:10px;line-height:1;font-weight:600}

.says{display:grid;gap:6px}.center>.tile{margin-bottom:8px}
.center{display:flex;flex-direction:column;align-items:center;text-align:center;gap:8px;padding-top:12px}
h2{font-weight:600;font-size:calc(var(--f)*1.6);line-height:1.35;text-wrap:balance;overflow-wrap:anywhere}
.quiet{color:var(--n7);text-wrap:balance;overflow-wrap:anywhere}
.badge{display:grid;place-items:center;width:64px;height:64px;border-radius:50%;background:var(--n1);color:var(--n7);margin-bottom:8px}
.actions{display:flex;flex-direction:column;gap:8px;width:100%;margin-top:12px}
.primary,.secondary{display:flex;align-items:center;justify-content:center;gap:8px;width:100%;min-height:48px;padding:0 16px;border-radius:calc(var(--r)*3);font-weight:600;font-size:calc(var(--f)*1.5);text-align:center;text-decoration:none;transition:filter 125ms,background-color 125ms}
.primary{background:var(--accent);color:var(--ink)}.primary:hover:not(:disabled){filter:brightness(1.06)}.primary:active:not(:disabled){filter:brightness(.94)}
.secondary{background:var(--n1);color:var(--n9)}.secondary:hover:not(:disabled){background:var(--n2)}.secondary:active:not(:disabled){background:var(--n3)}
.primary:disabled,.secondary:disabled{opacity:.5}
.plain{display:inline-flex;align-items:center;gap:6px;min-height:24px;border-radius:calc(var(--r)*1.5);color:var(--n7);font-size:calc(var(--f)*1.3)}
.plain:hover{color:var(--n9)}.plain:disabled{opacity:.5}

.methods{display:flex;flex-direction:column;gap:12px}.methods[inert]{opacity:.45}
.or{display:flex;align-items:center;gap:12px;color:var(--n6);font-size:calc(var(--f)*1.2)}
.or::before,.or::after{content:"";flex:1;height:1px;background:var(--n3)}
.amount{font-variant-numeric:tabular-nums}
a.row{text-decoration:none}

.room{height:160px;width:100%}
.snackbar{position:absolute;top:11px;inset-inline:16px;width:fit-content;margin-inline:auto;display:flex;align-items:center;gap:8px;padding:8px 14px;border-radius:20px;background:var(--n9);color:var(--n0);font-size:calc(var(--f)*1.3);pointer-events:none;z-index:2}
.snackbar[data-open=false]{padding:0}.sign{display:flex}
.snackbar[data-open=true]{animation:pop 150ms}.card:has(.snackbar[data-open=true]) h1{opacity:0}
.alertbar{display:flex;align-items:center;gap:10px;margin:0 12px 12px;padding-block:8px;padding-inline:12px 6px;border-radius:calc(var(--r)*3);background:var(--n1);font-size:calc(var(--f)*1.3)}
.alertbar span{flex:1;min-width:0;overflow-wrap:anywhere}
.alertbar[data-variant=error]>.icon{color:var(--bad)}.alertbar[data-variant=warning]>.icon{color:var(--warn)}.alertbar[data-variant=success]>.icon{color:var(--good)}
.page-notice{position:fixed;top:16px;left:50%;translate:-50% 0;z-index:var(--lk-z-index,999);pointer-events:none}
.page-notice span{display:flex;align-items:center;gap:8px;padding-block:10px;padding-inline:12px 16px;border-radius:24px;background:var(--n0);font-weight:600;box-shadow:0 0 0 1px var(--n3),0 8px 24px rgb(0 0 0/.18);animation:pop 150ms}
.page-notice .icon-check{color:var(--good)}.page-notice .icon-alert{color:var(--n6)}
.icon-check path{stroke-dasharray:1;animation:draw 150ms 75ms ease-out backwards}
.spin{width:16px;height:16px;border-radius:50%;border:2px solid currentColor;border-top-color:transparent;animation:spin 900ms linear infinite}
.frame{flex:none}.frame.kept{height:min(600px,calc(100dvh - 160px))}
::slotted([slot=frame]){display:block!important;position:static!important;width:100%!important;height:min(600px,calc(100dvh - 160px))!important;border:0!important}

@media (pointer:coarse){.row{min-height:64px}.plain{min-width:44px;min-height:44px;justify-content:center}.round-button{width:44px;height:44px}.header{grid-template-columns:44px 1fr 44px;padding:0 10px}}
@media (max-width:430px){
.dialog{padding:0}.dialog[open]{place-items:end center}
.card:not(.embedded){max-width:none;max-height:calc(100dvh - 32px);border-end-start-radius:0;border-end-end-radius:0;padding-bottom:env(safe-area-inset-bottom)}
.card:not(.embedded,.shake){animation:sheet 200ms cubic-bezier(.2,.8,.2,1)}
.page-notice{top:auto;bottom:calc(24px + env(safe-area-inset-bottom))}
input{font-size:16px}}
@media (min-width:431px) and (max-height:700px){.dialog[open]{place-items:start center}}
@media (forced-colors:active){.card,.row,.primary,.secondary,.round-button,.tile,.badge,.page-notice span,.snackbar[data-open=true],.alertbar,.skeleton{border:1px solid}
button:disabled,.methods[inert]{color:GrayText;border-color:GrayText;opacity:1}[aria-pressed=true],[aria-selected=true]{forced-color-adjust:none;background:Highlight;color:HighlightText}}
@keyframes fade{from{opacity:0}}
@keyframes zoom{from{opacity:0;scale:.95}}
@keyframes sheet{from{opacity:0;translate:0 50px}}
@keyframes next{from{opacity:0;translate:calc(16px*var(--on)) 0}}
@keyframes prev{from{opacity:0;translate:calc(-16px*var(--on)) 0}}
@keyframes pop{from{opacity:0;scale:.9}}
@keyframes draw{from{stroke-dashoffset:1}}
@keyframes spin{to{rotate:1turn}}
@keyframes shimmer{from{background-position:100%}to{background-position:0}}
@keyframes shake{20%{rotate:-1deg}40%{rotate:1.5deg}60%{rotate:-1.5deg}80%{rotate:1deg}}
@media (prefers-reduced-motion:reduce){*,*::before,*::after{animation:none!important;transition:none!important}}
`
