import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { swapLimits as limits } from '../../../core/limits.ts'
import type { SwapNamespace, SwapRequest } from '../../../core/wallet/payments/swap-provider.ts'
import type { SwapDeps, SwapState } from './swap.ts'

type Deps = Pick<SwapDeps, 'account'>

/** A swap request on any family with swaps. */
export type AnySwapRequest = SwapRequest<SwapNamespace>

/** The account that swaps, and the network of the tokens. */
export interface SwapAccount {
  readonly account: CaipAddress<SwapNamespace>
  readonly network: ChainNetwork<SwapNamespace>
}

/**
 * Returns the account that swaps. Returns undefined if no account is connected, or if the active account isn't on the network of
 * the tokens.
 */
export function swapAccount({ account }: Deps, { network }: SwapState): SwapAccount | undefined {
  const { caipAddress } = account.active
  if (!network || !caipAddress?.startsWith(`${network.caipNetworkId}:`)) return undefined
  return { network, account: caipAddress as CaipAddress<SwapNamespace> }
}

/**
 * Returns the account that swaps.
 * @throws `flow/aborted` if the account or network has changed since the request.
 */
export function requireAccount(deps: Deps, state: SwapState, { account }: AnySwapRequest): SwapAccount {
  const found = swapAccount(deps, state)
  if (found?.account === account) return found
  throw latchkeyError('flow/aborted')
}

export function isActive({ account }: Deps, request: Pick<AnySwapRequest, 'account'>): boolean {
  return account.active.caipAddress === request.account
}

/** Returns the account and the network's id as fields of a request. */
export function inRequest({ account, network }: SwapAccount) {
  return { account, network: network.caipNetworkId }
}

/** Returns the swap that the form describes. Returns undefined if the form isn't complete. */
export function requestOf(deps: Deps, form: SwapState): AnySwapRequest | undefined {
  const { sourceToken: from, toToken: to, amount, toNetwork } = form
  const account = swapAccount(deps, form)
  if (!account || !from || !to || amount === undefined) return undefined
  const bridged = toNetwork && { toNetwork: toNetwork.caipNetworkId }
  return { ...inRequest(account), ...bridged, from, to, amount, slippage: limits.slippage }
}

/** Returns the fields of a request that name the network on which the account receives the tokens. */
export function receivingIn({
  account,
  network,
  toNetwork = network,
}: Pick<AnySwapRequest, 'account' | 'network' | 'toNetwork'>) {
  const received: CaipAddress<SwapNamespace> = `${toNetwork}:${account.slice(network.length + 1)}`
  return { account: received, network: toNetwork satisfies CaipNetworkId }
}
