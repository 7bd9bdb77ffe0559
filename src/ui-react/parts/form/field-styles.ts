import { useStyles } from '../../hooks/use-styles.ts'
import css from './field-styles.css?inline'

/** Adopts the styles of a form (`.form`) and its fields (`.field`). */
export function useFieldStyles(): void {
  useStyles(css)
}
