import { useInsertionEffect } from 'react'
import { adopt, sheetOf } from '../adopt.ts'
import { neutrals } from '../neutrals.ts'
import css from './quiet-styles.css?inline'

/** Adopts the styles of the account and network buttons, which are less prominent than the connect button. */
export function useQuietStyles(): void {
  useInsertionEffect(() => adopt(document, sheetOf(neutrals + css)), [])
}
