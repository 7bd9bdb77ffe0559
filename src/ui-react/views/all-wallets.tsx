import { useState } from 'react'
import { searchText } from '../../core/wallet/wallet-list.ts'
import { type Listed, useCatalogue } from '../catalogue.ts'
import { Icon } from '../parts/icon.tsx'
import { Row } from '../parts/row.tsx'
import { Search } from '../parts/search.tsx'
import { ListedRow } from '../parts/wallet-row.tsx'
import { usePrefetch, useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'

/** Every wallet that is known, by name. The catalogue's pages and search come with the catalogue. */
export function AllWalletsView() {
  const { latchkey } = useRuntime()
  const custom = useController(latchkey.options, ({ customWallets }) => customWallets)
  const { featured = [], recommended = [], wallets = [], loading } = useCatalogue()
  const [text, setText] = useState('')
  usePrefetch('ConnectingWalletConnect')
  const wanted = searchText(text).toLowerCase()
  const all: readonly Listed[] = [...(custom ?? []), ...featured, ...recommended, ...wallets]
  const found = all.filter(
    ({ id, name }, index) =>
      all.findIndex((one) => one.id === id) === index && name.toLowerCase().includes(wanted),
  )
  return (
    <>
      <Search label="Search wallet" value={text} onChange={setText} />
      <div className="list">
        {wanted === '' && (
          <Row
            lead={
              <span className="tile s40">
                <Icon name="qr" size={24} />
              </span>
            }
            name="WalletConnect"
            note="Any wallet, by code or link"
            tag="QR code"
            testId="wallet-selector-walletconnect"
            onClick={() => latchkey.router.push('ConnectingWalletConnect')}
          />
        )}
        {found.map((wallet) => (
          <ListedRow key={wallet.id} wallet={wallet} />
        ))}
        {loading && [0, 1, 2].map((row) => <div key={row} className="row skeleton" />)}
      </div>
      {found.length === 0 && wanted !== '' && !loading && (
        <div className="center" role="status">
          <span className="badge">
            <Icon name="search" size={28} />
          </span>
          <h2>No Wallet found</h2>
          <p className="quiet">Try a shorter name, or connect it with WalletConnect.</p>
          <button type="button" className="plain" onClick={() => setText('')}>
            Clear the search
          </button>
        </div>
      )}
    </>
  )
}
