import type { PendingTransfer } from '../../../controllers/features/send/send.ts'
import { truncateAddress } from '../../../core/amounts/format.ts'
import { reviewWords } from '../../language/english/review.ts'
import { sendingWords } from '../../language/english/sending.ts'
import { nameWords } from '../../language/english/shell.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { useFieldStyles } from '../form/field-styles.ts'
import { walletName } from '../names.ts'
import { clip } from '../row.tsx'
import { whatMoves } from '../token/what-moves.ts'
import { Waiting } from '../waiting.tsx'
import { WalletIcon } from '../wallet/wallet-icon.tsx'

/** Shows that the wallet hasn't answered a send. After "Stop waiting", the wallet can still send: a request can't be withdrawn. */
export function SendWaiting({ transfer }: { readonly transfer: PendingTransfer }) {
  useFieldStyles()
  const language = useLanguage()
  const { say, tag } = language
  const { latchkey } = useRuntime()
  const { token, amount, to, name, wallet: info } = transfer
  const wallet = walletName(language, info?.name ?? say(nameWords, 'yourWallet'))
  return (
    <>
      <Waiting
        attempt={{ phase: 'waiting', error: undefined, retry: () => {} }}
        name={wallet}
        picture={<WalletIcon name={wallet} src={info?.icon} size={80} />}
        title={say(reviewWords, 'inWallet', { wallet })}
        advice={say(sendingWords, 'transfer', {
          amount: whatMoves(tag, token, amount),
          recipient: name ? clip(name) : truncateAddress(to),
        })}
        other={{ label: say(sendingWords, 'stop'), go: () => latchkey.router.reset('Account') }}
      />
      <p className="quiet careful">{say(sendingWords, 'mayHappen', { wallet })}</p>
    </>
  )
}
