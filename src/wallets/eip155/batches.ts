import type { Hex } from '../../core/chain/caip.ts'
import type { NodeCall } from '../node-calls.ts'
import { ProviderError } from '../provider-error.ts'

/** EIP-5792 for plain accounts: a batch is its calls, one transaction each. */
export interface Eip155Batches {
  send(batch: SendCalls, send: (call: Call) => Promise<Hex>): Promise<{ id: string }>
  status(id: unknown): Promise<unknown>
  /** What the wallet has on each chain beside `more`. */
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
}

export function eip155Batches(nodeOf: (chainId: number) => NodeCall | undefined): Eip155Batches {
  const batches = new Map<string, { chainId: number; hashes: readonly Hex[] }>()
  return {
    async send({ id = `0x${(batches.size + 1).toString(16).padStart(64, '0')}`, ...batch }, send) {
      if (batches.has(id)) throw new ProviderError(5720, 'There is already a bundle with this id.')
      const chainId = Number(batch.chainId)
      if (!nodeOf(chainId)) throw new ProviderError(5710, `The chain ${chainId} is not supported.`)
      if (batch.atomicRequired) throw new ProviderError(5760, 'The calls cannot be executed atomically.')
      if (!Array.isArray(batch.calls) || batch.calls.length === 0)
        throw new ProviderError(-32602, 'A batch needs calls.')
      const hashes: Hex[] = []
      batches.set(id, { chainId, hashes })
      for (const call of batch.calls) hashes.push(await send(call))
      return { id }
    },
    async status(id) {
      const batch = batches.get(String(id))
      if (!batch) throw new ProviderError(5730, 'There is no bundle with this id.')
      const receipts = await Promise.all(
        batch.hashes.map((hash) =>
          nodeOf(batch.chainId)?.<Receipt | null>('eth_getTransactionReceipt', [hash]),
        ),
      )
      const mined = receipts.filter((receipt) => receipt?.status !== undefined)
      const failed = mined.filter((receipt) => receipt?.status !== '0x1').length
      const done = failed === 0 ? 200 : failed === mined.length ? 500 : 600
      return {
        version: '2.0.0',
        id,
        chainId: `0x${batch.chainId.toString(16)}`,
        atomic: false,
        status: mined.length < receipts.length ? 100 : done,
        receipts: mined,
      }
    },
    capabilities: (chainIds, more) =>
      Object.fromEntries(
        chainIds.map((id) => [`0x${id.toString(16)}`, { atomic: { status: 'unsupported' }, ...more }]),
      ),
  }
}
