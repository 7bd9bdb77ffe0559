import { useStyles } from '../../hooks/use-styles.ts'
import css from './check-styles.css?inline'

/** Adopts the styles of a checkbox and its label (`.check`). */
export function useCheckStyles(): void {
  useStyles(css)
}
