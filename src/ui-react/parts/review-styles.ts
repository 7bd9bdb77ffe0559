import { useStyles } from '../hooks/use-styles.ts'
import css from './review-styles.css?inline'

/**
 * Adopts the styles of a review: the amounts (`.sum`), the details (`.facts`) and the two buttons
 * (`.pair`).
 */
export function useReviewStyles(): void {
  useStyles(css)
}
