import { base64 } from '@scure/base'
import { formatUnits } from '../../../core/amounts/units.ts'
import type { CaipAssetId } from '../../../core/chain/caip.ts'
import { publicKeyTypeOf } from '../../../core/chain/cosmos.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { broadcastKnown } from '../../../core/errors/broadcast-error.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { markDoubtful } from '../../../core/errors/not-sent.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { Transaction } from '../../../core/wallet/family.ts'
import type {
  Amount,
  SendParams,
  SentTransaction,
  TransactionStatus,
} from '../../../core/wallet/transaction.ts'
import type { CallOptions } from '../../../ports.ts'
import type { ChainFee, FamilyChain } from '../../shared/family.ts'
import { chainOf, denomOf } from '../asset.ts'
import type { Draft } from '../sign-doc.ts'
import { feeOf } from '../signed.ts'
import { readAccount } from './account.ts'
import { checkTransaction } from './check-transaction.ts'
import { chainQueries, onChain } from './client.ts'
import { checkFee, feeFor, simulateGas, totalOf } from './fees.ts'
import { hashOf } from './hash.ts'
import { encodeMessages, transferOf } from './messages.ts'
import { priceDecimals, readGasPrice } from './prices.ts'
import { referenceOf } from './replacement.ts'
import { RequiredPrices } from './required-prices.ts'
import { nextSequence, refusal } from './sdk-errors.ts'
import { readSpendable } from './spendable.ts'
import { goodFor, isKnown, mayHave, readHead, readStatus } from './status.ts'
import { chainUnit, knownUnit, type Unit } from './units.ts'

type Network = ChainNetwork<'cosmos'>
type Context = Pick<AdapterContext, 'rpc'> & Partial<Pick<AdapterContext, 'endpoints'>>

interface BroadcastAnswer {
  readonly code?: unknown
  readonly codespace?: unknown
  readonly log?: unknown
  /** Whether an earlier attempt of this broadcast may have sent the transaction (`broadcastAttempts`). */
  readonly doubtful?: unknown
}

/**
 * The SDK's code for a transaction that the node already has in its mempool or cache (cosmos-sdk, types/errors,
 * ErrTxInMempoolCache).
 */
const inCache = 19

/**
 * Reads from cosmos networks, and prepares and broadcasts transactions. This class needs stargate, so the adapter imports it only
 * at the first read or send.
 */
export class CosmosChain implements FamilyChain<'cosmos'> {
  readonly #context: Context
  /**
   * The units that were read so far. A unit is the symbol and the decimals of a denomination. `decimals` doesn't use this cache,
   * because a send needs the current value.
   */
  readonly #units = new Map<string, Unit>()
  readonly #required = new RequiredPrices()

  constructor(context: Context) {
    this.#context = context
  }

  balance(
    network: Network,
    owner: string,
    asset: CaipAssetId<'cosmos'> | undefined,
    opts?: CallOptions,
  ): Promise<Amount> {
    return onChain('Balance', async () => {
      const denom = denomOf(network, asset)
      const [unit, held, value] = await Promise.all([
        this.#unit(network, denom, opts),
        this.#held(network, owner, denom, opts),
        this.#spendable(network, owner, denom, opts),
      ])
      const locked = held - value
      return {
        value,
        ...unit,
        ...(locked > 0n && { locked: [{ value: locked, reason: 'vesting' as const }] }),
      }
    })
  }

  decimals(network: Network, asset: CaipAssetId<'cosmos'> | undefined, opts?: CallOptions): Promise<number> {
    return onChain('DenomMetadata', async () => {
      const denom = denomOf(network, asset)
      this.#units.delete(`${network.caipNetworkId} ${denom}`)
      return (await this.#unit(network, denom, opts)).decimals
    })
  }

  estimateFee(
    network: Network,
    sender: string,
    params: SendParams<'cosmos'>,
    opts?: CallOptions,
  ): Promise<ChainFee<'cosmos'>> {
    return onChain('Simulate', async () => {
      const { fee, price } = await this.draft(network, sender, transferOf(network, sender, params), opts)
      const { denom } = chainOf(network)
      const { symbol, decimals } = network.nativeCurrency
      const gasPrice = formatUnits(price, priceDecimals)
      return { total: { value: totalOf(fee, denom), symbol, decimals }, detail: { gas: fee.gas, gasPrice } }
    })
  }

  /**
   * Builds the transaction that transfers an amount.
   * @throws `validation/insufficient-balance` if the sender's balance is too low for the amount or for the network fee;
   * `wallet/fee-above-limit`
   */
  transfer(
    network: Network,
    sender: string,
    params: SendParams<'cosmos'>,
    opts?: CallOptions,
  ): Promise<Draft> {
    return onChain('Simulate', async () => {
      const denom = denomOf(network, params.asset)
      const native = chainOf(network).denom
      const { value, symbol } = await this.balance(network, sender, params.asset, opts)
      if (value < params.amount) throw short(symbol)
      const draft = await this.draft(network, sender, transferOf(network, sender, params), opts).catch(
        (error: unknown) => {
          // The simulation spends from the real balance, so it fails if the balance is too low.
          throw isLatchkeyError(error, 'node/insufficient-funds') ? short(symbol, error) : error
        },
      )
      const left =
        denom === native ? value - params.amount : await this.#spendable(network, sender, native, opts)
      if (left < totalOf(draft.fee, native)) throw short(network.nativeCurrency.symbol)
      checkFee(network, draft.fee, params.maxFee)
      return draft
    })
  }

  /**
   * Checks the fee of a draft or of a signed transaction. In a signed transaction, the wallet may have changed the fee. @throws
   * `wallet/fee-above-limit`
   */
  checkFee(network: Network, transaction: Draft | Uint8Array, maxFee: bigint | undefined): void {
    const fee = transaction instanceof Uint8Array ? feeOf(transaction) : transaction.fee
    checkFee(network, fee, maxFee)
  }

  /** Builds a transaction from messages. Simulates the gas, and uses the chain's gas price for the fee. */
  draft(
    network: Network,
    sender: string,
    asked: Transaction<'cosmos'>,
    opts?: CallOptions,
  ): Promise<Draft & { readonly price: bigint }> {
    return onChain('Simulate', async () => {
      checkTransaction(asked)
      const rpc = this.#context.rpc(network.caipNetworkId)
      const queries = chainQueries(rpc, opts)
      const messages = encodeMessages(asked.messages)
      const [head, account, found] = await Promise.all([
        readHead(rpc, network, opts),
        readAccount(queries, sender),
        readGasPrice(queries, chainOf(network)),
      ])
      if (!account) throw short(network.nativeCurrency.symbol)
      const required = this.#required.at(network.caipNetworkId)
      const price = found > required ? found : required
      const draft = {
        chainId: String(network.id),
        publicKeyType: publicKeyTypeOf(chainOf(network)),
        ...account,
        messages,
        memo: asked.memo ?? '',
        timeoutHeight: head.height + goodFor,
      }
      const tried = (sequence: bigint) => simulateGas(queries, { ...draft, sequence })
      const gas = await tried(draft.sequence).catch((error: unknown) => {
        const next = nextSequence(error)
        if (next === undefined || next <= draft.sequence) throw error
        // Another transaction of the account is waiting for a block. The account's sequence in the newest block doesn't count
        // that transaction yet. So use the sequence that the node expects.
        draft.sequence = next
        return tried(next)
      })
      return { ...draft, price, fee: feeFor(gas, chainOf(network).denom, price) }
    })
  }

  hashOf(transaction: Uint8Array): string {
    return hashOf(transaction)
  }

  referenceOf(draft: Draft, from: string): string {
    return referenceOf(draft, from)
  }

  /**
   * Broadcasts a signed transaction and returns its hash. Also resolves if the network already has the transaction. If a node
   * refuses the fee and names a higher fee, the next draft offers the higher fee.
   */
  async broadcast(network: Network, transaction: Uint8Array): Promise<string> {
    const hash = hashOf(transaction)
    const params = { tx: base64.encode(transaction) }
    const rpc = this.#context.rpc(network.caipNetworkId)
    const send = async () => {
      const answer = await rpc
        .request<BroadcastAnswer>({
          method: 'broadcast_tx_sync',
          params,
        })
        .catch((error: unknown): BroadcastAnswer => {
          if (/tx already exists in cache/.test(JSON.stringify([error, (error as Error).cause])))
            return { code: 0 }
          throw error
        })
      const { code, codespace, log, doubtful } = answer ?? {}
      if (!Number.isInteger(code))
        throw latchkeyError('rpc/invalid-value', { values: { method: 'broadcast_tx_sync' } })
      // The node accepts the transaction, or already has it in its mempool or cache.
      if (code === 0 || (code === inCache && codespace === 'sdk')) return
      const refused = refusal(Number(code), codespace, log)
      const { denom } = chainOf(network)
      if (refused.code === 'node/fee-too-low')
        this.#required.learn(network.caipNetworkId, transaction, refused, denom)
      const isDoubtful = await this.#mayBeElsewhere(network, hash, doubtful === true)
      throw isDoubtful ? markDoubtful(refused) : refused
    }
    await broadcastKnown(hash, send, () => isKnown(rpc, hash))
    this.#required.forget(network.caipNetworkId)
    return hash
  }

  /**
   * Returns whether another endpoint may have a transaction that one endpoint refused. An endpoint that was asked earlier may
   * have accepted the transaction, although its answer was lost. A single URL may lead to several nodes, so it isn't asked again.
   */
  async #mayBeElsewhere({ caipNetworkId: id }: Network, hash: string, isDoubtful: boolean): Promise<boolean> {
    const urls = [...new Set(this.#context.endpoints?.(id))]
    if (urls.length < 2) return isDoubtful
    const had = await Promise.all(urls.map((url) => mayHave(this.#context.rpc(id, url), hash)))
    return had.includes(true)
  }

  status(network: Network, sent: SentTransaction, opts?: CallOptions): Promise<TransactionStatus> {
    return onChain('tx_search', () =>
      readStatus(this.#context.rpc(network.caipNetworkId), network, sent, opts),
    )
  }

  async #held(network: Network, owner: string, denom: string, opts?: CallOptions): Promise<bigint> {
    const coin = await this.#queries(network, opts).balance(owner, denom)
    if (coin.denom !== denom || !/^\d{1,78}$/.test(coin.amount))
      throw latchkeyError('rpc/invalid-value', { values: { method: 'Balance' } })
    return BigInt(coin.amount)
  }

  /** Returns the amount that the account can send now. Vesting coins don't count. */
  async #spendable(network: Network, owner: string, denom: string, opts?: CallOptions): Promise<bigint> {
    const queries = this.#queries(network, opts)
    return (await readSpendable(queries, owner, denom)) ?? this.#held(network, owner, denom, opts)
  }

  async #unit(network: Network, denom: string, opts?: CallOptions): Promise<Unit> {
    const key = `${network.caipNetworkId} ${denom}`
    const unit =
      knownUnit(network, denom) ??
      this.#units.get(key) ??
      (await chainUnit(this.#queries(network, opts), denom))
    this.#units.set(key, unit)
    return unit
  }

  #queries(network: Network, opts?: CallOptions) {
    return chainQueries(this.#context.rpc(network.caipNetworkId), opts)
  }
}

function short(symbol: string, cause?: unknown) {
  return latchkeyError('validation/insufficient-balance', { values: { symbol }, cause })
}
