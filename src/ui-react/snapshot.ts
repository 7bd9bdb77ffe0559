import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { Latchkey } from '../client/create-latchkey.ts'
import type { AccountState } from '../controllers/wallet/account-controller.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import type { AccountSnapshot } from '../core/wallet/account-snapshot.ts'
import type { Unsubscribe } from '../ports.ts'
import { useController } from './hooks/use-controller.ts'

/** The account of the last visit. It is shown until the client has restored the account or failed to do so. */
export const SnapshotContext = createContext<AccountSnapshot | undefined>(undefined)

/**
 * Returns the snapshot while the client is still restoring the account, then undefined. Writes the cookie for the next visit.
 * @param given Undefined if the host doesn't use snapshots. Null if there is no snapshot yet.
 */
export function useSnapshot(
  latchkey: Latchkey,
  given: AccountSnapshot | null | undefined,
): AccountSnapshot | undefined {
  const [shown, setShown] = useState(() => {
    const isOffered = latchkey.network.state.requestedNetworks.some(
      ({ chainNamespace }) => chainNamespace === given?.namespace,
    )
    return given && isOffered ? given : undefined
  })
  const isUsed = given !== undefined

  useEffect(() => {
    if (!shown) return
    const settle = () => {
      if (latchkey.account.state[shown.namespace].status !== 'restoring') setShown(undefined)
    }
    // The client starts in a microtask after its creation. So check the status in a later microtask.
    Promise.resolve().then(settle)
    return latchkey.account.subscribe(settle)
  }, [latchkey, shown])

  useEffect(() => {
    if (!isUsed) return
    let stop: Unsubscribe | undefined
    let gone = false
    import('./snapshot-cookie.ts')
      .then(({ keepSnapshotCookie }) => {
        if (!gone) stop = keepSnapshotCookie(latchkey)
      })
      // Ignore the error: without the cookie, the server renders the next page as for a new visitor.
      .catch(() => {})
    return () => {
      gone = true
      stop?.()
    }
  }, [latchkey, isUsed])

  return shown
}

/**
 * Returns the first of these that is known: `namespace`, the snapshot's family, the active family. A component that passes a
 * family doesn't rerender when the active family changes.
 */
export function useShownFamily(latchkey: Latchkey, namespace: ChainNamespace | undefined): ChainNamespace {
  const family = useController(latchkey.network, (state) => namespace ?? state.activeNamespace)
  const snapshot = useContext(SnapshotContext)
  return namespace ?? snapshot?.namespace ?? family
}

/**
 * Returns a family's account. If the snapshot is of this family and no account is connected yet, returns the snapshot's account
 * with the status `restoring`.
 */
export function useShownAccount(latchkey: Latchkey, family: ChainNamespace): AccountState {
  const account = useController(latchkey.account, (state) => state[family] as AccountState)
  const snapshot = useContext(SnapshotContext)
  const isShown = snapshot?.namespace === family && account.address === undefined
  const address = isShown ? snapshot.address : undefined
  return useMemo(() => (address ? { ...account, status: 'restoring', address } : account), [account, address])
}
