import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { feeOf } from '../signed.ts'
import { totalOf } from './fees.ts'
import { priceDecimals } from './prices.ts'

/**
 * The maximum ratio of a required fee to the refused fee. A price above this ratio isn't remembered. So after a refused fee of 0,
 * no price is remembered. This value isn't from a specification.
 */
const mostRise = 10n

/**
 * For each network, the price that a node required when it refused a fee. Each price is offered for one payment only, so that a
 * node can't raise the fee again and again.
 */
export class RequiredPrices {
  readonly #prices = new Map<string, bigint>()

  /** Returns the required price of a unit of gas, with 18 decimals. Returns 0 if no node required a price. */
  at(network: string): bigint {
    return this.#prices.get(network) ?? 0n
  }

  /** Removes the network's price. Call this after a node has accepted a payment. */
  forget(network: string): void {
    this.#prices.delete(network)
  }

  /**
   * If the network already has a required price, only removes it. Otherwise, reads the price from a
   * node's refusal, such as `insufficient fees; got: 10uatom required: 25uatom` (cosmos-sdk,
   * x/auth/ante).
   */
  learn(network: string, transaction: Uint8Array, { details = '' }: LatchkeyError, denom: string): void {
    if (this.#prices.delete(network)) return
    const fee = feeOf(transaction)
    const paid = totalOf(fee, denom)
    const [, list = ''] = /required: ?(\S+?):?(?:\s|$)/.exec(details) ?? []
    const amounts = list.split(',').flatMap((coin) => {
      const [, amount, of] = /^(\d{1,38})([a-zA-Z].*)$/.exec(coin) ?? []
      return amount !== undefined && of === denom ? [BigInt(amount)] : []
    })
    const [required = 0n] = amounts
    if (!fee || fee.gas <= 0n || required <= paid || required > paid * mostRise) return
    const scaled = required * 10n ** BigInt(priceDecimals)
    this.#prices.set(network, (scaled + fee.gas - 1n) / fee.gas)
  }
}
