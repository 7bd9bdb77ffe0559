import { useController } from '../../hooks/use-controller.ts'
import { exactIn } from '../../language/amount.ts'
import { nameWords } from '../../language/english/shell.ts'
import { swapWords } from '../../language/english/swap.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { walletName } from '../names.ts'
import { useReviewStyles } from '../review-styles.ts'
import { clip } from '../row.tsx'
import { Warning } from '../warning.tsx'

/** Shows an approval left over from an abandoned swap, with a button to revoke it. */
export function OpenApproval() {
  useReviewStyles()
  const language = useLanguage()
  const { say, tag } = language
  const { latchkey } = useRuntime()
  const { approval, waiting } = useController(latchkey.swap)
  const { caipAddress, connectedWalletInfo } = useController(latchkey.account).eip155
  if (!approval || approval.account !== caipAddress) return null
  const { token, amount } = approval
  const wallet = connectedWalletInfo
    ? walletName(language, connectedWalletInfo.name)
    : say(nameWords, 'yourWallet')
  const revoking = waiting === 'revoking' || waiting === 'revoked'
  return (
    <div className="form" data-testid="open-approval">
      <Warning>
        {say(swapWords, 'open', {
          amount: `${exactIn(tag, { value: amount, decimals: token.decimals })} ${clip(token.symbol)}`,
        })}
      </Warning>
      <div className="pair">
        <button
          type="button"
          className="secondary"
          disabled={waiting !== undefined}
          data-testid="approval-keep"
          onClick={() => void latchkey.swap.keepApproval()}
        >
          {say(swapWords, 'keep')}
        </button>
        <button
          type="button"
          className="secondary"
          disabled={waiting !== undefined}
          data-testid="approval-revoke"
          // The controller's state contains the error.
          onClick={() => void latchkey.swap.revoke().catch(() => {})}
        >
          {revoking && <span className="spin" aria-hidden="true" />}
          {say(swapWords, 'takeBack')}
        </button>
      </div>
      <p className="quiet careful" role="status" hidden={!revoking}>
        {waiting === 'revoking' ? say(swapWords, 'takingBack', { wallet }) : say(swapWords, 'waitTakenBack')}
      </p>
    </div>
  )
}
