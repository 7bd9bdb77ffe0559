import { minimumOf } from '../../../core/amounts/swap-figures.ts'
import { isSameAddress } from '../../../core/chain/same-address.ts'
import type { SwapToken } from '../../../core/wallet/payments/swap-provider.ts'
import type { DecodedBridge } from '../../../core/wallet/payments/swap-support.ts'
import type { Amount } from '../../../core/wallet/transaction.ts'
import type { SwapTerms } from './swap.ts'
import type { AnySwapRequest } from './swap-account.ts'
import { differs } from './swap-check.ts'

interface FirstNetwork {
  /** The tokens of the first network, as the provider or the host lists them. */
  readonly tokens: readonly SwapToken[]
  /** The symbol and decimals of the first network's native coin. */
  readonly coin: Pick<Amount, 'symbol' | 'decimals'>
}

/**
 * Returns what the account gets back if the second half of a swap between networks (the payment on the other network) fails. The
 * refund must be worth about as much as the swap. No relayer is forced to pay the promised output. So without this check, a
 * hostile service could promise any output, but swap the tokens for a worthless token or a tiny amount. Two refunds are accepted.
 * In the sold token: at least the sold amount minus the slippage. In the first network's token with the same symbol as the token
 * to receive: at least the swap's minimum.
 * @throws `swap/mismatch` if the refund is worth less.
 */
export function refundOf(
  bridge: DecodedBridge,
  { from, to, amount, slippage }: AnySwapRequest,
  { minimum }: Pick<SwapTerms, 'minimum'>,
  { tokens, coin }: FirstNetwork,
): Amount {
  const listed = tokens.find(({ address }) => address !== undefined && isSameAddress(address, bridge.token))
  const token = listed ?? (bridge.isWrapped ? { ...coin, symbol: `W${coin.symbol}` } : undefined)
  if (!token) throw differs('refund token', `the bridge would refund ${bridge.token}, which isn't listed`)
  const { decimals, symbol } = token
  const isSold = from.address === undefined ? bridge.isWrapped : isSameAddress(from.address, bridge.token)
  if (!isSold || bridge.amount < minimumOf(amount, slippage)) {
    const names = bridge.isWrapped ? [symbol, ...coinNames(coin)] : [symbol]
    const wanted = to.address === undefined ? coinNames(to) : [to.symbol]
    if (!names.some((name) => wanted.includes(name)))
      throw differs('refund token', `the bridge would refund ${symbol}, but pays ${to.symbol}`)
    if (bridge.amount * 10n ** BigInt(to.decimals) < minimum * 10n ** BigInt(decimals))
      throw differs('refund', `the bridge could refund as little as ${bridge.amount}`)
  }
  return { value: bridge.amount, decimals, symbol }
}

function coinNames({ symbol }: { readonly symbol: string }): readonly string[] {
  return [symbol, `W${symbol}`]
}
