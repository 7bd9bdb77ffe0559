import type { ServiceWallet } from '../../core/wallet/wallet-service.ts'
import type { Seal, Sealed } from '../store/seal.ts'
import type { Store } from '../store/store.ts'

/** This browser's share of a key, encrypted. */
export interface DeviceShare {
  readonly version: number
  /**
   * The fingerprint of the service's share of the same split. A split is the set of shares into which the key is divided. Two
   * splits can have the same version, but not the same fingerprint.
   */
  readonly pairsWith: string
  readonly addresses: ServiceWallet['addresses']
  /** Whether the service is known to have the matching share. While this is false, earlier shares must not be deleted. */
  readonly current: boolean
  readonly sealed: Sealed
}

/** The key shares of this browser's users. */
export interface DeviceShares {
  of(userId: string): Promise<readonly DeviceShare[]>
  /** Returns the ids of users with shares. */
  users(): Promise<readonly string[]>
  /** Stores a share. For a new split, call this before the service gets the matching share. */
  add(userId: string, split: Omit<DeviceShare, 'current' | 'sealed'>, share: Uint8Array): Promise<void>
  /** Records that the service has the matching share. Deletes the user's other shares, except those with a later version. */
  promote(userId: string, share: DeviceShare): Promise<void>
  open(userId: string, share: DeviceShare): Promise<Uint8Array>
}

export function deviceShares(store: Store, seal: Seal): DeviceShares {
  const prefix = 'shares '
  const nameOf = (userId: string) => prefix + userId
  return {
    of: async (userId) => (await store.get<readonly DeviceShare[]>(nameOf(userId))) ?? [],
    users: async () =>
      (await store.names())
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length)),
    async add(userId, split, share) {
      const sealed = await seal.close(share, bound(userId, split))
      await store.change<readonly DeviceShare[]>(nameOf(userId), (all = []) => [
        ...all.filter(({ pairsWith }) => pairsWith !== split.pairsWith),
        { ...split, current: false, sealed },
      ])
    },
    async promote(userId, { version, pairsWith }) {
      await store.change<readonly DeviceShare[]>(nameOf(userId), (all = []) =>
        all.flatMap((one) => {
          if (one.pairsWith === pairsWith) return [{ ...one, current: true }]
          // Keep shares of later splits: the service may be about to get the matching share.
          return one.version > version ? [one] : []
        }),
      )
    },
    open: (userId, share) => seal.open(share.sealed, bound(userId, share)),
  }
}

function bound(userId: string, { version, pairsWith }: Pick<DeviceShare, 'version' | 'pairsWith'>): string {
  return JSON.stringify(['device share', userId, version, pairsWith])
}
