import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import type { Amount } from '../../../core/wallet/transaction.ts'
import type { SendDeps } from './send.ts'
import { withoutFee } from './send-fee.ts'
import { requireOn } from './send-form.ts'

/** The balance, and the amount that one send can move now. */
export interface LargestAmount {
  readonly most: bigint
  readonly held: Amount
}

type Deps = Pick<SendDeps, 'account' | 'network' | 'adapters'>

/**
 * Returns the balance of the active account, and the amount that one send can move now. If the adapter can, reads the balance from
 * the network, because the balance of a service includes locked amounts.
 * @param to The recipient, because the fee can depend on it. Default: the account itself.
 */
export async function largestAmount(
  { account, network, adapters }: Deps,
  token: TokenBalance,
  to: string | undefined,
  signal: AbortSignal | undefined,
): Promise<LargestAmount> {
  const { activeNetwork } = network
  const { caipAddress: from, address } = account.active
  if (!from) throw latchkeyError('connection/not-connected')
  requireOn(activeNetwork.caipNetworkId, token)
  const adapter = (await adapters.get(activeNetwork.chainNamespace)) as ChainAdapter
  const readable = adapter.supports(token.asset ? 'balance.token' : 'balance.native')
  const held = readable ? await adapter.getBalance(from, token.asset, { signal }) : token.amount
  const { decimals, symbol } = token.amount
  if (held.decimals !== decimals)
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'decimals', reason: `${symbol} has ${held.decimals} decimals, not ${decimals}` },
    })
  if (!leavesRest({ network }, token)) return { most: held.value, held }
  const payment = { from, to: to ?? address ?? '', asset: token.asset }
  return { most: await withoutFee(adapter, activeNetwork, held.value, payment, signal), held }
}

/**
 * Returns whether a part of the balance can't be sent. The coin pays the fee. Of the tokens, only those of polkadot have an amount
 * that must stay in the account.
 */
export function leavesRest({ network }: Pick<Deps, 'network'>, { asset }: TokenBalance): boolean {
  return !asset || network.activeNetwork.chainNamespace === 'polkadot'
}
