import { useInsertionEffect } from 'react'
import { adopt, sheetOf } from '../adopt.ts'
import { neutrals } from '../neutrals.ts'

/** Styles of the account and network buttons, which are less prominent than the connect button. */
const quietCss = `.lk-button.lk-quiet,.lk-button.lk-warn{${neutrals}background:var(--n1);color:var(--n9);box-shadow:inset 0 0 0 1px var(--n3)}
.lk-button.lk-warn{color:var(--warn);box-shadow:inset 0 0 0 1px}
.lk-button img{width:20px;height:20px;border-radius:50%}
.lk-amount{font-variant-numeric:tabular-nums;color:var(--n7);font-weight:500}`

export function useQuietStyles(): void {
  useInsertionEffect(() => adopt(document, sheetOf(quietCss)), [])
}
