import type { ServiceWallet } from '../../core/wallet/wallet-service.ts'
import type { Seal, Sealed } from '../store/seal.ts'
import type { Store } from '../store/store.ts'

/** This browser's share of a split, sealed. */
export interface DeviceShare {
  readonly version: number
  /** The name of the service's share of the same split: versions are counted, splits are told apart by this. */
  readonly pairsWith: string
  readonly addresses: ServiceWallet['addresses']
  /** Whether the service is known to have the other half. Until then nobody may throw away what was before. */
  readonly current: boolean
  readonly sealed: Sealed
}

/** The shares of the users of this browser. */
export interface DeviceShares {
  of(userId: string): Promise<readonly DeviceShare[]>
  /** Of whom there are any. */
  users(): Promise<readonly string[]>
  /** Keeps the share of a split that the service may soon have. */
  add(userId: string, split: Omit<DeviceShare, 'current' | 'sealed'>, share: Uint8Array): Promise<void>
  /** The service has the other half of this one: those of earlier splits are of no use any more. */
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
          // One of a later version may be on its way to the service.
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
