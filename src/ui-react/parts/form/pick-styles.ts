import { useStyles } from '../../hooks/use-styles.ts'
import css from './pick-styles.css?inline'

/** Adopts the styles of a button that opens a selection list (`.pick`). */
export function usePickStyles(): void {
  useStyles(css)
}
