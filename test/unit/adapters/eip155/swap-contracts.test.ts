import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { eip155Adapter } from '../../../../src/adapters/eip155/adapter.ts'
import { eip155 } from '../../../../src/adapters/eip155/index.ts'
import type { Eip155Options } from '../../../../src/adapters/eip155/options.ts'
import { checksumAddress } from '../../../../src/adapters/shared/eip55.ts'
import type { AdapterContext } from '../../../../src/core/wallet/adapter.ts'
import { knownSwapContracts } from '../../../../src/core/wallet/payments/swap-contracts.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { alice } from '../../../support/eip155-adapter.ts'

const uniswap = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const fork = '0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const data = encodeFunctionData({
  abi: parseAbi(['function swapExactTokensForETH(uint256, uint256, address[], address, uint256)']),
  args: [1n, 1n, [token, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'], alice, 1n],
})
const adapters: { dispose(): Promise<void> }[] = []
afterAll(() => Promise.all(adapters.map((one) => one.dispose())))

function read(to: Hex, network: 'eip155:1' | 'eip155:31337', options?: Eip155Options) {
  const platform = memoryPlatform()
  const context = { ...platform, networks: [], rpc: () => ({}), http: () => ({}), endpoints: () => [] }
  const made = eip155Adapter(context as unknown as AdapterContext, eip155().capabilities, options)
  adapters.push(made)
  return made.swapSupport!.read({ to, data, value: 0n }, `${network}:${alice}`)
}

describe('the contracts of swaps', () => {
  it('have published addresses that pass their checksums', () => {
    const all = Object.values(knownSwapContracts).flatMap((one) => Object.values(one).flat() as Hex[])
    expect(all.length).toBeGreaterThan(40)
    expect(all.filter((address) => checksumAddress(address) !== address)).toEqual([])
  })

  it('must be the published contracts if the network has published contracts', async () => {
    expect(await read(uniswap, 'eip155:1')).toMatchObject({ kind: 'swap', router: uniswap, pools: 1 })
    const refusal = { code: 'swap/mismatch', values: { field: 'contract' } }
    await expect(read(fork, 'eip155:1')).rejects.toMatchObject(refusal)
  })

  it('can be replaced by the host', async () => {
    const options = { swapContracts: { 'eip155:1': { uniswapV2Routers: [fork] } } } as const
    expect(await read(fork, 'eip155:1', options)).toMatchObject({ kind: 'swap', router: fork })
    await expect(read(uniswap, 'eip155:1', options)).rejects.toMatchObject({ values: { field: 'contract' } })
  })

  it('can be any V2 router on a network without published contracts', async () => {
    expect(await read(fork, 'eip155:31337')).toMatchObject({ kind: 'swap', router: fork })
  })

  it("must be the host's contracts if the host sets contracts for the network", async () => {
    const options = { swapContracts: { 'eip155:31337': { swapRouter02: uniswap } } } as const
    await expect(read(fork, 'eip155:31337', options)).rejects.toMatchObject({ values: { field: 'contract' } })
  })
})
