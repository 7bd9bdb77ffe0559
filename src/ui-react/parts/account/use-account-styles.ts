import { useStyles } from '../../hooks/use-styles.ts'
import css from './account.css?inline'

/** Adds the styles that the views of the account share. Only one file of the package then contains them. */
export function useAccountStyles(): void {
  useStyles(css)
}
