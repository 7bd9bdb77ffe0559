import type { Guard } from '../../core/errors/guard.ts'
import type { DeepLink } from '../../core/wallet/links/deep-links.ts'
import type { WalletLinks } from '../../core/wallet/links/link-schemes.ts'
import type { Clock, KeyValueStore, LinkTarget, Logger, Page } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import type { OptionsController } from '../shell/options-controller.ts'
import type { AccountController } from '../wallet/account-controller.ts'
import type { CatalogueController } from '../wallet/catalogue-controller.ts'
import type { ConnectionsController } from '../wallet/connections-controller.ts'
import type { ConnectorController } from '../wallet/connector-controller.ts'
import type { NetworkController } from '../wallet/network-controller.ts'
import type { SessionController } from './session-controller.ts'

/** A wallet that the visitor chose, as the catalogue describes it. */
export interface PairingWallet extends WalletLinks {
  readonly id: string
  readonly name?: string | undefined
  readonly [field: string]: unknown
}

export interface PairingState {
  /** The pairing URI for a QR code or link. Undefined until the pairing has a URI, and after the pairing has ended. */
  readonly uri?: string | undefined
  /** When the URI expires: ms since the Unix epoch. */
  readonly expiresAt?: number | undefined
  readonly status: 'disconnected' | 'connecting' | 'connected'
  /** Why the last attempt failed, such as a rejection in the wallet. Cleared by the next attempt and when the modal closes. */
  readonly error: unknown
  /** The wallet link that the visitor opened. Stored if the wallet connects. */
  readonly linking?: { readonly name: string; readonly href: string } | undefined
  /** The last two wallets that the visitor used, newest first. */
  readonly recentWallets: readonly PairingWallet[]
  /**
   * The link to the connected wallet's app, while a request is pending and the app may be on this device. When the relay has
   * accepted the request, Latchkey opens the link itself, unless the browser or the wallet doesn't allow it. So also show the link
   * as a button, as the modal does.
   */
  readonly requestLink?: RequestLink | undefined
}

/** A link to the app of the connected wallet. */
export interface RequestLink extends OpenLink {
  readonly name: string
}

export interface PairingEvents {
  /** A wallet connected, by QR code or by a link on this device. For analytics (S3.3.3). */
  finished: { readonly method: 'qrcode' | 'mobile'; readonly name: string | undefined }
  /** The browser did not open the wallet's app. For analytics. */
  linkFailed: { readonly wallet: PairingWallet; readonly error: unknown }
}

export interface PairingDeps {
  readonly connector: Pick<
    ConnectorController,
    'state' | 'walletConnect' | 'onFound' | 'activeOf' | 'setRecent'
  >
  readonly network: Pick<NetworkController, 'state'>
  readonly account: Pick<AccountController, 'state'>
  readonly catalogue: Pick<CatalogueController, 'state'>
  readonly connections: Pick<ConnectionsController, 'connectedNamespaces'>
  readonly session: Pick<SessionController, 'connect' | 'on' | 'prepare'>
  readonly options: Pick<OptionsController, 'state'>
  readonly persistence: Pick<Persistence, 'get' | 'set' | 'remove' | 'onExternalChange'>
  /** The storage in which WalletConnect libraries look for the link that opens the wallet's app. */
  readonly storage: Pick<KeyValueStore, 'set' | 'remove'>
  readonly page: Pick<Page, 'traits' | 'location' | 'global' | 'open'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly guard: Guard
  readonly log: Pick<Logger, 'error' | 'debug'>
}

/** A link, and the window that it opens in. */
export interface OpenLink {
  readonly open: string
  readonly target: LinkTarget
}

/** A link that opens this page in the phone's own browser. */
export interface BrowserLink extends OpenLink {
  /** Whether this web view probably blocks links to wallets. */
  readonly needed: boolean
}

/** A wallet's deep link, the URL to open, and the window that it opens in. */
export type PairingLink = DeepLink & OpenLink
