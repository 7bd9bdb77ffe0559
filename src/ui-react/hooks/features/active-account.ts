import type { CaipAddress } from '../../../core/chain/caip.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { useController } from '../use-controller.ts'
import { useLatchkey } from '../use-latchkey.ts'

/** The active account. Undefined while not connected. Rerenders only when it changes. */
export function useActiveAccount(): CaipAddress | undefined {
  const { network, account } = useLatchkey()
  const namespace = useController(network, ({ activeNamespace }) => activeNamespace)
  return useController(account, (families) => families[namespace].caipAddress)
}

/** A `refetch` may be called while nothing is connected. @throws `connection/not-connected` */
export function connected(account: CaipAddress | undefined): CaipAddress {
  if (account) return account
  throw latchkeyError('connection/not-connected')
}
