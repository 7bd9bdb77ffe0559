import type { ServicePasskey, ServiceWallet } from '../../core/wallet/wallet-service.ts'
import type { Store } from '../store/store.ts'

/** The visitor's share, encrypted with a passkey, and the wallet to which it belongs. */
export interface PasskeyCopy extends Omit<ServicePasskey, 'confirmKey'> {
  readonly addresses: ServiceWallet['addresses']
}

/**
 * Copies of the data that the service stores for the visitor's passkeys. From a copy, the passkey
 * and this browser's share of the same split, the wallet can restore the key. This works even if the
 * service is gone, or if the key was split into new shares. Without the passkey, a copy is useless.
 */
export interface PasskeyCopies {
  /** Adds copies for the current split. The copies for earlier splits stay. */
  keep(userId: string, wallet: ServiceWallet, passkeys: readonly ServicePasskey[]): Promise<void>
  /** Returns the copies of all users of this browser. The newest splits come first. */
  all(): Promise<readonly PasskeyCopy[]>
}

const prefix = 'passkey copies '
/** The maximum number of copies per user. The oldest copies are deleted. */
const mostCopies = 100

export function passkeyCopiesIn(store: Store): PasskeyCopies {
  return {
    async keep(userId, { version, addresses }, passkeys) {
      const current = passkeys.filter((passkey) => passkey.version === version)
      if (current.length === 0) return
      await store.change<readonly PasskeyCopy[]>(prefix + userId, (known = []) => {
        const others = known.filter(
          (copy) => !current.some(({ id }) => id === copy.id && copy.version === version),
        )
        const made = current.map(({ id, sealed }): PasskeyCopy => ({ id, version, sealed, addresses }))
        return [...others, ...made].slice(-mostCopies)
      })
    },
    async all() {
      const names = (await store.names()).filter((name) => name.startsWith(prefix))
      const lists = await Promise.all(names.map((name) => store.get<readonly PasskeyCopy[]>(name)))
      return lists.flatMap((list) => list ?? []).sort((a, b) => b.version - a.version)
    },
  }
}
