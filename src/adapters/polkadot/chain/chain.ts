import type { CaipAssetId, Hex } from '../../../core/chain/caip.ts'
import { hashPattern } from '../../../core/chain/eip155.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { broadcastKnown } from '../../../core/errors/broadcast-error.ts'
import { isLatchkeyError, latchkeyError, type RpcError } from '../../../core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { FeeDetail } from '../../../core/wallet/family.ts'
import type {
  Amount,
  SendParams,
  SentTransaction,
  TransactionStatus,
} from '../../../core/wallet/transaction.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'
import type { ChainFee, FamilyChain } from '../../shared/family.ts'
import { requireFeeWithin } from '../../shared/fee-limit.ts'
import { invalid } from '../checks.ts'
import type { EncodedCalls } from '../encoded-calls.ts'
import { assetId, readAsset, readHolding } from './assets.ts'
import { type BalanceDetail, existentialDeposit, readAccount } from './balances.ts'
import { type Call, callFrom } from './call.ts'
import { readFee } from './fees.ts'
import { traceIn } from './reference.ts'
import { readReplacement } from './replacement.ts'
import { invalidAnswer, loadRuntime, type Runtime, readSpecVersion } from './runtime.ts'
import { findTransaction, isWaiting, lastBlock, readHeads, readNumber, readOutcome } from './status.ts'
import { checkTransfer, reserveOf, transferCall } from './transfers.ts'
import { type BlockContext, type Unsigned, unsigned, withEmptySignature } from './unsigned.ts'

type Network = ChainNetwork<'polkadot'>
type Send = SendParams<'polkadot'>

/** The maximum number of transactions for which the progress of a search is stored. */
const remembered = 100

/** The family's code that needs @polkadot/api. The adapter imports this code at the first read or send. */
export class PolkadotChain implements FamilyChain<'polkadot'> {
  readonly #context: Pick<AdapterContext, 'rpc'>
  readonly #runtimes = new Map<string, Promise<Runtime>>()
  /** For each transaction that wasn't found yet: the last finalized block that was searched. */
  readonly #searched = new Map<string, number>()
  /** For each transaction that wasn't found yet: the last finalized block that was searched for a replacing transaction. */
  readonly #searchedOthers = new Map<string, number>()

  constructor(context: Pick<AdapterContext, 'rpc'>) {
    this.#context = context
  }

  async balance(
    network: Network,
    owner: string,
    asset: CaipAssetId<'polkadot'> | undefined,
    opts?: CallOptions,
  ): Promise<Amount> {
    const id = assetId(network, asset)
    const { port, runtime } = await this.#at(network, opts)
    if (id === undefined) {
      const { transferable, held, reserved } = await readAccount(port, runtime, owner, opts)
      return {
        value: transferable,
        ...nativeUnit(network),
        ...locked({ frozen: held, reserved }),
      }
    }
    const [{ decimals, symbol, live }, { balance, frozen }] = await Promise.all([
      readAsset(port, runtime, id, opts),
      readHolding(port, runtime, id, owner, opts),
    ])
    return frozen || !live
      ? { value: 0n, decimals, symbol, ...locked({ frozen: balance }) }
      : { value: balance, decimals, symbol }
  }

  async decimals(
    network: Network,
    asset: CaipAssetId<'polkadot'> | undefined,
    opts?: CallOptions,
  ): Promise<number> {
    const id = assetId(network, asset)
    if (id === undefined) return network.nativeCurrency.decimals
    const { port, runtime } = await this.#at(network, opts)
    return (await readAsset(port, runtime, id, opts)).decimals
  }

  async balanceDetail(network: Network, owner: string, opts?: CallOptions): Promise<BalanceDetail> {
    const { port, runtime } = await this.#at(network, opts)
    const { free, reserved, frozen, transferable } = await readAccount(port, runtime, owner, opts)
    return { free, reserved, frozen, transferable }
  }

  async estimateFee(
    network: Network,
    sender: string,
    params: Send,
    opts?: CallOptions,
  ): Promise<ChainFee<'polkadot'>> {
    const id = assetId(network, params.asset)
    const { port, runtime } = await this.#at(network, opts)
    const asset = id === undefined ? undefined : await readAsset(port, runtime, id, opts)
    const [block, account] = await Promise.all([
      this.#blockContext(port, sender, opts),
      readAccount(port, runtime, sender, opts),
    ])
    const call = transferCall(runtime, params, asset)
    const tip = params.options?.tip ?? 0n
    const detail = await this.#fee(port, runtime, block, sender, call, tip, opts)
    const fee = detail.partialFee + tip
    return {
      total: { value: fee, ...nativeUnit(network) },
      reserve: reserveOf(params, asset, account, existentialDeposit(runtime), fee),
      detail,
    }
  }

  /**
   * Builds a transfer to sign.
   * @throws `validation/insufficient-balance`, `validation/invalid-amount` and `validation/invalid-address` if the chain would
   * reject the transfer; `validation/invalid-input` for a frozen asset; `wallet/fee-above-limit`
   */
  async transfer(network: Network, sender: string, params: Send, opts?: CallOptions): Promise<Unsigned> {
    const id = assetId(network, params.asset)
    const { port, runtime } = await this.#at(network, opts)
    const [asset, block, from, to] = await Promise.all([
      id === undefined ? undefined : readAsset(port, runtime, id, opts),
      this.#blockContext(port, sender, opts),
      readAccount(port, runtime, sender, opts),
      readAccount(port, runtime, params.to, opts),
    ])
    const call = transferCall(runtime, params, asset)
    const tip = params.options?.tip ?? 0n
    const holding = (owner: string) => readHolding(port, runtime, id ?? 0, owner, opts)
    const [{ partialFee }, token] = await Promise.all([
      this.#fee(port, runtime, block, sender, call, tip, opts),
      asset &&
        Promise.all([holding(sender), holding(params.to)]).then(([mine, theirs]) => ({
          asset,
          sender: mine,
          receiver: theirs,
        })),
    ])
    const deposit = existentialDeposit(runtime)
    requireFeeWithin(params.maxFee, partialFee + tip, network)
    checkTransfer({ network, params, fee: partialFee + tip, deposit, sender: from, receiver: to, token })
    return unsigned(runtime, block, sender, call, tip)
  }

  /** Builds a transaction to sign from a call of the host. */
  async call(
    network: Network,
    sender: string,
    transaction: EncodedCalls,
    maxFee: bigint | undefined,
    opts?: CallOptions,
  ): Promise<Unsigned> {
    const { port, runtime } = await this.#at(network, opts)
    const call = callFrom(runtime, transaction)
    const { tip } = transaction
    const block = await this.#blockContext(port, sender, opts)
    if (maxFee !== undefined) {
      const { partialFee } = await this.#fee(port, runtime, block, sender, call, tip, opts)
      requireFeeWithin(maxFee, partialFee + tip, network)
    }
    return unsigned(runtime, block, sender, call, tip)
  }

  /** Checks the fee of a signed transaction. The chain computes the fee. @throws `wallet/fee-above-limit` */
  async checkFee(
    network: Network,
    { signed, tip }: { readonly signed: Hex; readonly tip: bigint },
    maxFee: bigint,
    opts?: CallOptions,
  ): Promise<void> {
    const { port, runtime } = await this.#at(network, opts)
    const { partialFee } = await readFee(port, runtime, signed, opts)
    requireFeeWithin(maxFee, partialFee + tip, network)
  }

  /**
   * Checks that the account has sent no other transaction since this one was built. Both would have the same nonce, and the one
   * with the higher tip would replace the other one in the node's pool.
   * @throws `node/nonce-too-low`
   */
  async requireNonce(network: Network, sender: string, nonce: number, opts?: CallOptions): Promise<void> {
    if ((await nextNonce(this.#port(network), sender, opts)) > nonce)
      throw latchkeyError('node/nonce-too-low', {
        details: 'the account has sent another transaction since this one was prepared',
      })
  }

  /**
   * Broadcasts a signed transaction. Also resolves if the chain already has the transaction.
   * @throws `node/transaction-expired` if the wallet signed too late.
   */
  async submit(network: Network, { signed, hash, reference }: SignedSend): Promise<void> {
    const port = this.#port(network)
    const last = lastBlock(traceIn(reference)?.made ?? Number.NaN)
    // After the transaction's era, the node checks the signature against another block's hash. So it reports a bad signature even
    // if the only fault is that the transaction is late.
    const isLate = async (error: unknown) =>
      isLatchkeyError(error, 'node/bad-signature') &&
      (await readNumber(port, undefined).catch(() => 0)) >= last
    const send = async () => {
      try {
        await port.request({ method: 'author_submitExtrinsic', params: [signed] })
      } catch (error) {
        // The node already has the transaction. Probably, the answer to an earlier attempt was
        // lost.
        if (isLatchkeyError(error) && (error as RpcError).rpcCode === 1013) return
        throw (await isLate(error)) ? latchkeyError('node/transaction-expired', { cause: error }) : error
      }
    }
    const isKnown = async () => {
      const waiting = await port
        .request<unknown>({ method: 'author_pendingExtrinsics' })
        // Some nodes don't have this method.
        .catch(() => undefined)
      if (Array.isArray(waiting) && waiting.includes(signed)) return true
      // A transaction that failed but paid a fee is in a block too. So it counts as known.
      const status = await this.status(network, { hash, reference })
      return ('fee' in status && status.fee !== undefined) || /^(confirmed|finalized)$/.test(status.phase)
    }
    await broadcastKnown(hash, send, isKnown)
  }

  async status(
    network: Network,
    { hash, reference }: SentTransaction,
    opts?: CallOptions,
  ): Promise<TransactionStatus> {
    if (!hashPattern.test(hash)) throw invalid('hash', 'expected 0x and 64 hex digits')
    if (reference === undefined) return { phase: 'unknown' }
    const trace = traceIn(reference)
    if (!trace) throw invalid('reference', 'expected the number of a block')
    const { made, by } = trace
    const { port, runtime } = await this.#load(network, opts)
    const heads = await readHeads(port, opts)
    const key = `${network.caipNetworkId} ${hash}`
    const from = Math.max(made, this.#searched.get(key) ?? made) + 1
    const to = Math.min(heads.best, lastBlock(made))
    const found = await findTransaction(port, runtime, hash.toLowerCase(), { from, to }, opts)
    if (found === 'pruned')
      return { phase: 'unknown', reason: 'the node no longer has the blocks that could include it' }
    if (found) return readOutcome(port, runtime, found, heads, opts)
    remember(this.#searched, key, Math.min(heads.finalized, to))
    const range = {
      from: (this.#searchedOthers.get(key) ?? made) + 1,
      to: Math.min(heads.finalized, lastBlock(made)),
    }
    const replaced = by && (await readReplacement(port, runtime, by, heads, range, opts))
    if (replaced === 'absent') remember(this.#searchedOthers, key, Math.max(range.from - 1, range.to))
    else if (replaced) return replaced
    // A transaction is valid only for a certain number of blocks (its era).
    if (heads.finalized >= lastBlock(made)) return { phase: 'failed', reason: "It wasn't included in time" }
    return (await isWaiting(port, runtime, hash.toLowerCase(), opts))
      ? { phase: 'pending' }
      : { phase: 'unknown', until: BigInt(lastBlock(made)) }
  }

  #port(network: Network): JsonRpcPort {
    return this.#context.rpc(network.caipNetworkId)
  }

  /**
   * Returns the network's current runtime.
   * @throws `config/invalid-options` if the network has other decimals than the chain: all amounts would be wrong by a factor.
   */
  async #at(network: Network, opts?: CallOptions): Promise<Loaded> {
    const loaded = await this.#load(network, opts)
    const { decimals } = network.nativeCurrency
    const stated = loaded.runtime.decimals ?? decimals
    if (stated === decimals) return loaded
    throw latchkeyError('config/invalid-options', {
      values: {
        field: `nativeCurrency.decimals of ${network.caipNetworkId}`,
        reason: `the chain says ${stated}, not ${decimals}`,
      },
    })
  }

  /** Returns the network's current runtime. The runtime can be upgraded at any time. */
  async #load(network: Network, opts?: CallOptions): Promise<Loaded> {
    const port = this.#port(network)
    const key = network.caipNetworkId
    const known = this.#runtimes.get(key)
    if (known) {
      const [runtime, specVersion] = await Promise.all([known, readSpecVersion(port, undefined, opts)])
      if (runtime.specVersion === specVersion) return { port, runtime }
      if (this.#runtimes.get(key) === known) this.#runtimes.delete(key)
    }
    // Loads without a signal, because other callers share this runtime.
    const loading = this.#runtimes.get(key) ?? loadRuntime(port, undefined)
    this.#runtimes.set(key, loading)
    loading.catch(() => this.#runtimes.get(key) === loading && this.#runtimes.delete(key))
    return { port, runtime: await loading }
  }

  async #blockContext(port: JsonRpcPort, sender: string, opts?: CallOptions): Promise<BlockContext> {
    const finalized = async () => {
      const blockHash = await port.request<Hex>({ method: 'chain_getFinalizedHead', params: [] }, opts)
      if (!hashPattern.test(blockHash)) throw invalidAnswer('chain_getFinalizedHead')
      return { blockHash, blockNumber: await readNumber(port, blockHash, opts) }
    }
    const [block, nonce] = await Promise.all([finalized(), nextNonce(port, sender, opts)])
    return { ...block, nonce }
  }

  #fee(
    port: JsonRpcPort,
    runtime: Runtime,
    block: BlockContext,
    sender: string,
    call: Call,
    tip: bigint,
    opts?: CallOptions,
  ): Promise<FeeDetail<'polkadot'>> {
    return readFee(port, runtime, withEmptySignature(runtime, block, sender, call, tip), opts)
  }
}

/** Reads the nonce of the account's next transaction. Counts the transactions in the node's pool. */
async function nextNonce(port: JsonRpcPort, sender: string, opts?: CallOptions): Promise<number> {
  const method = 'system_accountNextIndex'
  const nonce = await port.request<number>({ method, params: [sender] }, opts)
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw invalidAnswer(method)
  return nonce
}

/** Stores an entry, and removes the oldest entries. */
function remember(searched: Map<string, number>, key: string, until: number): void {
  searched.delete(key)
  searched.set(key, until)
  for (const old of searched.keys()) if (searched.size > remembered) searched.delete(old)
}

interface Loaded {
  readonly port: JsonRpcPort
  readonly runtime: Runtime
}

interface SignedSend {
  readonly signed: Hex
  readonly hash: Hex
  readonly reference: string
}

/** Returns the parts of a balance that can't be sent. Leaves out parts of 0. */
function locked(parts: { readonly frozen?: bigint; readonly reserved?: bigint }): Pick<Amount, 'locked'> {
  const found = Object.entries(parts).map(([reason, value]) => ({
    reason: reason as keyof typeof parts,
    value,
  }))
  const some = found.filter(({ value }) => value > 0n)
  return some.length > 0 ? { locked: some } : {}
}

function nativeUnit({ nativeCurrency: { decimals, symbol } }: Network) {
  return { decimals, symbol }
}
