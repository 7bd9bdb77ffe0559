import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { askNode } from '../node-rpc.ts'

/** A mined transaction, as far as a check needs it. */
export interface Receipt {
  readonly succeeded: boolean
  readonly block: bigint
  /** All that the sender paid for it, in wei; on a rollup the part for the layer below too. */
  readonly fee: bigint
}

/** The chain as its node tells it, asked by the check itself. */
export interface ChainReader {
  chainId(): Promise<number>
  native(address: string, block?: bigint): Promise<bigint>
  token(contract: string, address: string, block?: bigint): Promise<bigint>
  decimals(contract: string): Promise<number>
  /** Waits until the transaction is in a block. */
  receipt(hash: string): Promise<Receipt>
}

interface RawReceipt {
  readonly status?: string
  readonly blockNumber: string
  readonly gasUsed: string
  readonly effectiveGasPrice: string
  readonly l1Fee?: string
}

const pollEvery = 200

export function chainReader(url: string, signal: AbortSignal): ChainReader {
  const ask = async <T>(method: string, params: readonly unknown[] = []) =>
    (await askNode<T>(url, method, params, signal)).result
  const call = async (to: string, data: string, block: string) =>
    quantity(await ask('eth_call', [{ to, data }, block]))
  const at = (block: bigint | undefined) => (block === undefined ? 'latest' : `0x${block.toString(16)}`)
  return {
    chainId: async () => Number(quantity(await ask('eth_chainId'))),
    native: async (address, block) => quantity(await ask('eth_getBalance', [address, at(block)])),
    // balanceOf(address), decimals(): EIP-20.
    token: (contract, address, block) =>
      call(contract, `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`, at(block)),
    decimals: async (contract) => Number(await call(contract, '0x313ce567', 'latest')),
    async receipt(hash) {
      for (;;) {
        const found = await ask<RawReceipt | null>('eth_getTransactionReceipt', [hash])
        if (found) {
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
