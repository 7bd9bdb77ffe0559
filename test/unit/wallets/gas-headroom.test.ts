import { describe, expect, it } from 'vitest'
import { withFee } from '../../../src/wallets/eip155/fee.ts'
import type { NodeCall } from '../../../src/wallets/node-pool.ts'

const hex = (value: number) => `0x${value.toString(16)}`
const request = { from: `0x${'11'.repeat(20)}`, to: `0x${'22'.repeat(20)}`, data: '0xa9059cbb' } as const

/** Returns the gas limit that a call gets for this estimate and this latest block. */
async function gasWith(estimate: number, block: object, prices: object = {}) {
  const asked: string[] = []
  const node = (async (method: string) => {
    asked.push(method)
    if (method === 'eth_estimateGas') return hex(estimate)
    if (method === 'eth_maxPriorityFeePerGas') return '0x1'
    return { baseFeePerGas: '0x64', ...block }
  }) as NodeCall
  const { gas } = await withFee({ ...request, ...prices }, node)
  expect(asked.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(1)
  return Number(gas)
}

describe('the gas limit of a call', () => {
  it.each([
    ['is the estimate plus a quarter', 100_000, { gasLimit: hex(30_000_000) }, 125_000],
    ['is at most 2^24 (EIP-7825)', 14_000_000, { gasLimit: hex(60_000_000) }, 16_777_216],
    ["is at most the block's gas limit", 7_000_000, { gasLimit: hex(8_000_000) }, 8_000_000],
    ['is at most 2^24 if blocks have no limit', 14_000_000, {}, 16_777_216],
    ['is the estimate if 2^24 is lower', 20_000_000, { gasLimit: hex(60_000_000) }, 20_000_000],
    ["is the estimate if the block's gas limit is lower", 9_000_000, { gasLimit: hex(8_000_000) }, 9_000_000],
  ])('%s', async (_, estimate, block, gas) => {
    expect(await gasWith(estimate, block)).toBe(gas)
    expect(await gasWith(estimate, block, { gasPrice: '0x1' })).toBe(gas)
  })

  it("can't be computed if the block's gas limit is not a number", async () => {
    await expect(gasWith(100_000, { gasLimit: 'many' })).rejects.toMatchObject({ code: -32603 })
  })
})
