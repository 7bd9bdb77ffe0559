import { isLatchkeyError } from 'latchkey'
import { reviewWords } from '../../language/english/review.ts'
import { useLanguage } from '../../language/use-language.ts'
import { ErrorNote } from './error-note.tsx'
import { useErrorWords } from './error-words.ts'

/** Why nothing was sent. A visitor's decision is not shown as an error. */
export function SendError({ error }: { readonly error: unknown }) {
  const { say } = useLanguage()
  const words = useErrorWords(error)
  const decided = isLatchkeyError(error) && error.category === 'VISITOR_DECISION'
  return (
    <div className="center" role="alert" data-testid="why-not">
      <h2>{decided ? say(reviewWords, 'declined') : words.title}</h2>
      <p className="quiet">{decided ? say(reviewWords, 'nothingSent') : words.advice}</p>
      {!decided && <ErrorNote words={words} />}
    </div>
  )
}
