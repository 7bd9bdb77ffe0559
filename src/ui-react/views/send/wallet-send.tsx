import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { MissingSendInput, SendState } from '../../../controllers/features/send/send.ts'
import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import { useAmountField } from '../../hooks/use-amount-field.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useHoldings } from '../../hooks/use-holdings.ts'
import { useOnRampProviders } from '../../hooks/use-onramp-providers.ts'
import { usePendingSend } from '../../hooks/use-pending-send.ts'
import { brief } from '../../language/amount.ts'
import { accountWords } from '../../language/english/account.ts'
import { sendWords } from '../../language/english/send.ts'
import { sentWords } from '../../language/english/sending.ts'
import { worthOf } from '../../language/fiat.ts'
import { useFiat } from '../../language/use-fiat.ts'
import { useLanguage } from '../../language/use-language.ts'
import { WholeAddress } from '../../parts/account/whole-address.tsx'
import { BuyCrypto } from '../../parts/buy/buy-crypto.tsx'
import { InlineError } from '../../parts/error/inline-error.tsx'
import { AmountReadings } from '../../parts/form/amount-readings.tsx'
import { amountSize } from '../../parts/form/amount-size.ts'
import { useFieldStyles } from '../../parts/form/field-styles.ts'
import { networkName } from '../../parts/names.ts'
import { NftSum } from '../../parts/nft/nft-sum.tsx'
import { clip } from '../../parts/row.tsx'
import { Candidates } from '../../parts/send/candidates.tsx'
import { SendWaiting } from '../../parts/send/send-waiting.tsx'
import { TokenIcon } from '../../parts/token/token-icon.tsx'
import { TokenPick } from '../../parts/token/token-pick.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

const labels = {
  token: 'selectToken',
  value: 'incorrectValue',
  amount: 'addAmount',
  funds: 'insufficientFunds',
  address: 'addAddress',
  'valid-address': 'invalidAddress',
} as const satisfies Record<MissingSendInput, keyof (typeof sendWords)['strings']>

/** Shows the send form: amount, token and recipient (S3.9.4). */
export function WalletSendView() {
  useFieldStyles()
  const language = useLanguage()
  const { say, tag } = language
  const { fiat } = useFiat()
  const runtime = useRuntime()
  const { latchkey } = runtime
  const { send, router, network } = latchkey
  const { activeNamespace, activeNetworks } = useController(network)
  const state = useController(send)
  const { balances: holdings } = useHoldings()
  const failed = useController(latchkey.portfolio, (portfolio) => portfolio.error !== undefined)
  const sells = useOnRampProviders().length > 0
  usePrefetch('WalletSendSelectToken', 'WalletSendPreview')
  const {
    token,
    sendTokenAmount,
    amount,
    missing,
    receiver,
    receiverAddress,
    resolving,
    error,
    maybeSent,
    sent,
  } = state
  /** Whether the balances failed to load, so that there is no token to select. */
  const unread = failed && holdings.length === 0 && !token
  const pending = usePendingSend()

  const isFirst = useRef(true)
  // Select the native coin by default, and update the selected token when its balance or its price changes in the list.
  useEffect(() => {
    const isSame = (one: TokenBalance) => one.asset === token?.asset && one.network === token?.network
    const next = token ? holdings.find(isSame) : holdings[0]
    if (!next) return
    const { token: known, listed: last } = runtime.sendForm ?? {}
    runtime.sendForm = { token, listed: next }
    // If the host has selected a token since an earlier visit, its balance may be another one than the list's.
    const isForeign = isFirst.current && known !== token
    isFirst.current = false
    const before = token && last && isSame(last) && !isForeign ? last : token
    const isHeld = before?.amount.value === next.amount.value
    if (!isHeld || before?.price !== next.price)
      void send.setToken(token && isHeld ? { ...next, amount: token.amount } : next)
  }, [runtime, send, holdings, token])
  useEffect(() => void send.prepare(), [send])
  // If the wallet answers while this view is open, show the result.
  const wasPending = useRef(false)
  useEffect(() => {
    if (wasPending.current && !pending && sent) router.reset('WalletSent')
    wasPending.current = pending !== undefined
  }, [router, pending, sent])
  // The errors for an amount that is too large and for an invalid address show only after the visitor has left the field.
  const [left, setLeft] = useState({ amount: false, receiver: false })

  const available = useMemo(() => token && brief(tag, token.amount), [tag, token])
  const field = useAmountField(sendTokenAmount, (text) => void send.setAmount(text))
  const here = activeNetworks[activeNamespace]
  if (pending) return <SendWaiting transfer={pending} />
  if (!here) return null
  const preview = (event: FormEvent) => {
    event.preventDefault()
    if (!missing && !resolving && !maybeSent) router.push('WalletSendPreview')
  }
  const worth = token && amount !== undefined ? worthOf(token, amount) : undefined
  const unknown = receiver.trim() !== '' && !receiverAddress && !resolving && !error && receiver.includes('.')
  const name = receiver.trim()
  const invalid = receiver.trim() !== '' && !receiverAddress && !resolving && !error && !unknown
  const amountError =
    missing === 'value'
      ? tooPrecise(state)
        ? say(sendWords, 'tooPrecise', { digits: token?.amount.decimals ?? 0 })
        : say(sendWords, 'incorrectValue')
      : missing === 'funds' && left.amount
        ? say(sendWords, 'tooMuch')
        : undefined
  const receiverError = unknown
    ? say(sendWords, 'unknownName', { name, network: networkName(language, here) })
    : invalid && left.receiver
      ? say(sendWords, 'notAnAddress', { network: networkName(language, here) })
      : undefined
  return (
    <form onSubmit={preview} className="form">
      {token?.nft ? (
        <NftSum token={token} amount={amount ?? 1n} />
      ) : (
        <div className="field">
          <label htmlFor="lk-amount">{say(sendWords, 'amount')}</label>
          <div className="line-up">
            <input
              id="lk-amount"
              className={amountSize(field.input.value)}
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              dir="ltr"
              {...field.input}
              aria-invalid={amountError !== undefined}
              aria-describedby="lk-amount-note"
              data-testid="send-amount"
              onBlur={() => {
                field.input.onBlur()
                setLeft((before) => ({ ...before, amount: true }))
              }}
            />
            {!unread && (
              <TokenPick
                symbol={token?.amount.symbol}
                icon={token && <TokenIcon {...token} symbol={token.amount.symbol} size={24} />}
                label={say(sendWords, 'selectToken')}
                testId="send-token"
                onClick={() => router.push('WalletSendSelectToken')}
              />
            )}
          </div>
          <AmountReadings {...field} />
          <div className="under">
            <span id="lk-amount-note" role="status" className={amountError && 'short'}>
              {amountError ?? (worth !== undefined && <bdi dir="ltr">{fiat(worth)}</bdi>)}
            </span>
            {unread && (
              <>
                <span>{say(accountWords, 'noBalance')}</span>
                <button
                  type="button"
                  className="plain"
                  data-testid="balance-again"
                  onClick={() => {
                    latchkey.account.updateBalance(activeNamespace, { fresh: true }).catch(() => {})
                    void latchkey.portfolio.refresh({ fresh: true })
                  }}
                >
                  {say(accountWords, 'readAgain')}
                </button>
              </>
            )}
            {token && (
              <span className="line-up">
                <span className={missing === 'funds' ? 'short' : undefined}>
                  {say(sendWords, 'available', {
                    amount: `${available} ${clip(token.amount.symbol)}`,
                  })}
                </span>
                {missing === 'funds' && sells ? (
                  <BuyCrypto />
                ) : (
                  <button
                    type="button"
                    className="plain"
                    data-testid="send-max"
                    onClick={() => void send.setMaximum().catch(() => {})}
                  >
                    {say(sendWords, 'max')}
                  </button>
                )}
              </span>
            )}
          </div>
          {token?.amount.locked?.map(({ value, reason }) => (
            <div className="under" key={reason} data-testid={`locked-${reason}`}>
              <span>
                {say(sendWords, reason, {
                  amount: `${brief(tag, { ...token.amount, value })} ${clip(token.amount.symbol)}`,
                })}
              </span>
            </div>
          ))}
        </div>
      )}
      <div className="field">
        <label htmlFor="lk-receiver">{say(sendWords, 'receiver')}</label>
        <input
          id="lk-receiver"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={say(sendWords, 'receiverHint')}
          dir={receiver ? 'ltr' : undefined}
          value={receiver}
          aria-invalid={receiverError !== undefined}
          aria-describedby="lk-receiver-note"
          data-testid="send-receiver"
          onBlur={() => setLeft((before) => ({ ...before, receiver: true }))}
          onChange={({ target }) => void send.setReceiver(target.value)}
        />
        <div
          role="status"
          id="lk-receiver-note"
          className="under"
          hidden={!resolving && !receiverAddress && !receiverError}
        >
          {resolving && receiver.includes('.') ? (
            say(sendWords, 'lookingUp', { name })
          ) : receiverError ? (
            <span className="short" data-testid="receiver-error">
              {receiverError}
            </span>
          ) : (
            receiverAddress && <WholeAddress address={receiverAddress} />
          )}
        </div>
      </div>
      <InlineError error={maybeSent?.error ?? error} />
      {maybeSent && <Candidates transfer={maybeSent} />}
      {maybeSent ? (
        <button
          type="button"
          className="primary"
          data-testid="send-done"
          onClick={() => router.reset('Account')}
        >
          {say(sentWords, 'done')}
        </button>
      ) : (
        <button
          type="submit"
          className="primary"
          disabled={missing !== undefined || resolving}
          data-testid="send-preview"
        >
          {/* If the balance can't be read, the amount field says so, not the button. */}
          {say(sendWords, missing && !unread ? labels[missing] : 'previewSend')}
        </button>
      )}
    </form>
  )
}

/** Returns whether the amount is a number with more decimals than the token has. */
function tooPrecise({ sendTokenAmount, token }: Pick<SendState, 'sendTokenAmount' | 'token'>): boolean {
  const [, decimals = ''] = /^\d*\.(\d+)$/.exec(sendTokenAmount.trim()) ?? []
  return token !== undefined && decimals.length > token.amount.decimals
}
