import type { CaipAddress } from '../../../core/chain/caip.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { useController } from '../use-controller.ts'
import { useLatchkey } from '../use-latchkey.ts'

/** Returns the active account, or undefined while not connected. Rerenders only when the account changes. */
export function useActiveAccount(): CaipAddress | undefined {
  const { network, account } = useLatchkey()
  const namespace = useController(network, ({ activeNamespace }) => activeNamespace)
  return useController(account, (families) => families[namespace].caipAddress)
}

/**
 * Returns the account. Throws while nothing is connected, because a component can call `refetch` at any time.
 * @throws `connection/not-connected`
 */
export function connected(account: CaipAddress | undefined): CaipAddress {
  if (account) return account
  throw latchkeyError('connection/not-connected')
}
