import type { FamilyReader } from './family-reader.ts'
import { invalidAnswer, type NodePort } from './node-port.ts'

interface Output {
  readonly scriptpubkey_address?: string
  readonly value: number
}
interface Transaction {
  readonly fee: number
  readonly status: { readonly confirmed: boolean; readonly block_height?: number }
  readonly vin: readonly { readonly prevout: Output | null }[]
  readonly vout: readonly Output[]
}

/** Creates a reader for Esplora's HTTP API. */
export function bip122Reader(node: NodePort): FamilyReader {
  const json = async <T>(path: string): Promise<T | undefined> => {
    const text = await node.get(path)
    return text === undefined ? undefined : (JSON.parse(text) as T)
  }
  const balance = async (address: string) => {
    const unspent = (await json<readonly Output[]>(`/address/${address}/utxo`)) ?? []
    return unspent.reduce((sum, { value }) => sum + sats(value), 0n)
  }

  return {
    // The id has the first 32 characters of the genesis block's hash (CAIP-4).
    network: async () => `bip122:${(await node.get('/block-height/0'))?.trim().slice(0, 32)}`,
    balance,
    decimals: async () => 8,
    async find({ hash }) {
      const found = await json<Transaction>(`/tx/${hash}`)
      if (!found?.status.confirmed) return undefined
      const owners = (outputs: readonly (Output | null)[]) => [
        ...new Set(outputs.flatMap((output) => output?.scriptpubkey_address ?? [])),
      ]
      const from = owners(found.vin.map(({ prevout }) => prevout))
      const to = owners(found.vout)
      // Omit the change outputs. If the sender pays only themselves, keep all outputs.
      const others = to.filter((address) => !from.includes(address))
      return {
        succeeded: true,
        block: BigInt(found.status.block_height ?? 0),
        fee: sats(found.fee),
        from,
        to: others.length > 0 ? others : to,
      }
    },
    async change({ hash }, _, address) {
      const found = await json<Transaction>(`/tx/${hash}`)
      if (!found) throw invalidAnswer(`/tx/${hash}`)
      const own = (outputs: readonly (Output | null)[]) =>
        outputs.reduce(
          (sum, output) => sum + (output?.scriptpubkey_address === address ? sats(output.value) : 0n),
          0n,
        )
      const after = await balance(address)
      return { before: after - own(found.vout) + own(found.vin.map(({ prevout }) => prevout)), after }
    },
  }
}

function sats(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw invalidAnswer('a read of satoshis')
}
