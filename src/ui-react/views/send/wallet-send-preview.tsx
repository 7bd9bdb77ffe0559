import type { LatchkeyError } from 'latchkey'
import { useEffect, useRef, useState } from 'react'
import { worthAt } from '../../../core/amounts/swap-figures.ts'
import type { ReceiverWarning } from '../../../core/wallet/payments/receiver.ts'
import type { Amount } from '../../../core/wallet/transaction.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useHoldings } from '../../hooks/use-holdings.ts'
import { usePendingSend } from '../../hooks/use-pending-send.ts'
import { exactIn, factorIn, shortened } from '../../language/amount.ts'
import { nftWords } from '../../language/english/nfts.ts'
import { reviewWords } from '../../language/english/review.ts'
import { sentWords } from '../../language/english/sending.ts'
import { shellWords } from '../../language/english/shell.ts'
import { worthOf } from '../../language/fiat.ts'
import { useFiat } from '../../language/use-fiat.ts'
import { useLanguage } from '../../language/use-language.ts'
import { WholeAddress } from '../../parts/account/whole-address.tsx'
import { InlineError } from '../../parts/error/inline-error.tsx'
import { isDeclined } from '../../parts/error/is-declined.ts'
import { isFutile } from '../../parts/error/is-futile.ts'
import { Fact } from '../../parts/fact.tsx'
import { useCheckStyles } from '../../parts/form/check-styles.ts'
import { useFieldStyles } from '../../parts/form/field-styles.ts'
import { Icon } from '../../parts/icon.tsx'
import { networkName } from '../../parts/names.ts'
import { NftSum } from '../../parts/nft/nft-sum.tsx'
import { useReviewStyles } from '../../parts/review-styles.ts'
import { clip } from '../../parts/row.tsx'
import { Candidates } from '../../parts/send/candidates.tsx'
import { SendWaiting } from '../../parts/send/send-waiting.tsx'
import { TokenIcon } from '../../parts/token/token-icon.tsx'
import { Warning } from '../../parts/warning.tsx'
import { useRuntime } from '../../runtime.ts'

const warned = {
  'other-network': 'otherNetwork',
  'look-alike': 'lookAlike',
  own: 'own',
  token: 'tokenItself',
  'first-time': 'firstTime',
} as const satisfies Record<ReceiverWarning, keyof (typeof reviewWords)['strings']>

/** Shows the full review of a transfer before the wallet gets it (S3.9.4). */
export function WalletSendPreviewView() {
  useReviewStyles()
  useCheckStyles()
  useFieldStyles()
  const language = useLanguage()
  const { say, tag } = language
  const { fiat, littleFiat } = useFiat()
  const { latchkey } = useRuntime()
  const { send, snackbar, router } = latchkey
  const { activeNamespace, activeNetworks } = useController(latchkey.network)
  const { balances } = useHoldings()
  const state = useController(send)
  const { token, amount, receiverAddress, receiverProfileName, review, reviewing, error, maybeSent } = state
  const pending = usePendingSend()
  const loading = pending !== undefined
  const ready = token !== undefined && amount !== undefined && receiverAddress !== undefined

  // Fees change with every block, so refresh the review before it is outdated.
  useEffect(() => {
    // If a transfer may be on its way, don't offer it again.
    if (!ready || loading || maybeSent) return
    const read = () => void send.prepareReview().catch(() => {})
    read()
    // Don't refresh while an error is shown.
    const timer = setInterval(() => send.state.error || read(), 30_000)
    return () => clearInterval(timer)
  }, [send, ready, loading, maybeSent])

  // After a failed request, the fee is read again at once, so that the visitor can send again. Keep the failure on screen.
  const [failure, setFailure] = useState<LatchkeyError>()
  const wasLoading = useRef(loading)
  useEffect(() => {
    const ended = wasLoading.current && !loading
    wasLoading.current = loading
    if (loading) setFailure(undefined)
    if (ended && error) setFailure(error)
  }, [loading, error])

  // Leave the view when a switch of the account or the network has cleared the form.
  useEffect(() => {
    if (!ready && !loading && latchkey.router.state.view === 'WalletSendPreview') latchkey.modal.goBack()
  }, [latchkey, ready, loading])

  const network = activeNetworks[activeNamespace]
  if (pending) return <SendWaiting transfer={pending} />
  if (!network || !ready) return null
  const worth = worthOf(token, amount)
  const coin = (
    value: bigint,
    of: Pick<Amount, 'decimals' | 'symbol' | 'multiplier'> = network.nativeCurrency,
  ) => `${exactIn(tag, { ...of, value })} ${clip(of.symbol)}`
  const roughly = (of: Amount) => `${shortened(tag, of)} ${clip(of.symbol)}`
  // Without data from Ledger's hosts, the device can't show calls of smart contracts (`src/connectors/ledger`).
  const through = latchkey.connections.state[activeNamespace].connection?.connectorId
  const isBlind = through === 'ledger' && activeNamespace === 'eip155' && token.asset !== undefined
  const said = (one: ReceiverWarning) =>
    say(reviewWords, warned[one], { network: networkName(language, network) })
  const isGrave = (one: ReceiverWarning) => one === 'look-alike' || one === 'token'
  const resembled = state.resembled !== undefined
  const dangers: readonly string[] = [
    ...state.warnings.filter(isGrave).map(said),
    ...(review?.offCurve ? [say(reviewWords, 'offCurve')] : []),
  ]
  const warnings: readonly string[] = [
    // A look-alike is always new to the account.
    ...state.warnings.filter((one) => !isGrave(one) && !(resembled && one === 'first-time')).map(said),
    ...(review?.unusualFee ? [say(reviewWords, 'unusualFee')] : []),
    ...(review?.rawUnits ? [say(reviewWords, 'rawUnits')] : []),
    ...(isBlind ? [say(reviewWords, 'hashOnly')] : []),
  ]
  const risky = state.warnings.includes('look-alike') || review?.offCurve === true
  const compared = (
    <label className="check">
      <input
        type="checkbox"
        checked={state.receiverConfirmed}
        data-testid="receiver-compared"
        onChange={({ target }) => void send.confirmReceiver(target.checked)}
      />
      <span>{say(reviewWords, 'compared')}</span>
    </label>
  )
  const coinHeld = balances.find((one) => one.asset === undefined && one.network === network.caipNetworkId)
  const price = (token.asset === undefined ? token.price : undefined) ?? coinHeld?.price
  const priceOf = (of: Amount) => {
    const value = worthAt(price, of)
    return value === undefined ? undefined : littleFiat(value)
  }
  const declined = isDeclined(error ?? failure)
  const futile = !maybeSent && isFutile(error ?? failure)
  const submit = () =>
    send.sendToken().then(
      () => {
        // The view after a send shows the result. If the visitor isn't in that view, or switched the account or network, show a
        // snackbar.
        const shown = ['WalletSend', 'WalletSent'].includes(router.state.view)
        if (!send.state.sent || !shown) snackbar.showSuccess(say(reviewWords, 'started'))
      },
      (failed) => {
        // This view shows why the transfer wasn't sent. If the visitor left this view or reviews another transfer, show a
        // snackbar. Don't look for the error in the state: the next reading of the fee may have cleared it.
        const now = send.state
        const same = now.amount === amount && now.receiverAddress === receiverAddress
        if (router.state.view !== 'WalletSendPreview' || !same) snackbar.showError(failed)
      },
    )
  return (
    <>
      {token.nft ? (
        <NftSum token={token} amount={amount} />
      ) : (
        <div className="sum">
          <TokenIcon {...token} symbol={token.amount.symbol} />
          <span className="grow">
            <span className="note">{say(reviewWords, 'sends')}</span>
            <bdi dir="ltr" className="what" data-testid="review-amount">
              {coin(amount, token.amount)}
            </bdi>
            {worth !== undefined && (
              <span className="note">
                <bdi dir="ltr">{fiat(worth)}</bdi>
              </span>
            )}
          </span>
        </div>
      )}
      <dl className="facts">
        {token.nft && token.nft.standard !== 'metaplex' && (
          <Fact what={say(nftWords, 'tokenId')}>
            <bdi dir="ltr">{token.nft.tokenId}</bdi>
          </Fact>
        )}
        {token.nft && token.address && (
          <div className="tall">
            {/* On solana, each NFT has its own mint. */}
            <dt>{say(nftWords, token.nft.standard === 'metaplex' ? 'tokenId' : 'collection')}</dt>
            <dd>
              <WholeAddress address={token.address} />
            </dd>
          </div>
        )}
        <div className="tall">
          <dt>{say(reviewWords, 'to')}</dt>
          <dd>
            {receiverProfileName && <bdi className="name">{clip(receiverProfileName)}</bdi>}
            <WholeAddress address={receiverAddress} unlike={state.resembled} />
          </dd>
        </div>
        {state.resembled !== undefined && (
          <div className="tall">
            <dt>{say(reviewWords, 'known')}</dt>
            <dd className="known">
              <WholeAddress address={state.resembled} unlike={receiverAddress} />
            </dd>
          </div>
        )}
        <Fact what={say(reviewWords, 'network')}>
          <bdi>{networkName(language, network)}</bdi>
        </Fact>
        {(review || reviewing || !error) && (
          <Fact what={say(reviewWords, 'fee')} busy={!review}>
            {review ? (
              <span data-testid="review-fee">
                {say(reviewWords, 'about', { amount: roughly(review.fee) })}
                {price !== undefined && (
                  <span className="note">
                    <bdi dir="ltr" data-testid="review-fee-worth">
                      {priceOf(review.fee)}
                    </bdi>
                  </span>
                )}
                <span className="note">{say(reviewWords, 'most', { amount: roughly(review.maxFee) })}</span>
              </span>
            ) : (
              <span className="skeleton line">
                <span className="hidden">{say(reviewWords, 'readingFee')}</span>
              </span>
            )}
          </Fact>
        )}
        {review && review.deposit > 0n && (
          <Fact what={say(reviewWords, 'deposit')}>
            <bdi dir="ltr">{coin(review.deposit)}</bdi>
          </Fact>
        )}
        {review && review.dataFee > 0n && (
          <Fact what={say(reviewWords, 'dataFee')}>
            {roughly({ ...review.fee, value: review.dataFee })}
            <span className="note">{say(reviewWords, 'canRise')}</span>
          </Fact>
        )}
        {review && review.leftAside > 0n && (
          <Fact what={say(reviewWords, 'leftAside')}>
            <bdi dir="ltr">{coin(review.leftAside)}</bdi>
            <span className="note">{say(reviewWords, 'mayCarry')}</span>
          </Fact>
        )}
        {token.amount.multiplier !== undefined && (
          <Fact what={say(reviewWords, 'unscaled')}>
            <bdi dir="ltr" data-testid="review-unscaled">
              {coin(amount, { ...token.amount, multiplier: undefined })}
            </bdi>
            <span className="note">× {factorIn(tag, token.amount.multiplier)}</span>
          </Fact>
        )}
        {review && review.tokenTransferFee > 0n && (
          <Fact what={say(reviewWords, 'arrives')}>
            <bdi dir="ltr">{coin(amount - review.tokenTransferFee, token.amount)}</bdi>
          </Fact>
        )}
      </dl>
      {dangers.map((danger, at) => (
        <Warning key={danger} kind="danger" action={at === dangers.length - 1 && risky && compared}>
          {danger}
        </Warning>
      ))}
      {warnings.map((warning) => (
        <Warning key={warning}>{warning}</Warning>
      ))}
      <InlineError error={maybeSent?.error ?? error ?? failure} />
      {maybeSent && <Candidates transfer={maybeSent} />}
      {!maybeSent && !error && !failure && <p className="quiet careful">{say(reviewWords, 'careful')}</p>}
      <div className={futile ? 'actions' : 'pair'}>
        {!maybeSent && (
          <button
            type="button"
            className={futile ? 'primary' : 'secondary'}
            data-testid="review-cancel"
            onClick={() => latchkey.modal.goBack()}
          >
            {futile ? say(shellWords, 'back') : say(reviewWords, 'cancel')}
          </button>
        )}
        {futile ? null : maybeSent ? (
          <button
            type="button"
            className="primary"
            data-testid="review-done"
            onClick={() => router.reset('Account')}
          >
            {say(sentWords, 'done')}
          </button>
        ) : error && !declined ? (
          <button
            type="button"
            className="primary"
            data-testid="review-again"
            disabled={reviewing}
            onClick={() => void send.prepareReview().catch(() => {})}
          >
            {say(reviewWords, 'again')}
          </button>
        ) : (
          <button
            type="button"
            className="primary"
            disabled={!review || error !== undefined || (risky && !state.receiverConfirmed)}
            data-testid="review-send"
            onClick={submit}
          >
            {!declined && <Icon name="send" size={18} />}
            {say(reviewWords, declined ? 'again' : 'send')}
          </button>
        )}
      </div>
    </>
  )
}
