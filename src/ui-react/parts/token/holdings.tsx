import { useRef, useState } from 'react'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useHoldings } from '../../hooks/use-holdings.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { accountWords } from '../../language/english/account.ts'
import { holdingsWords } from '../../language/english/holdings.ts'
import { useLanguage } from '../../language/use-language.ts'
import { usePrefetch } from '../../prefetch.ts'
import { type HoldingsTab, useRuntime } from '../../runtime.ts'
import { useAfterPaint } from '../../use-after-paint.ts'
import { BuyCrypto } from '../buy/buy-crypto.tsx'
import { Icon } from '../icon.tsx'
import { LazyPart } from '../lazy-part.tsx'
import { Tabs } from '../tabs.tsx'
import { WaitingRows } from '../waiting-rows.tsx'
import { Windowed } from '../windowed.tsx'
import css from './holdings.css?inline'
import { Nothing } from './nothing.tsx'
import { preview } from './preview.ts'
import { ReceiveFunds } from './receive-funds.tsx'
import { TokenRow } from './token-row.tsx'
import { useTrouble } from './use-trouble.ts'

/** The lists of NFTs and transactions load on demand. */
const loadNfts = async () => (await import('../nft/nft-list.tsx')).NftList
const loadActivity = async () => (await import('./activity.tsx')).Activity

/** Returns whether accounts of the family may have NFTs. */
const mayHaveNfts = (namespace: ChainNamespace) => namespace === 'eip155' || namespace === 'solana'

/** Shows the account's tokens, NFTs and activity. Uses tabs on eip155, and on solana if a source lists NFTs (S3.9.4). */
export function Holdings() {
  useStyles(css)
  const { say } = useLanguage()
  const runtime = useRuntime()
  const { latchkey } = runtime
  const { activeNamespace: namespace } = useController(latchkey.network)
  const { caipAddress } = useController(latchkey.account)[namespace]
  const { off: unknown, transactions, next } = useController(latchkey.activity)
  const wanted = useController(latchkey.options, ({ features }) => features.activity)
  const [tab, setTab] = useState(runtime.tab?.of === caipAddress ? runtime.tab?.id : undefined)
  const choose = (id: HoldingsTab) => {
    if (caipAddress) runtime.tab = { of: caipAddress, id }
    setTab(id)
  }
  usePrefetch('Transactions')
  const hasNfts = useController(
    latchkey.portfolio,
    ({ account, nfts }) => account === caipAddress && nfts !== undefined,
  )
  const inTabs = namespace === 'eip155' || (mayHaveNfts(namespace) && hasNfts)
  const isRead = wanted && (!unknown || transactions.length > 0)
  useAfterPaint(() => {
    // The controller's state contains the error. Without a service, this call reads the transactions that this client sent.
    if (caipAddress && isRead) latchkey.activity.load().catch(() => {})
  }, [latchkey, caipAddress, isRead])
  useAfterPaint(() => {
    // The controller's state contains the error. Without a source of NFTs, the state has no NFTs.
    if (caipAddress && mayHaveNfts(namespace)) latchkey.portfolio.loadNfts().catch(() => {})
  }, [latchkey, caipAddress, namespace])
  const active = wanted && (!unknown || transactions.length > 0)
  const tabs = (
    ['tokens', ...(hasNfts ? (['nfts'] as const) : []), ...(active ? (['activity'] as const) : [])] as const
  ).map((id) => ({ id, label: say(holdingsWords, id) }))
  const hasTabs = inTabs && tabs.length > 1
  const shown = (hasTabs && tabs.find(({ id }) => id === tab)?.id) || 'tokens'
  // Keep the tokens at the same position of the tree when the tabs appear, so that a focused token keeps the focus.
  return (
    <>
      {hasTabs && <Tabs label={say(holdingsWords, 'label')} tabs={tabs} selected={shown} onSelect={choose} />}
      {/* Bitcoin has no tokens. */}
      {namespace !== 'bip122' && (
        <div id="lk-panel" role={hasTabs ? 'tabpanel' : undefined}>
          {shown === 'tokens' ? (
            <Tokens namespace={namespace} />
          ) : (
            <LazyPart key={shown} load={shown === 'nfts' ? loadNfts : loadActivity} />
          )}
        </div>
      )}
      {!inTabs && wanted && (transactions.length > 0 || next) && <LazyPart load={loadActivity} />}
    </>
  )
}

function Tokens({ namespace }: { readonly namespace: ChainNamespace }) {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { error, more } = useController(latchkey.portfolio)
  const { balances, known, stale } = useHoldings()
  const trouble = useTrouble(balances.length === 0 ? error : undefined)
  const [all, setAll] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const showAll = () => {
    // Move the focus, because the focused button is about to be removed.
    list.current?.focus({ preventScroll: true })
    setAll(true)
  }
  const again = () => void latchkey.portfolio.refresh({ fresh: true })
  const draw = (token: TokenBalance) => <TokenRow key={token.asset ?? ''} token={token} />
  if (balances.length === 0 && error)
    return (
      // The view already shows, above this list, that the balance is unavailable.
      <Nothing title={trouble?.title} text={trouble?.advice}>
        <button
          type="button"
          className="secondary"
          data-testid="balance-again"
          onClick={() => {
            void latchkey.account.updateBalance(namespace, { fresh: true }).catch(() => {})
            again()
          }}
        >
          <Icon name="retry" size={18} />
          {say(accountWords, 'readAgain')}
        </button>
      </Nothing>
    )
  if (balances.length === 0 && !known)
    return <WaitingRows count={preview} label={say(holdingsWords, 'loading')} />
  if (known && balances.every(({ amount }) => amount.value === 0n))
    return (
      <Nothing
        icon="layers"
        title={say(holdingsWords, 'noTokens')}
        text={say(holdingsWords, 'noTokensAdvice')}
      >
        <BuyCrypto />
        <ReceiveFunds />
      </Nothing>
    )
  return (
    <div ref={list} className="list" tabIndex={-1}>
      {all ? <Windowed items={balances} draw={draw} /> : balances.slice(0, preview).map(draw)}
      {known && all && more && (
        <p className="quiet" data-testid="tokens-cut">
          {say(holdingsWords, 'cutTokens', { count: balances.length })}
        </p>
      )}
      {!known && !error && <WaitingRows count={preview - 1} label={say(holdingsWords, 'loading')} />}
      <div className="links">
        {(stale || error) && (
          <button type="button" className="plain" data-testid="tokens-again" onClick={again}>
            <Icon name="retry" size={16} />
            {say(holdingsWords, stale ? 'oldTokens' : 'moreFailed')}
          </button>
        )}
        {balances.length > preview && !all && (
          <button type="button" className="plain" data-testid="all-tokens" onClick={showAll}>
            {say(holdingsWords, 'allTokens')}
            <Icon name="forward" size={16} />
          </button>
        )}
      </div>
    </div>
  )
}
