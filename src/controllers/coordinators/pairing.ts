import type { Guard } from '../../core/errors/guard.ts'
import type { DeepLink } from '../../core/wallet/deep-links.ts'
import type { WalletLinks } from '../../core/wallet/link-schemes.ts'
import type { Clock, KeyValueStore, LinkTarget, Logger, Page } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import type { OptionsController } from '../shell/options-controller.ts'
import type { ConnectionsController } from '../wallet/connections-controller.ts'
import type { ConnectorController } from '../wallet/connector-controller.ts'
import type { NetworkController } from '../wallet/network-controller.ts'
import type { SessionController } from './session-controller.ts'

/** The wallet that the visitor chose: what the catalogue says of it. */
export interface PairingWallet extends WalletLinks {
  readonly id: string
  readonly name?: string | undefined
  readonly [field: string]: unknown
}

export interface PairingState {
  /** What a wallet is to scan or to open; undefined until there is one, and once it is of no use. */
  readonly uri: string | undefined
  /** In ms of wall time. */
  readonly expiresAt: number | undefined
  readonly status: 'disconnected' | 'connecting' | 'connected'
  /** The wallet declined, or it failed; until the next attempt. */
  readonly error: unknown
  /** Where the visitor was sent; stored when that leads to a session. */
  readonly linking: { readonly name: string; readonly href: string } | undefined
  /** Newest first, at most two. */
  readonly recentWallets: readonly PairingWallet[]
}

export interface PairingEvents {
  /** How the visitor got there, for who counts: by a code, or by a link on the same device. Facts 3.3. */
  finished: { readonly method: 'qrcode' | 'mobile'; readonly name: string | undefined }
  /** The browser would not open the wallet's app. For who counts. */
  linkFailed: { readonly wallet: PairingWallet; readonly error: unknown }
}

export interface PairingDeps {
  readonly connector: Pick<
    ConnectorController,
    'state' | 'walletConnect' | 'onFound' | 'activeOf' | 'setRecent'
  >
  readonly network: Pick<NetworkController, 'state'>
  readonly connections: Pick<ConnectionsController, 'connectedNamespaces'>
  readonly session: Pick<SessionController, 'connect' | 'on' | 'prepare'>
  readonly options: Pick<OptionsController, 'state'>
  readonly persistence: Pick<Persistence, 'get' | 'set' | 'remove' | 'addRecentWallet'>
  /** Where the WalletConnect library looks for the link that brings the wallet to the front. */
  readonly storage: Pick<KeyValueStore, 'set' | 'remove'>
  readonly page: Pick<Page, 'traits' | 'location' | 'global' | 'open'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly guard: Guard
  readonly log: Pick<Logger, 'error' | 'debug'>
}

/** What a tap opens, and in which window. */
export interface OpenLink {
  readonly open: string
  readonly target: LinkTarget
}

/** Where a tap leads, and how it opens. */
export type PairingLink = DeepLink & OpenLink
