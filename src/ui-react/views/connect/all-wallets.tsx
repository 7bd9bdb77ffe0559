import { useEffect, useMemo, useState } from 'react'
import type { CatalogueWallet } from '../../../core/wallet/list/catalogue-wallet.ts'
import { sortWallets, supportsFamily } from '../../../core/wallet/list/known-wallets.ts'
import { searchText } from '../../../core/wallet/list/wallet-list.ts'
import { useController } from '../../hooks/use-controller.ts'
import { allWalletsWords, searchWords } from '../../language/english/all-wallets.ts'
import { titleWords } from '../../language/english/shell.ts'
import { folded } from '../../language/folded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Search } from '../../parts/form/search.tsx'
import { Icon } from '../../parts/icon.tsx'
import { WaitingRows } from '../../parts/waiting-rows.tsx'
import { hasWalletConnect, ListedRow, WalletConnectRow } from '../../parts/wallet/wallet-row.tsx'
import { Windowed } from '../../parts/windowed.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

/** Shows all wallets, with a search. Pages of the catalogue load as they scroll into view (S3.9.3). */
export function AllWalletsView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { featuredWalletIds } = useController(latchkey.options)
  const { connectors, filterByNamespace } = useController(latchkey.connector)
  const reachable = useController(latchkey.connector, hasWalletConnect)
  const { wallets, more, hosted, loading, error, search } = useController(latchkey.catalogue)
  const [text, setText] = useState('')
  const [certified, setCertified] = useState(false)
  usePrefetch('ConnectingWalletConnect', 'Downloads')
  useEffect(() => {
    latchkey.catalogue.loadMore()
    return () => void latchkey.catalogue.search('')
  }, [latchkey])

  const wanted = searchText(text)
  const narrowed = wanted !== '' || certified
  // Show loaded matches at once, and append the service's results.
  const found = useMemo(() => {
    const part = folded(wanted)
    const here = wallets.filter(
      ({ name, badge_type }) => folded(name).includes(part) && (!certified || badge_type === 'certified'),
    )
    const known = new Set(here.map(({ id }) => id))
    const others = search?.text === wanted ? search.wallets.filter(({ id }) => !known.has(id)) : []
    return sortWallets<CatalogueWallet>(
      [...here, ...others].filter((wallet) => supportsFamily(wallet, filterByNamespace)),
      connectors,
      featuredWalletIds,
    )
  }, [wallets, search, wanted, certified, filterByNamespace, connectors, featuredWalletIds])
  const find = (nextText: string, nextCertified: boolean) => {
    setText(nextText)
    setCertified(nextCertified)
    latchkey.catalogue.search(nextText, { certified: nextCertified })
  }
  const waiting = narrowed ? search?.loading === true : loading
  const failure = narrowed ? search?.error : error
  const none = found.length === 0 && narrowed && !waiting && !failure
  const retry = () =>
    narrowed ? latchkey.catalogue.search(text, { certified }) : latchkey.catalogue.loadMore()
  return (
    <>
      <Search label={say(allWalletsWords, 'search')} value={text} onChange={(next) => find(next, certified)}>
        {hosted && (
          <button
            type="button"
            className="round-button"
            aria-label={say(allWalletsWords, 'certifiedOnly')}
            aria-pressed={certified}
            data-testid="certified"
            onClick={() => find(text, !certified)}
          >
            <Icon name="certified" size={18} />
          </button>
        )}
      </Search>
      {!narrowed && reachable && <Reach />}
      <Windowed
        items={found}
        draw={(wallet) => <ListedRow key={wallet.id} wallet={wallet} />}
        resetKey={`${wanted}/${certified}`}
        onEnd={more && !narrowed && !failure ? () => latchkey.catalogue.loadMore() : undefined}
      />
      {waiting && <WaitingRows count={4} label={say(allWalletsWords, 'loading')} />}
      {failure && (
        <div className="center" role="alert">
          <p className="quiet">{say(allWalletsWords, 'unreachable')}</p>
          <button type="button" className="secondary" data-testid="try-again" onClick={retry}>
            <Icon name="retry" size={18} />
            {say(allWalletsWords, 'tryAgain')}
          </button>
        </div>
      )}
      {none && (
        <div className="center" role="status">
          <span className="badge">
            <Icon name="search" size={28} />
          </span>
          <h2>{say(allWalletsWords, 'none')}</h2>
          <p className="quiet">{say(allWalletsWords, reachable ? 'noneAdvice' : 'noneShorter')}</p>
          <button type="button" className="plain" onClick={() => find('', false)}>
            {say(searchWords, 'clear')}
          </button>
          {!reachable && (
            <div className="actions">
              <button
                type="button"
                className="secondary"
                data-testid="get-wallet"
                onClick={() => latchkey.router.push('GetWallet')}
              >
                {say(titleWords, 'GetWallet')}
              </button>
            </div>
          )}
        </div>
      )}
      {none && reachable && <Reach />}
    </>
  )
}

function Reach() {
  return (
    <div className="list">
      <WalletConnectRow explained />
    </div>
  )
}
