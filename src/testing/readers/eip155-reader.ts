import type { CaipAssetId } from '../../core/chain/caip.ts'
import type { FamilyReader } from './family-reader.ts'
import { invalidAnswer, type NodePort } from './node-port.ts'

interface RawReceipt {
  readonly from: string
  readonly to?: string | null
  readonly contractAddress?: string | null
  readonly status?: string
  readonly blockNumber: string
  readonly gasUsed: string
  readonly effectiveGasPrice: string
  readonly l1Fee?: string
}

export function eip155Reader(node: NodePort): FamilyReader {
  const quantityOf = async (method: string, params: readonly unknown[] = []) =>
    quantity(await node.call(method, params), method)
  const call = (asset: CaipAssetId, data: string, block: string) =>
    quantityOf('eth_call', [{ to: asset.slice(asset.lastIndexOf(':') + 1), data }, block])
  const balance = (address: string, asset?: CaipAssetId, block = 'latest') =>
    asset
      ? // balanceOf(address) of ERC-20.
        call(asset, `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`, block)
      : quantityOf('eth_getBalance', [address, block])
  return {
    network: async () => `eip155:${Number(await quantityOf('eth_chainId'))}`,
    balance: (address, asset) => balance(address, asset),
    // decimals() of ERC-20.
    decimals: async (asset) => Number(await call(asset, '0x313ce567', 'latest')),
    async find({ hash }) {
      const method = 'eth_getTransactionReceipt'
      const found = await node.call<RawReceipt | null>(method, [hash])
      if (!found) return undefined
      const of = (value: string) => quantity(value, method)
      // Rollups also charge a fee for data on layer 1.
      const fee = of(found.gasUsed) * of(found.effectiveGasPrice) + of(found.l1Fee ?? '0x0')
      const to = found.to ?? found.contractAddress
      return {
        succeeded: found.status === '0x1',
        block: of(found.blockNumber),
        fee,
        from: [found.from],
        to: to ? [to] : [],
      }
    },
    // Read the balances before and after the transaction's block, so that other blocks don't change the result.
    async change(_, { block }, address, asset) {
      const at = (height: bigint) => balance(address, asset, `0x${height.toString(16)}`)
      const [before, after] = await Promise.all([at(block - 1n), at(block)])
      return { before, after }
    },
  }
}

function quantity(value: unknown, method: string): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  throw invalidAnswer(method)
}
