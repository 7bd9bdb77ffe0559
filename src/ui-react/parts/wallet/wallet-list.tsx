import { useEffect, useState } from 'react'
import type { WalletRow } from '../../../core/wallet/list/wallet-rows.ts'
import { usePausable } from '../../hooks/use-pausable.ts'
import { useWalletRows } from '../../hooks/use-wallet-rows.ts'
import { connectWords } from '../../language/english/connect.ts'
import { shellWords } from '../../language/english/shell.ts'
import { useLanguage } from '../../language/use-language.ts'
import { backgroundOf, usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import {
  AllWalletsRow,
  ConnectorRow,
  hasWalletConnect,
  ListedRow,
  useAllWalletsOff,
  WalletConnectRow,
} from './wallet-row.tsx'

/** The number of rows to render at first. Real pages have fewer wallets. */
const page = 100

/** Shows the wallets to choose from, or advice if there are none. */
export function WalletList() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const all = useWalletRows()
  const remembered = useRemembered()
  const isRemembered = (row: WalletRow) => 'connector' in row && remembered.includes(row.connector.id)
  const rows = [...all.filter(isRemembered), ...all.filter((row) => !isRemembered(row))]
  const crowded = rows.filter((row) => 'connector' in row).length > page
  const reachable = usePausable(latchkey.connector, hasWalletConnect)
  const listsAll = !useAllWalletsOff()
  const [drawn, setDrawn] = useState(page)
  usePrepared(rows)
  if (rows.length === 0 && !reachable) return <NoWallet discovering={latchkey.connector.discovering} />
  return (
    <div className="list">
      {crowded && (
        <p className="quiet careful" role="status">
          {say(connectWords, 'crowded')}
        </p>
      )}
      {rows
        .slice(0, drawn)
        .map((row) =>
          'connector' in row ? (
            <ConnectorRow
              key={row.connector.id}
              connector={row.connector}
              lookAlikeReason={row.lookAlikeReason}
              claim={row.claim}
              remembered={isRemembered(row)}
            />
          ) : (
            <ListedRow key={row.wallet.id} wallet={row.wallet} why={row.why} />
          ),
        )}
      {rows.length > drawn && (
        <button type="button" className="plain" onClick={() => setDrawn(drawn + page)}>
          {say(connectWords, 'more', { count: Math.min(page, rows.length - drawn) })}
        </button>
      )}
      {/* The list can be empty, for example in a phone's browser, or if no installed wallet supports the family. */}
      {rows.length === 0 && <WalletConnectRow explained />}
      {rows.length > 0 && listsAll && <AllWalletsRow />}
    </div>
  )
}

/** Returns the ids of the connectors whose stored connection waits for the wallet. */
function useRemembered(): readonly string[] {
  const { latchkey } = useRuntime()
  const filter = usePausable(latchkey.connector, (state) => state.filterByNamespace)
  const ids = usePausable(latchkey.account, (all) =>
    Object.entries(all)
      .flatMap(([namespace, { rememberedWallet }]) =>
        rememberedWallet && (!filter || filter === namespace) ? [rememberedWallet.connectorId] : [],
      )
      .join('\n'),
  )
  return ids.split('\n')
}

/**
 * Prepares the wallet of the first row, which visitors choose most often. A tap can then send the request at once. The code of
 * another wallet is fetched when the pointer reaches its row.
 */
function usePrepared(rows: readonly WalletRow[]): void {
  const runtime = useRuntime()
  const [first] = rows
  const connector = first && 'connector' in first ? first.connector : undefined
  const id = connector?.type === 'WALLET_CONNECT' ? undefined : connector?.id
  const none = first === undefined
  useEffect(() => {
    if (none) return
    return backgroundOf(runtime).later(() => runtime.latchkey.session.prepare(id))
  }, [runtime, none, id])
}

function NoWallet({ discovering }: { readonly discovering: boolean }) {
  const { say } = useLanguage()
  const { modal, options, router } = useRuntime().latchkey
  const leads = router.state.history[1]
  usePrefetch('GetWallet')
  return (
    <div className="center">
      <span className="badge">
        <Icon name="wallet" size={28} />
      </span>
      <h2>{say(connectWords, 'none')}</h2>
      <p className="quiet">{say(connectWords, discovering ? 'install' : 'offersNone')}</p>
      {/* Without discovery, don't offer wallets to install, because an installed wallet wouldn't appear here. If this is the first
          view, `goBack` closes the modal. */}
      {(discovering || leads || !options.state.enableEmbedded) && (
        <div className="actions">
          <button
            type="button"
            className="secondary"
            data-testid={discovering ? 'get-wallet' : 'leave'}
            onClick={() => (discovering ? router.push('GetWallet') : modal.goBack())}
          >
            {discovering ? say(connectWords, 'getWallet') : say(shellWords, leads ? 'back' : 'close')}
          </button>
        </div>
      )}
    </div>
  )
}
