import { useEffect, useState } from 'react'
import { loadOnce } from '../../../core/async/load-once.ts'
import { explorerLink } from '../../../core/chain/explorer.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { imagePreloadTimeout } from '../../../core/limits.ts'
import { useBalanceReading } from '../../hooks/use-balance-reading.ts'
import { useController } from '../../hooks/use-controller.ts'
import { amountIn } from '../../language/amount.ts'
import { accountWords } from '../../language/english/account.ts'
import { useFiat } from '../../language/use-fiat.ts'
import { useLanguage } from '../../language/use-language.ts'
import { AddressCopy } from '../../parts/account/address-copy.tsx'
import { AuthRow } from '../../parts/account/auth-row.tsx'
import { Avatar } from '../../parts/account/avatar.tsx'
import { DisconnectRow } from '../../parts/account/disconnect-row.tsx'
import { ExplorerRow } from '../../parts/account/explorer-row.tsx'
import { SettingsRow } from '../../parts/account/settings-row.tsx'
import { SignInRow } from '../../parts/account/sign-in-row.tsx'
import { SmartSessionsRow } from '../../parts/account/smart-sessions-row.tsx'
import { useAccountStyles } from '../../parts/account/use-account-styles.ts'
import { Icon } from '../../parts/icon.tsx'
import { IconTile } from '../../parts/icon-tile.tsx'
import { LazyPart } from '../../parts/lazy-part.tsx'
import { walletName } from '../../parts/names.ts'
import { ActiveNetworkRow } from '../../parts/network/active-network-row.tsx'
import { clip, Row } from '../../parts/row.tsx'
import { WalletFeatures } from '../../parts/wallet/wallet-features.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import { useAfterPaint } from '../../use-after-paint.ts'

/** The holdings are most of the view's code, so they load separately. The account's identity renders first. */
export const holdings = loadOnce(async () => (await import('../../parts/token/holdings.tsx')).Holdings)

/** Returns the class that reserves space for the tokens, so that the buttons below don't move when the tokens arrive. */
function tokenSpace(namespace: ChainNamespace, tabs: boolean): string {
  return namespace === 'eip155' && tabs ? 'in-tabs' : namespace === 'bip122' ? 'none' : ''
}

/** Shows the visitor's account, its holdings and actions (S3.9.4). */
export function AccountView() {
  useAccountStyles()
  const language = useLanguage()
  const { say } = language
  const { fiat } = useFiat()
  const runtime = useRuntime()
  const { latchkey } = runtime
  const { activeNamespace: namespace, activeNetworks } = useController(latchkey.network)
  const accounts = useController(latchkey.account)
  /** Whether a data service or a provider of history may cover the network. */
  const mayHaveHistory = !useController(latchkey.activity, ({ off }) => off)
  /** Whether the account can have a name of the data service. */
  const nameable = !useController(latchkey.names, ({ off }) => off)
  const account = accounts[namespace]
  const network = activeNetworks[namespace]
  usePrefetch('Networks', 'SwitchAddress', 'Profile')
  const identity = useController(latchkey.names, (state) => state.identity)
  /** The last account for which the request for the name has ended. */
  const [asked, setAsked] = useState<string>()
  const { caipAddress } = account
  useAfterPaint(() => {
    const end = () => setAsked(caipAddress)
    if (caipAddress) latchkey.names.identify().then(end, end)
  }, [latchkey, caipAddress])

  const readable = useBalanceReading(latchkey, namespace, account.caipAddress)
  const portfolio = useController(latchkey.portfolio)
  const valued = portfolio.account === account.caipAddress && portfolio.source !== undefined
  const worth = valued ? portfolio.total : undefined
  const inTokens = runtime.tab?.of !== caipAddress || runtime.tab?.id === 'tokens'
  /** The account whose tokens were known when the view opened. Their list needs no reserved space, because it won't grow. */
  const [listed] = useState(valued && holdings.value && inTokens ? caipAddress : undefined)
  // The holdings below start to read the portfolio. If their code fails to load, or the host didn't configure the network, the
  // read doesn't start. Until a timeout, assume that the read starts.
  const [soon, setSoon] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setSoon(false), imagePreloadTimeout)
    return () => clearTimeout(timer)
  }, [])
  /**
   * Whether the total value of all tokens may arrive later. The total appears above the coin's
   * balance, and would move the coin's balance down.
   */
  const valuing = mayHaveHistory && !valued && !portfolio.error && (portfolio.loading || soon)

  if (!account.address || !network) return null
  const { address, allAccounts, balance, balanceStale, connectedWalletInfo } = account
  const balanceLoading = account.balanceLoading || readable === undefined
  const unread = readable === true && !balance && !balanceLoading && !valued
  // Whether the list of tokens below explains why the balance is missing, with a button to try again. Bitcoin has no such list.
  const toldBelow = unread && portfolio.error !== undefined && namespace !== 'bip122' && inTokens
  const known = identity?.account === account.caipAddress
  const name = known ? identity?.name : undefined
  const explorer = explorerLink(network, 'account', address)
  const connected = latchkey.account.connectedNamespaces.length
  return (
    <>
      <div className="center who">
        <Avatar address={address} src={account.profileImage} size={64} />
        <div className="identity">
          {name && (
            <bdi className="strong" data-testid="account-name">
              {clip(name)}
            </bdi>
          )}
          <AddressCopy address={address} className={name ? 'plain' : 'plain strong'} />
        </div>
        {readable !== false && (
          <div className="hero">
            {(worth !== undefined || valuing) && (
              <p className="balance" aria-busy={valuing}>
                {worth === undefined ? (
                  <span className="skeleton line" />
                ) : (
                  <bdi dir="ltr" data-testid="total">
                    {fiat(worth)}
                  </bdi>
                )}
              </p>
            )}
            <p
              className={worth !== undefined || valuing ? 'coin' : 'balance'}
              data-testid="balance"
              aria-busy={balanceLoading}
            >
              {balance ? (
                <bdi dir="ltr">
                  {amountIn(language.tag, balance)} <span className="unit">{balance.symbol}</span>
                </bdi>
              ) : balanceLoading ? (
                <span className="skeleton line">
                  <span className="hidden">{say(accountWords, 'readingBalance')}</span>
                </span>
              ) : (
                <span className="quiet">{say(accountWords, 'noBalance')}</span>
              )}
            </p>
            {(balanceStale || (!balance && !balanceLoading && !toldBelow)) && (
              <button
                type="button"
                className="plain"
                onClick={() => {
                  latchkey.account.updateBalance(namespace, { fresh: true }).catch(() => {})
                  // If the balance is missing, the tokens are missing too, so read both.
                  if (!balance) void latchkey.portfolio.refresh({ fresh: true })
                }}
              >
                <Icon name="retry" size={16} />
                {say(accountWords, balanceStale ? 'oldBalance' : 'readAgain')}
              </button>
            )}
          </div>
        )}
      </div>
      <WalletFeatures namespace={namespace} unread={unread} />
      {readable !== false && (
        <div
          className={`holdings ${listed === caipAddress ? 'none' : tokenSpace(namespace, mayHaveHistory || !!portfolio.nfts)}`}
        >
          <LazyPart load={holdings.load} loaded={holdings.value} />
        </div>
      )}
      <div className="list">
        <ActiveNetworkRow network={network} />
        {(allAccounts.length > 1 || connected > 1) && (
          <Row
            lead={<IconTile name="people" size={22} />}
            name={say(accountWords, connected > 1 ? 'accounts' : 'switchAddress')}
            note={connectedWalletInfo && <bdi>{walletName(language, connectedWalletInfo.name)}</bdi>}
            tag={
              <>
                {connected > 1 ? '' : language.number(allAccounts.length)}
                <Icon name="forward" size={18} />
              </>
            }
            testId="account-switch-address"
            onClick={() => latchkey.router.push(connected > 1 ? 'Profile' : 'SwitchAddress')}
          />
        )}
        {nameable && namespace === 'eip155' && name !== undefined && (
          // Takes the place of the next row, so that the rows below don't move.
          <div className="row" data-testid="account-chosen-name">
            <IconTile name="key" />
            <span className="grow">
              <bdi className="name">{clip(name)}</bdi>
            </span>
          </div>
        )}
        {nameable && namespace === 'eip155' && name === undefined && (
          <Row
            lead={<IconTile name="key" />}
            name={say(accountWords, 'chooseName')}
            tag={<Icon name="forward" size={18} />}
            disabled={!known && asked !== account.caipAddress}
            testId="account-choose-name"
            onClick={() => latchkey.router.push('ChooseAccountName')}
          />
        )}
        <AuthRow namespace={namespace} />
        <SmartSessionsRow namespace={namespace} />
        <SettingsRow namespace={namespace} />
        <SignInRow />
        {explorer && <ExplorerRow href={explorer} name={say(accountWords, 'explorer')} />}
        <DisconnectRow />
      </div>
    </>
  )
}
