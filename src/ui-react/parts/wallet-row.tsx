import type { ConnectorView } from '../../core/wallet/wallet-list.ts'
import { walletCount } from '../../core/wallet/wallet-rows.ts'
import { beginAsking } from '../asking.ts'
import { type Listed, useCatalogue } from '../catalogue.ts'
import { prefetchViews, useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'
import { usePhone } from '../use-phone.ts'
import { FamilyMarks } from './families.tsx'
import { Icon } from './icon.tsx'
import { Row } from './row.tsx'
import { imageOf, WalletIcon } from './wallet-icon.tsx'

/** A way to connect that the page has: the whole row is the button. */
export function ConnectorRow({
  connector,
  twin = false,
}: {
  readonly connector: ConnectorView
  readonly twin?: boolean | undefined
}) {
  const runtime = useRuntime()
  const { latchkey } = runtime
  const images = useController(latchkey.options, (state) => state.connectorImages)
  const mobile = usePhone()
  const { id, type, name, chains } = connector
  // Where another family was asked for, its network is gone to.
  const { network } = latchkey.router.state.data ?? {}
  const qr = type === 'WALLET_CONNECT'
  const choose = () => {
    if (qr) latchkey.router.push(mobile ? 'AllWallets' : 'ConnectingWalletConnect')
    else if (type === 'MULTI_CHAIN') latchkey.router.push('ConnectingMultiChain', { connector, network })
    else {
      const data = { connector, network }
      beginAsking(runtime, data)
      latchkey.router.push('ConnectingExternal', data)
    }
  }
  return (
    <Row
      lead={
        qr && !imageOf(connector, images) ? (
          <span className="tile s40">
            <Icon name="qr" size={24} />
          </span>
        ) : (
          <WalletIcon name={name} src={imageOf(connector, images)} />
        )
      }
      name={name}
      note={
        twin ? (
          (connector.rdns ?? 'Names no source')
        ) : chains.length > 1 && !qr ? (
          <FamilyMarks chains={chains} />
        ) : undefined
      }
      tag={qr ? 'QR code' : type === 'EXTERNAL' ? undefined : 'Installed'}
      testId={qr ? 'wallet-selector-walletconnect' : `wallet-selector-${id}`}
      onNear={() => (qr ? prefetchViews(runtime, 'ConnectingWalletConnect') : latchkey.session.prepare(id))}
      onClick={choose}
    />
  )
}

/** A wallet that is reached through WalletConnect, or is installed after all. */
export function ListedRow({ wallet, why }: { readonly wallet: Listed; readonly why?: string | undefined }) {
  const { latchkey } = useRuntime()
  return (
    <Row
      lead={<WalletIcon name={wallet.name} src={wallet.image_url} />}
      name={wallet.name}
      tag={why === 'recent' ? 'Recent' : undefined}
      testId={`wallet-selector-${why === undefined ? '' : `${why}-`}${wallet.id}`}
      onClick={() => latchkey.modal.selectWallet(wallet)}
    />
  )
}

/** The way to all other wallets; last in the list. Facts 4.2. */
export function AllWalletsRow() {
  const runtime = useRuntime()
  const { latchkey } = runtime
  const reachable = useController(latchkey.connector, ({ connectors }) =>
    connectors.some(({ type }) => type === 'WALLET_CONNECT'),
  )
  const { allWallets, customWallets, features } = useController(latchkey.options)
  const { wallets = [], featured = [], count, loading } = useCatalogue()
  const mobile = usePhone()
  const off = allWallets === 'HIDE' || (allWallets === 'ONLY_MOBILE' && !mobile) || !features.allWallets
  const total = (count ?? wallets.length) + featured.length + (customWallets?.length ?? 0)
  if (!reachable || off) return null
  return (
    <Row
      lead={
        <span className="tile s40">
          <Icon name="grid" size={22} />
        </span>
      }
      name="All Wallets"
      tag={
        loading ? (
          <span className="spin" />
        ) : total > 0 ? (
          walletCount(total)
        ) : (
          <Icon name="forward" size={18} />
        )
      }
      testId="all-wallets"
      onNear={() => prefetchViews(runtime, 'AllWallets')}
      onClick={() => latchkey.router.push('AllWallets')}
    />
  )
}
