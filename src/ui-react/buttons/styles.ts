import { tokens } from '../tokens.ts'

/** Adopted by the document, not a shadow root: the host places and restyles the buttons. */
export const buttonCss = `.lk-button{${tokens}color-scheme:light dark;display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:40px;margin:0;padding:0 16px;border:0;border-radius:calc(var(--r)*3);cursor:pointer;-webkit-tap-highlight-color:transparent;background:var(--accent);color:var(--ink);font-family:var(--lk-font-family,inherit);font-size:calc(var(--f)*1.5);font-weight:600;white-space:nowrap}
.lk-button[data-lk-theme=dark]{color-scheme:dark}.lk-button[data-lk-theme=light]{color-scheme:light}
.lk-button:hover{filter:brightness(1.06)}.lk-button:active{filter:brightness(.94)}
.lk-button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.lk-button:disabled{cursor:default;opacity:.6}
@media (pointer:coarse){.lk-button{min-height:44px}}@media (forced-colors:active){.lk-button{border:1px solid}}`
