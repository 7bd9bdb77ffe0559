import { isLatchkeyError } from 'latchkey'
import { useController } from '../../hooks/use-controller.ts'
import { reviewWords } from '../../language/english/review.ts'
import { nameWords } from '../../language/english/shell.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { capital, walletName } from '../names.ts'
import { ErrorNote } from './error-note.tsx'
import { useErrorWords } from './error-words.ts'
import { isDeclined } from './is-declined.ts'
import { WhyNot } from './why-not.tsx'

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
  const { latchkey } = useRuntime()
  const { activeNamespace } = useController(latchkey.network)
  const { connectedWalletInfo: info } = useController(latchkey.account)[activeNamespace]
  const nothing = say(reviewWords, act === 'swap' ? 'nothingSwapped' : 'nothingSent')
  const stayed = isLatchkeyError(error) && unswitched.includes(error.code)
  const wallet = capital(language, say(nameWords, 'theWallet'))
  if (isDeclined(error)) {
    const declined = say(reviewWords, 'declined', {
      wallet: info ? walletName(language, info.name) : say(nameWords, 'theWallet'),
    })
    return (
      <WhyNot testId="why-not" declined>
        <p>{`${declined} ${nothing}`}</p>
      </WhyNot>
    )
  }
  return (
    <WhyNot testId="why-not">
      <h2>{words.title}</h2>
      <p className="quiet">
        {stayed ? `${say(reviewWords, 'stayed', { wallet })} ${nothing}` : words.advice}
      </p>
      <ErrorNote words={words} />
    </WhyNot>
  )
}
