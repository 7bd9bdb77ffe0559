import { setTimeout as sleep } from 'node:timers/promises'
import type { CaipAssetId } from 'latchkey'
import { askNode } from '../../nodes/node-rpc.ts'
import { CliError } from '../../output/cli-error.ts'
import { exitCodes } from '../../output/exit-codes.ts'
import type { ChainReader } from '../chain-reader.ts'

interface RawReceipt {
  readonly status?: string
  readonly blockNumber: string
  readonly gasUsed: string
  readonly effectiveGasPrice: string
  readonly l1Fee?: string
}

const pollEvery = 200

export function eip155Reader(url: string, signal: AbortSignal): ChainReader {
  const ask = async <T>(method: string, params: readonly unknown[] = []) =>
    (await askNode<T>(url, method, params, signal)).result
  const call = async (asset: CaipAssetId, data: string, block: string) =>
    quantity(await ask('eth_call', [{ to: asset.slice(asset.lastIndexOf(':') + 1), data }, block]))
  const balance = async (address: string, asset?: CaipAssetId, block = 'latest') =>
    asset
      ? // balanceOf(address) of ERC-20.
        call(asset, `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`, block)
      : quantity(await ask('eth_getBalance', [address, block]))
  return {
    network: async () => `eip155:${Number(quantity(await ask('eth_chainId')))}`,
    balance: (address, asset) => balance(address, asset),
    // decimals() of ERC-20.
    decimals: async (asset) => Number(await call(asset, '0x313ce567', 'latest')),
    // At the transaction's own block, so that other blocks don't affect the result.
    async change(_, { block }, address, asset) {
      const at = (height: bigint) => balance(address, asset, `0x${height.toString(16)}`)
      const [before, after] = await Promise.all([at(block - 1n), at(block)])
      return { before, after }
    },
    async receipt({ hash }) {
      for (;;) {
        const found = await ask<RawReceipt | null>('eth_getTransactionReceipt', [hash])
        if (found) {
          // Rollups add the fee for the layer 1 data.
          const fee =
            quantity(found.gasUsed) * quantity(found.effectiveGasPrice) + quantity(found.l1Fee ?? '0x0')
          return { succeeded: found.status === '0x1', block: quantity(found.blockNumber), fee }
        }
        await sleep(pollEvery, undefined, { signal })
      }
    },
  }
}

function quantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  throw new CliError(
    'rpc/invalid-value',
    exitCodes.failed,
    `The node answered with ${JSON.stringify(value)} where a number was expected`,
  )
}
