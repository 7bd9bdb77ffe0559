import { hex } from '@scure/base'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { bytesIn, decodeProto, encodeProto, numberIn } from '../../../core/protobuf.ts'
import { requireFeeWithin } from '../../shared/fee-limit.ts'
import { chainOf } from '../asset.ts'
import { authInfoBytes, bodyBytes, type Draft, type Fee, rawTransaction, signModes } from '../sign-doc.ts'
import type { chainQueries } from './client.ts'
import { priceDecimals } from './prices.ts'

/**
 * A placeholder for the public key: the curve's generator point. An estimate has no key, and a simulation checks only the key's
 * length.
 */
const anyKey = hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')

/** Returns the gas that a simulation used, plus 30%, because the state can change before a block includes the transaction. */
export async function simulateGas(
  queries: ReturnType<typeof chainQueries>,
  draft: Omit<Draft, 'fee'>,
): Promise<bigint> {
  // Simulations ignore the gas limit, but a fee without any value wouldn't be encoded at all. So set the limit to 1.
  const nothing: Fee = { amount: [], gas: 1n }
  const transaction = rawTransaction(
    bodyBytes(draft),
    authInfoBytes({ ...draft, publicKey: anyKey, mode: signModes.direct, fee: nothing }),
    new Uint8Array(64),
  )
  const answer = await queries.ask('cosmos.tx.v1beta1.Service', 'Simulate', encodeProto([2, transaction]))
  const info = decodeProto(bytesIn(decodeProto(answer) ?? [], 1)[0] ?? new Uint8Array())
  const used = info ? numberIn(info, 2) : 0n
  if (used <= 0n || used > 2n ** 53n)
    throw latchkeyError('rpc/invalid-value', { values: { method: 'Simulate' } })
  return (used * 13n + 9n) / 10n
}

/** Returns the fee for the gas in the native denomination, rounded up to the smallest unit. `price` has 18 decimals. */
export function feeFor(gas: bigint, denom: string, price: bigint): Fee {
  const one = 10n ** BigInt(priceDecimals)
  const amount = (gas * price + one - 1n) / one
  return { gas, amount: amount > 0n ? [{ denom, amount: String(amount) }] : [] }
}

export function totalOf(fee: Fee | undefined, denom: string): bigint {
  return (fee?.amount ?? [])
    .filter((coin) => coin.denom === denom && /^\d{1,78}$/.test(coin.amount))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}

/**
 * Checks a fee against the caller's limit. The limit is in the native coin, so a fee in another coin is always above the limit.
 * @throws `wallet/fee-above-limit`
 */
export function checkFee(
  network: ChainNetwork<'cosmos'>,
  fee: Fee | undefined,
  maxFee: bigint | undefined,
): void {
  if (maxFee === undefined) return
  const { denom } = chainOf(network)
  const { amount = [] } = fee ?? {}
  // Refuses amounts that aren't plain decimal digits, because a chain may parse them differently.
  const plain = amount.every((coin) => coin.denom === denom && /^\d{1,78}$/.test(coin.amount))
  if (!fee || !plain)
    throw latchkeyError('wallet/fee-above-limit', {
      values: {
        fee: amount.map((coin) => `${coin.amount} ${coin.denom}`).join(', ') || 'an unknown size',
        limit: `${maxFee} ${denom}`,
      },
    })
  requireFeeWithin(maxFee, totalOf(fee, denom), network)
}
