import { useEffect, useMemo, useRef, useState } from 'react'
import { catalogueLimits as limits } from '../../core/limits.ts'
import { sortWallets } from '../../core/wallet/known-wallets.ts'
import { searchText } from '../../core/wallet/wallet-list.ts'
import { allWalletsWords, searchWords } from '../language/english/all-wallets.ts'
import { useLanguage } from '../language/use-language.ts'
import type { Listed } from '../listed.ts'
import { Icon } from '../parts/icon.tsx'
import { Search } from '../parts/search.tsx'
import { hasWalletConnect, ListedRow, WalletConnectRow } from '../parts/wallet-row.tsx'
import { usePrefetch } from '../prefetch.ts'
import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'

/** Every wallet that the app lists, by name, a page at a time. */
export function AllWalletsView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { customWallets, featuredWalletIds, excludeWalletIds } = useController(latchkey.options)
  const connectors = useController(latchkey.connector, (state) => state.connectors)
  const reachable = useController(latchkey.connector, hasWalletConnect)
  const [text, setText] = useState('')
  usePrefetch('ConnectingWalletConnect')
  const wanted = searchText(text).toLowerCase()
  const all = useMemo(() => {
    const allowed = (customWallets ?? []).filter(({ id }) => !excludeWalletIds.includes(id))
    return sortWallets<Listed>(allowed, connectors, featuredWalletIds)
  }, [customWallets, connectors, featuredWalletIds, excludeWalletIds])
  const found = useMemo(() => all.filter(({ name }) => name.toLowerCase().includes(wanted)), [all, wanted])
  const { shown, end } = usePages(found)
  return (
    <>
      <Search label={say(allWalletsWords, 'search')} value={text} onChange={setText} />
      <div className="list">
        {wanted === '' && reachable && <WalletConnectRow explained />}
        {shown.map((wallet) => (
          <ListedRow key={wallet.id} wallet={wallet} />
        ))}
        {end}
      </div>
      {found.length === 0 && wanted !== '' && (
        <div className="center" role="status">
          <span className="badge">
            <Icon name="search" size={28} />
          </span>
          <h2>{say(allWalletsWords, 'none')}</h2>
          <p className="quiet">{say(allWalletsWords, 'noneAdvice')}</p>
          <button type="button" className="plain" onClick={() => setText('')}>
            {say(searchWords, 'clear')}
          </button>
        </div>
      )}
    </>
  )
}

/** A list as far as it has been scrolled to: another page whenever its end is seen. */
function usePages<T>(list: readonly T[]) {
  const [pages, setPages] = useState(1)
  const end = useRef<HTMLDivElement>(null)
  const more = list.length > pages * limits.pageSize
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its beginning.
  useEffect(() => setPages(1), [list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again after each page, which may be short.
  useEffect(() => {
    if (!more || !end.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setPages((count) => count + 1)
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [more, pages])
  return {
    shown: list.slice(0, pages * limits.pageSize),
    end: more && <div ref={end} className="row skeleton" />,
  }
}
