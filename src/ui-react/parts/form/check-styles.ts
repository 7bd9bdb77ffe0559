import { useStyles } from '../../hooks/use-styles.ts'
import css from './check-styles.css?inline'

/** Adopts the styles of a checkbox, `.check`, and its label. */
export function useCheckStyles(): void {
  useStyles(css)
}
