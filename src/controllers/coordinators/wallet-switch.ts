import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError, throwIfAborted } from '../../core/errors/latchkey-error.ts'
import type { AccountController } from '../wallet/account-controller.ts'
import type { Adapters } from '../wallet/adapters.ts'

/** Has the connected wallet of a family go to a network; resolves with the network where it then is. */
export async function switchWallet(
  deps: { readonly account: Pick<AccountController, 'state'>; readonly adapters: Pick<Adapters, 'get'> },
  target: ChainNetwork,
  signal: AbortSignal,
): Promise<ChainNetwork> {
  const { account, adapters } = deps
  const { chainNamespace } = target
  const { connectionId } = account.state[chainNamespace]
  if (connectionId === undefined) return target
  const adapter = await adapters.get(chainNamespace)
  const seen = await adapter.switchNetwork(connectionId, target, { signal })
  throwIfAborted(signal)
  // The wallet may have gone while it was asked; then its family is where it was.
  if (account.state[chainNamespace].connectionId !== connectionId)
    throw latchkeyError('wallet/closed-during-request')
  return seen
}
