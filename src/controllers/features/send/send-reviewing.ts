import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { send as limits } from '../../../core/limits.ts'
import { isFresh } from '../../../core/timing.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { PreparedSend, SendParams } from '../../../core/wallet/transaction.ts'
import type { SendDeps, SendReview, Transfer } from './send.ts'
import { mayHaveMultiplier } from './send-form.ts'

/** A prepared transfer. It is valid for 45 s, and only until the form changes. */
export interface Prepared {
  readonly transfer: Transfer
  readonly send: PreparedSend
  readonly review: SendReview
  readonly at: number
}

/** Reads the fee of a transfer, and prepares the transfer for the visitor's review. */
export class SendReviewing {
  readonly #deps: Pick<SendDeps, 'adapters' | 'clock'>
  #prepared: Prepared | undefined

  constructor(deps: Pick<SendDeps, 'adapters' | 'clock'>) {
    this.#deps = deps
  }

  clear(): void {
    this.#prepared = undefined
  }

  /**
   * Prepares a transfer for review.
   * @param shown The review that the visitor saw. The new transfer must not cost more than this review says.
   */
  async prepare(transfer: Transfer, signal: AbortSignal | undefined, shown?: SendReview): Promise<Prepared> {
    const { network, token, amount } = transfer
    const { decimals } = token.amount
    if (token.amount.value < amount)
      throw latchkeyError('validation/insufficient-balance', { values: { symbol: token.amount.symbol } })
    const adapter = (await this.#deps.adapters.get(network.chainNamespace)) as ChainAdapter
    const params: SendParams = {
      from: transfer.from,
      to: transfer.to,
      amount,
      asset: token.asset,
      // Pass the decimals with which the typed amount was parsed.
      ...(token.asset && { decimals }),
      ...(mayHaveMultiplier(token) && { multiplier: token.amount.multiplier ?? 1 }),
      // Allow a recipient without a private key (off-curve) here. The visitor must confirm such a recipient before the wallet is
      // asked.
      ...(network.chainNamespace === 'solana' && { options: { allowOffCurve: true } }),
    }
    const [{ total, maxFee, deposit, tokenFee, detail }, rawUnits] = await Promise.all([
      adapter.estimateFee(params, { signal }),
      hasRawUnits(adapter, transfer, signal),
    ])
    const review: SendReview = {
      fee: total,
      maxFee: { ...total, value: maxFee },
      deposit,
      tokenTransferFee: tokenFee,
      rawUnits,
      dataFee: ('dataFee' in detail && detail.dataFee) || 0n,
      leftAside: ('protectedSats' in detail && detail.protectedSats) || 0n,
      unusualFee: 'unusualRate' in detail && detail.unusualRate === true,
      offCurve: 'offCurve' in detail && detail.offCurve === true,
    }
    const limit = shown ?? review
    const most = limit.maxFee.value + limit.deposit
    const send = await adapter.prepareSend({ ...params, maxFee: most }, { signal })
    const prepared = { transfer, send, review, at: this.#deps.clock.now() }
    if (!signal?.aborted) this.#prepared = prepared
    return prepared
  }

  /** Returns the prepared transfer if it is recent enough for the network to accept it. */
  ready(transfer: Transfer): Prepared | undefined {
    const prepared = this.#prepared
    const young = prepared && isFresh(prepared.at, limits.preparedFor, this.#deps.clock.now())
    return young && prepared.transfer.from === transfer.from ? prepared : undefined
  }
}

/**
 * Returns whether a token that is listed with 0 decimals doesn't state its decimals on the network. A service that doesn't know the
 * decimals may report 0.
 */
async function hasRawUnits(
  adapter: ChainAdapter,
  { from, token }: Transfer,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!token.asset || token.amount.decimals > 0) return false
  return (await adapter.getBalance(from, token.asset, { signal })).raw === true
}
