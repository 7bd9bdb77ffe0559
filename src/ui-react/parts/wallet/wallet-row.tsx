import type { ConnectorState } from '../../../controllers/wallet/connectors.ts'
import { chainNamespaces } from '../../../core/chain/namespace.ts'
import { unknownScheme } from '../../../core/wallet/links/deep-links.ts'
import type { CatalogueWallet } from '../../../core/wallet/list/catalogue-wallet.ts'
import { installedAs } from '../../../core/wallet/list/known-wallets.ts'
import type { ConnectorView } from '../../../core/wallet/list/wallet-list.ts'
import { type LookAlikeReason, type WalletRow, walletCount } from '../../../core/wallet/list/wallet-rows.ts'
import { usePausable } from '../../hooks/use-pausable.ts'
import { usePhone } from '../../hooks/use-phone.ts'
import { buttonWords } from '../../language/button-words.ts'
import { connectWords, walletWords } from '../../language/english/connect.ts'
import { nameWords } from '../../language/english/shell.ts'
import type { Language } from '../../language/language.ts'
import { useLanguage } from '../../language/use-language.ts'
import { prefetchViews } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import { walletConnect, walletName } from '../names.ts'
import { FamilyMarks } from '../network/families.tsx'
import { Row } from '../row.tsx'
import { chooseConnector } from './choose-connector.ts'
import { ConnectorPicture } from './connector-picture.tsx'
import { imageOf, WalletIcon } from './wallet-icon.tsx'
import { WalletPicture } from './wallet-picture.tsx'

const buttonScope = { name: 'button', strings: buttonWords } as const

type Claim = Extract<WalletRow, { connector: object }>['claim']

/** Shows an installed wallet or another connector. The whole row is a button. */
export function ConnectorRow({
  connector,
  lookAlikeReason,
  claim,
  remembered = false,
}: {
  readonly connector: ConnectorView
  /** Whether the visitor was connected to this wallet before and can reconnect. */
  readonly remembered?: boolean
  readonly lookAlikeReason?: LookAlikeReason | undefined
  readonly claim?: Claim
}) {
  const language = useLanguage()
  const { say } = language
  const runtime = useRuntime()
  const { latchkey } = runtime
  const images = usePausable(latchkey.options, (state) => state.connectorImages)
  const { id, type, name, chains } = connector
  if (type === 'WALLET_CONNECT') return <WalletConnectRow image={imageOf(connector, images)} />
  return (
    <Row
      lead={<ConnectorPicture connector={connector} name={name} />}
      name={
        remembered
          ? say(buttonScope, 'reconnect', { wallet: walletName(language, name) })
          : walletName(language, name)
      }
      note={
        lookAlikeReason ? (
          // Wraps the whole label, but limits its height.
          <span style={{ display: 'block', whiteSpace: 'normal', overflowWrap: 'anywhere', maxHeight: 48 }}>
            {sourceOf(language, connector, lookAlikeReason)}
          </span>
        ) : chains.length > 1 ? (
          <FamilyMarks chains={chains} />
        ) : undefined
      }
      tag={claim ? placeOf(language, claim) : type === 'EXTERNAL' ? undefined : say(walletWords, 'installed')}
      testId={`wallet-selector-${id}`}
      onPrefetch={() => {
        if (type === 'MULTI_CHAIN') prefetchViews(runtime, 'ConnectingMultiChain')
        latchkey.session.prepare(id)
      }}
      onClick={() => chooseConnector(latchkey, { connector })}
    />
  )
}

/** Returns a label that distinguishes a wallet from other wallets that claim the same id. */
function placeOf({ say, number }: Language, claim: number) {
  return claim === 1
    ? say(walletWords, 'firstClaim')
    : say(walletWords, 'laterClaim', { number: number(claim) })
}

/** Returns a label with the origin of a wallet that could be confused with another wallet. */
function sourceOf({ say }: Language, { rdns }: ConnectorView, lookAlikeReason: LookAlikeReason) {
  if (!rdns) return say(walletWords, 'noSource')
  return lookAlikeReason === 'rdns' ? say(walletWords, 'sameSource', { source: rdns }) : <bdi>{rdns}</bdi>
}

/**
 * Shows a row that connects through WalletConnect: with a QR code, or with a link on a phone. If the list has only this row, set
 * `explained` to show a note.
 */
export function WalletConnectRow({
  image,
  explained = false,
}: {
  readonly image?: string | undefined
  readonly explained?: boolean
}) {
  const { say } = useLanguage()
  const runtime = useRuntime()
  const { router, session, connector, traits } = runtime.latchkey
  const before = useWalletBehindRelay()
  return (
    <Row
      lead={
        image ? (
          <WalletIcon name={walletConnect} src={image} />
        ) : (
          <span className="tile s40">
            <Icon name="qr" size={24} />
          </span>
        )
      }
      name={walletConnect}
      note={
        before
          ? say(walletWords, 'takesPlace', { wallet: before })
          : explained
            ? say(walletWords, 'anyByCode')
            : undefined
      }
      tag={usePhone() ? <Icon name="forward" size={18} /> : say(walletWords, 'byCode')}
      testId="wallet-selector-walletconnect"
      onPrefetch={() => {
        prefetchViews(runtime, 'ConnectingWalletConnect')
        // With Save-Data, don't load the large library yet, because a touch may be only the start of a scroll.
        if (!traits.saveData) session.prepare(connector.walletConnect?.id, [])
      }}
      onClick={() => router.push('ConnectingWalletConnect')}
    />
  )
}

/**
 * Returns the name of the wallet that is connected through WalletConnect. Only one session exists at a time, so connecting
 * another wallet replaces the session.
 */
function useWalletBehindRelay(): string | undefined {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  usePausable(latchkey.connections)
  const unnamed = say(nameWords, 'connectedWallet')
  return usePausable(latchkey.account, (accounts) => {
    const family = chainNamespaces.find((one) => latchkey.connector.activeOf(one)?.type === 'WALLET_CONNECT')
    return family && (accounts[family].connectedWalletInfo?.name ?? unnamed)
  })
}

/** Shows a row for a catalogue wallet. The row connects through WalletConnect, or directly if the wallet is installed. */
export function ListedRow({
  wallet,
  why,
}: {
  readonly wallet: CatalogueWallet
  readonly why?: string | undefined
}) {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const phone = usePhone()
  const { customWallets } = usePausable(latchkey.options)
  const { mobile_link: app } = wallet
  // On a phone, a tap opens the app at once. So if the scheme of the app's link is unknown, show the scheme before the tap.
  const scheme = phone && app ? unknownScheme(app, customWallets) : undefined
  return (
    <Row
      lead={<WalletPicture wallet={wallet} />}
      name={wallet.name}
      note={scheme && say(walletWords, 'scheme', { scheme })}
      tag={why === 'recent' ? say(walletWords, 'recent') : undefined}
      testId={`wallet-selector-${why === undefined ? '' : `${why}-`}${wallet.id}`}
      // Before the tap, load the code that opens the app.
      onPrefetch={() => latchkey.pairing.prepare()}
      onClick={() => {
        const connector = installedAs(wallet, latchkey.connector.state.connectors)
        if (connector) chooseConnector(latchkey, { connector, wallet })
        else latchkey.modal.selectWallet(wallet)
      }}
    />
  )
}

/** Shows the last row of the list, which leads to all wallets (S3.4.2). */
export function AllWalletsRow() {
  const language = useLanguage()
  const runtime = useRuntime()
  const { latchkey } = runtime
  const off = useAllWalletsOff()
  const { count: listed } = usePausable(latchkey.catalogue)
  if (off) return null
  return (
    <Row
      lead={
        <span className="tile s40">
          <Icon name="grid" size={22} />
        </span>
      }
      name={language.say(connectWords, 'allWallets')}
      tag={listed > 0 ? <bdi dir="ltr">{countIn(language, listed)}</bdi> : <Icon name="forward" size={18} />}
      testId="all-wallets"
      onPrefetch={() => prefetchViews(runtime, 'AllWallets')}
      onClick={() => latchkey.router.push('AllWallets')}
    />
  )
}

/** Formats `120+` with the language's digits. */
function countIn({ number }: Language, count: number): string {
  return walletCount(count).replace(/\d+/, (digits) => number(Number(digits)))
}

/**
 * Returns whether the list of all wallets is off. It is always off without WalletConnect, because only installed wallets can then
 * connect.
 */
export function useAllWalletsOff(): boolean {
  const { latchkey } = useRuntime()
  const reachable = usePausable(latchkey.connector, hasWalletConnect)
  const { allWallets, features } = usePausable(latchkey.options)
  const phone = usePhone()
  return (
    !reachable || allWallets === 'HIDE' || (allWallets === 'ONLY_MOBILE' && !phone) || !features.allWallets
  )
}

export function hasWalletConnect({ connectors }: ConnectorState): boolean {
  return connectors.some(({ type }) => type === 'WALLET_CONNECT')
}
