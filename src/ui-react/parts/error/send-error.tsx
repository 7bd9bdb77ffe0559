import { isLatchkeyError } from 'latchkey'
import { reviewWords } from '../../language/english/review.ts'
import { nameWords } from '../../language/english/shell.ts'
import { useLanguage } from '../../language/use-language.ts'
import { capital } from '../names.ts'
import { ErrorNote } from './error-note.tsx'
import { useErrorWords } from './error-words.ts'
import { inSight } from './in-sight.ts'

export interface SendErrorProps {
  readonly error: unknown
  /** Default: `send`. */
  readonly act?: 'send' | 'swap' | undefined
}

/** The codes for a wallet that never got the request, because the wallet didn't switch to the network. */
const unswitched: readonly string[] = ['network/switch-failed', 'network/wrong-chain']

/** Shows why nothing was sent or swapped. If the visitor declined, doesn't show an error. */
export function SendError({ error, act = 'send' }: SendErrorProps) {
  const language = useLanguage()
  const { say } = language
  const words = useErrorWords(error)
  const nothing = say(reviewWords, act === 'swap' ? 'nothingSwapped' : 'nothingSent')
  const stayed = isLatchkeyError(error) && unswitched.includes(error.code)
  const wallet = capital(language, say(nameWords, 'theWallet'))
  const decided = isLatchkeyError(error) && error.category === 'VISITOR_DECISION'
  return (
    <div className="center" role="alert" data-testid="why-not" ref={inSight}>
      <h2>{decided ? say(reviewWords, 'declined') : words.title}</h2>
      <p className="quiet">
        {decided ? nothing : stayed ? `${say(reviewWords, 'stayed', { wallet })} ${nothing}` : words.advice}
      </p>
      {!decided && <ErrorNote words={words} />}
    </div>
  )
}
