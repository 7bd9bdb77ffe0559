import { isLatchkeyError, type LatchkeyError } from 'latchkey'
import { useEffect, useRef, useState } from 'react'
import { worthAt } from '../../../core/amounts/swap-figures.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import type { SwapToken } from '../../../core/wallet/payments/swap-provider.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useSwap } from '../../hooks/use-swap.ts'
import { brief, exactIn } from '../../language/amount.ts'
import { nameWords, shellWords } from '../../language/english/shell.ts'
import { swapPreviewWords, swapWords } from '../../language/english/swap.ts'
import { useFiat } from '../../language/use-fiat.ts'
import { useLanguage } from '../../language/use-language.ts'
import { InlineError } from '../../parts/error/inline-error.tsx'
import { isDeclined } from '../../parts/error/is-declined.ts'
import { isFutile } from '../../parts/error/is-futile.ts'
import { useFieldStyles } from '../../parts/form/field-styles.ts'
import { LazyPart } from '../../parts/lazy-part.tsx'
import { walletName } from '../../parts/names.ts'
import { useReviewStyles } from '../../parts/review-styles.ts'
import { clip } from '../../parts/row.tsx'
import { BadImpact } from '../../parts/swap/bad-impact.tsx'
import { SwapFacts } from '../../parts/swap/swap-facts.tsx'
import { SwapTokenIcon } from '../../parts/swap/swap-token-icon.tsx'
import { usePrefetched } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

const loadBridge = async () => (await import('../../parts/swap/swap-bridge.tsx')).SwapBridge
const loadOutcome = async () => (await import('../../parts/swap/swap-outcome.tsx')).SwapOutcome

/** Shows the review of a swap before the wallet gets it, then its result (S3.9.4). */
export function SwapPreviewView() {
  useReviewStyles()
  useFieldStyles()
  const language = useLanguage()
  const { say, tag } = language
  const { latchkey } = useRuntime()
  const { swap } = latchkey
  const { review, reviewing, waiting, result, error, coinPrice, approval, amount, network, ...form } =
    useSwap()
  // Once there is a review, the wallet gets the review's terms.
  const terms = review?.terms ?? form.terms
  const { connectedWalletInfo } = useController(latchkey.account)[network?.chainNamespace ?? 'eip155']
  const there = amount !== undefined
  usePrefetched(loadOutcome)

  useEffect(() => {
    if (there && !swap.state.result) swap.prepareReview().catch(() => {})
  }, [swap, there])

  // After the visitor declined, prepare the request again at once, so that one click asks the wallet again. Keep the message.
  const [declined, setDeclined] = useState<LatchkeyError>()
  const wasWaiting = useRef(waiting)
  useEffect(() => {
    const now = wasWaiting.current && !waiting && isDeclined(error)
    wasWaiting.current = waiting
    if (now) swap.prepareReview().catch(() => {})
    if (now || waiting || (error && !isDeclined(error))) setDeclined(now ? error : undefined)
  }, [swap, waiting, error])

  // Leave the view when a switch of the account or the network has cleared the form.
  useEffect(() => {
    if (!there && !waiting && latchkey.router.state.view === 'SwapPreview') latchkey.modal.goBack()
  }, [latchkey, there, waiting])

  if (result) return <LazyPart load={loadOutcome} result={result} />
  const again = () => void swap.prepareReview().catch(() => {})
  if (!terms) return error ? <Failed error={error} again={again} /> : null
  const wallet = connectedWalletInfo
    ? walletName(language, connectedWalletInfo.name)
    : say(nameWords, 'yourWallet')
  const step = review?.step ?? (approval ? 'swap' : undefined)
  const futile = isFutile(error) && !waiting
  // The swap may have been sent, so don't offer it again.
  const maybeSent = isLatchkeyError(error, 'rpc/maybe-sent') && step !== 'approve' && !waiting
  const run = () => (step === 'approve' ? swap.approve() : swap.swapTokens())
  return (
    <>
      <Side
        what={say(swapWords, 'give')}
        token={terms.from}
        value={terms.amount}
        format={exactIn}
        testId="swap-gives"
      />
      <Side
        what={say(swapWords, 'get')}
        token={terms.to}
        on={terms.bridge?.network}
        value={terms.toAmount}
        testId="swap-gets"
      />
      {/* The warning and the error are above the details, so that the visitor sees them with the amounts. */}
      {!futile && <BadImpact terms={terms} />}
      <InlineError error={error ?? declined} act="swap" />
      {!futile && terms.bridge && (
        <LazyPart load={loadBridge} terms={terms} bridge={terms.bridge} review={review} />
      )}
      {!futile && (
        <SwapFacts terms={terms} coinPrice={coinPrice} review={review} reviewing={reviewing || !error} />
      )}
      {!error && !declined && step === 'approve' && (
        <p className="quiet careful">
          {say(swapPreviewWords, review?.approves === 0n ? 'firstReset' : 'firstAllow', {
            amount: `${exactIn(tag, { ...terms.from, value: terms.amount })} ${clip(terms.from.symbol)}`,
          })}
        </p>
      )}
      <div className={futile || maybeSent ? 'actions' : 'pair'}>
        <button
          type="button"
          className={futile || maybeSent ? 'primary' : 'secondary'}
          disabled={waiting !== undefined}
          data-testid={maybeSent ? 'swap-done' : 'swap-cancel'}
          onClick={() => (maybeSent ? latchkey.router.reset('Account') : latchkey.modal.goBack())}
        >
          {maybeSent
            ? say(swapPreviewWords, 'close')
            : futile
              ? say(shellWords, 'back')
              : say(swapPreviewWords, 'cancel')}
        </button>
        {futile || maybeSent ? null : error && !waiting ? (
          <button
            type="button"
            className="primary"
            disabled={reviewing}
            data-testid="swap-review-again"
            onClick={again}
          >
            {say(swapWords, 'again')}
          </button>
        ) : (
          <button
            type="button"
            className="primary"
            disabled={!review || error !== undefined || waiting !== undefined}
            data-testid="swap-confirm"
            // The controller's state contains the error.
            onClick={() => void run().catch(() => {})}
          >
            {(waiting || !review) && <span className="spin" aria-hidden="true" />}
            {declined
              ? say(swapWords, 'again')
              : say(
                  swapPreviewWords,
                  waiting === 'approving' || waiting === 'approved'
                    ? 'approving'
                    : step === 'approve'
                      ? 'approve'
                      : 'swap',
                )}
          </button>
        )}
      </div>
      <p className="quiet careful" role="status" hidden={!waiting}>
        {waiting === 'approved'
          ? say(swapPreviewWords, 'waitApproved')
          : say(swapPreviewWords, 'inWallet', { wallet })}
      </p>
    </>
  )
}

function Failed({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  const { say } = useLanguage()
  return (
    <>
      <InlineError error={error} act="swap" />
      <button type="button" className="primary" data-testid="swap-review-again" onClick={again}>
        {say(swapWords, 'again')}
      </button>
    </>
  )
}

function Side({
  what,
  token,
  on,
  value,
  format = brief,
  testId,
}: {
  readonly what: string
  readonly token: SwapToken
  /** The token's network, if it isn't the active network. */
  readonly on?: ChainNetwork | undefined
  readonly value: bigint
  /** Formats the amount. By default, shortens it, because a received amount is only expected. */
  readonly format?: typeof brief
  readonly testId: string
}) {
  const { tag } = useLanguage()
  const { fiat } = useFiat()
  const { decimals, symbol, price } = token
  const worth = worthAt(price, { value, decimals })
  return (
    <div className="sum">
      <SwapTokenIcon token={token} on={on} />
      <span className="grow">
        <span className="note">{what}</span>
        <bdi dir="ltr" className="what" data-testid={testId}>
          {format(tag, { value, decimals })} {clip(symbol)}
        </bdi>
        {worth !== undefined && (
          <span className="note">
            <bdi dir="ltr">{fiat(worth)}</bdi>
          </span>
        )}
      </span>
    </div>
  )
}
