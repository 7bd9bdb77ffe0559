import type { Hex } from '../../core/chain/caip.ts'
import { maybeSentHash } from '../broadcast.ts'
import type { NodeCall } from '../node-pool.ts'
import { ProviderError } from '../provider-error.ts'

/** EIP-5792 batches of accounts without code. Each call becomes its own transaction. */
export interface Eip155Batches {
  send(batch: SendCalls, send: (call: Call) => Promise<Hex>): Promise<{ id: string }>
  status(id: unknown): Promise<unknown>
  /** Returns the wallet's capabilities by network, merged with `more`. */
  capabilities(chainIds: readonly number[], more?: object): Record<Hex, unknown>
}

export interface Call {
  readonly to?: Hex
  readonly data?: Hex
  readonly value?: Hex
}

export interface SendCalls {
  readonly id?: string
  readonly from?: string
  readonly chainId: Hex
  readonly atomicRequired?: boolean
  readonly calls: readonly Call[]
}

interface Receipt {
  readonly status: Hex
  readonly transactionHash?: unknown
  readonly from?: unknown
}

/** A batch: its account, its network, and the transactions that were sent so far. */
interface SentBatch {
  readonly owner: string
  readonly chainId: number
  readonly hashes: readonly Hex[]
  /** The number of calls in the batch. Undefined in batches that earlier versions stored. */
  readonly calls?: number | undefined
  /** Whether sending a call failed. The calls after it are then never sent. */
  readonly stopped?: boolean | undefined
}

/** Stores batches by id. */
export interface BatchMemory {
  /** Stores a batch. Returns false if the id is already used. */
  add(id: string, batch: SentBatch): Promise<boolean>
  update(id: string, batch: SentBatch): Promise<void>
  get(id: string): Promise<SentBatch | undefined>
}

/** Returns a store in memory. */
function shortMemory(): BatchMemory {
  const batches = new Map<string, SentBatch>()
  return {
    async add(id, batch) {
      if (batches.has(id)) return false
      batches.set(id, batch)
      return true
    },
    async update(id, batch) {
      batches.set(id, batch)
    },
    get: async (id) => batches.get(id),
  }
}

export function eip155Batches(
  nodeOf: (chainId: number) => NodeCall | undefined,
  memory: BatchMemory = shortMemory(),
): Eip155Batches {
  /** The ids of the batches that this wallet is sending now. */
  const sending = new Set<string>()

  async function sendEach(
    id: string,
    begun: SentBatch,
    calls: readonly Call[],
    send: (call: Call) => Promise<Hex>,
  ): Promise<void> {
    let sent = begun
    try {
      for (const call of calls) {
        const hash = await send(call)
        sent = { ...sent, hashes: [...sent.hashes, hash] }
        await memory.update(id, sent)
      }
    } catch (error) {
      const lost = maybeSentHash(error)
      const hashes = lost ? [...sent.hashes, lost] : sent.hashes
      await memory.update(id, { ...sent, hashes, stopped: true })
      throw error
    }
  }

  return {
    async send({ id = newId(), ...batch }, send) {
      if (await memory.get(id)) throw duplicate()
      const chainId = Number(batch.chainId)
      if (!nodeOf(chainId)) throw new ProviderError(5710, `The chain ${chainId} is not supported.`)
      if (batch.atomicRequired) throw new ProviderError(5760, 'The calls cannot be executed atomically.')
      if (!Array.isArray(batch.calls) || batch.calls.length === 0)
        throw new ProviderError(-32602, 'A batch needs calls.')
      if (sending.has(id)) throw duplicate()
      sending.add(id)
      try {
        const begun = { owner: batch.from ?? '', chainId, hashes: [], calls: batch.calls.length }
        if (!(await memory.add(id, begun))) throw duplicate()
        await sendEach(id, begun, batch.calls, send)
      } finally {
        sending.delete(id)
      }
      return { id }
    },
    async status(id) {
      // Check before and after reading the batch, because sending may start or end in between.
      const wasSending = sending.has(String(id))
      const batch = await memory.get(String(id))
      const isSending = sending.has(String(id))
      if (!batch) throw new ProviderError(5730, 'There is no bundle with this id.')
      const receipts = await Promise.all(
        batch.hashes.map(async (hash) => {
          const receipt = await nodeOf(batch.chainId)?.<Receipt | null>('eth_getTransactionReceipt', [hash])
          if (receipt && !isOf(receipt, hash, batch.owner))
            throw new ProviderError(-32603, 'The node answered with the receipt of another transaction.')
          return receipt
        }),
      )
      const mined = receipts.filter((receipt) => receipt?.status !== undefined)
      return {
        version: '2.0.0',
        id,
        chainId: `0x${batch.chainId.toString(16)}`,
        atomic: false,
        status: statusOf(batch, mined, wasSending || isSending),
        receipts: mined,
      }
    },
    capabilities: (chainIds, more) =>
      Object.fromEntries(
        chainIds.map((id) => [`0x${id.toString(16)}`, { atomic: { status: 'unsupported' }, ...more }]),
      ),
  }
}

/** Returns the status code of EIP-5792. A batch of which only some calls were sent is never confirmed. */
function statusOf(batch: SentBatch, mined: readonly (Receipt | null | undefined)[], isSending: boolean) {
  const { hashes, calls = hashes.length, stopped = false } = batch
  const isPart = hashes.length < calls
  if (mined.length < hashes.length || (isPart && isSending)) return 100
  // Without `stopped`, the wallet was closed while it was sending. It may have sent a call whose hash isn't stored.
  if (isPart && !stopped) return 600
  if (hashes.length === 0) return 400
  const failed = mined.filter((receipt) => receipt?.status !== '0x1').length
  if (failed === mined.length) return 500
  return failed > 0 || isPart ? 600 : 200
}

function isOf({ transactionHash, from }: Receipt, hash: Hex, owner: string): boolean {
  const same = (a: unknown, b: string) => String(a).toLowerCase() === b.toLowerCase()
  return same(transactionHash, hash) && (owner === '' || same(from, owner))
}

function duplicate(): ProviderError {
  return new ProviderError(5720, 'There is already a bundle with this id.')
}

function newId(): Hex {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
