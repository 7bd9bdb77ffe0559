import { useSyncExternalStore } from 'react'
import type { CatalogueWallet } from '../controllers/shell/views.ts'
import { useRuntime } from './runtime.ts'
import type { Readable } from './use-controller.ts'

/** A wallet that a view lists, with a picture where there is one. */
export interface Listed extends CatalogueWallet {
  readonly image_url?: string | undefined
  readonly homepage?: string | undefined
  readonly link_mode?: string | null | undefined
}

/** What the views read of a client's catalogue and of its pairings, where it has them. */
export interface WalletLists {
  readonly featured?: readonly Listed[]
  readonly recommended?: readonly Listed[]
  readonly wallets?: readonly Listed[]
  readonly count?: number
  readonly loading?: boolean
}
export interface PairingState {
  readonly uri?: string | undefined
  readonly expiresAt?: number | undefined
  readonly recentWallets?: readonly Listed[]
}
export interface PairingPart extends Readable<PairingState> {
  /** The wallet that the visitor follows a link to, or scans with: remembered once it is connected. */
  choose?(wallet: Listed | undefined, link?: { readonly name: string; readonly href: string }): void
}
interface Parts {
  readonly catalogue?: Readable<WalletLists> | undefined
  readonly pairing?: PairingPart | undefined
}

const nothing: WalletLists & PairingState = {}
const none: Readable<WalletLists & PairingState> = {
  subscribe: () => () => {},
  getSnapshot: () => nothing,
  getInitialSnapshot: () => nothing,
}

export function useParts(): Parts {
  return useRuntime().latchkey as unknown as Parts
}

export function useCatalogue(): WalletLists {
  const { subscribe, getSnapshot, getInitialSnapshot } = useParts().catalogue ?? none
  return useSyncExternalStore(subscribe, getSnapshot, getInitialSnapshot)
}

export function usePairingState(): PairingState {
  const { subscribe, getSnapshot, getInitialSnapshot } = useParts().pairing ?? none
  return useSyncExternalStore(subscribe, getSnapshot, getInitialSnapshot)
}
