import { useInsertionEffect } from 'react'
import { neutrals } from '../neutrals.ts'
import { buttonSheet, type PageStyles } from '../page-styles.ts'
import css from './quiet-styles.css?inline'

/** Adopts the styles of the account and network buttons, which are less prominent than the connect button. */
export function useQuietStyles(styles: PageStyles): void {
  useInsertionEffect(() => styles.add(buttonSheet(neutrals + css)), [styles])
}
