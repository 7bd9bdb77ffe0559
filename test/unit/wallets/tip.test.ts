import { describe, expect, it } from 'vitest'
import { withFee } from '../../../src/wallets/eip155/fee.ts'
import type { NodeCall } from '../../../src/wallets/node-pool.ts'
import { ProviderError } from '../../../src/wallets/provider-error.ts'

const request = {
  from: `0x${'11'.repeat(20)}`,
  to: `0x${'22'.repeat(20)}`,
  gas: '0x5208',
  value: '0x1',
} as const

/** Returns a node with a base fee of 100 wei, this priority fee and this gas price. */
const nodeOf = (tip: () => string, gasPrice = '0x6e'): NodeCall =>
  (async (method: string) => {
    if (method === 'eth_getBlockByNumber') return { baseFeePerGas: '0x64' }
    if (method === 'eth_maxPriorityFeePerGas') return tip()
    if (method === 'eth_gasPrice') return gasPrice
    throw new Error(`not expected: ${method}`)
  }) as NodeCall
const refusing = (code: number, message: string) => () => {
  throw new ProviderError(code, message)
}

describe('the priority fee of a transaction', () => {
  it("is the node's suggestion", async () => {
    expect(
      await withFee(
        request,
        nodeOf(() => '0x7'),
      ),
    ).toMatchObject({ maxPriorityFeePerGas: '0x7' })
  })

  it.each([
    [-32601, 'the method eth_maxPriorityFeePerGas does not exist/is not available'],
    [-32000, 'Method eth_maxPriorityFeePerGas not supported.'],
    [-32600, 'Unsupported method: eth_maxPriorityFeePerGas'],
    [-32001, 'rpc method is not whitelisted'],
  ])('is the gas price minus the base fee if the node answers: %i %s', async (code, message) => {
    expect(await withFee(request, nodeOf(refusing(code, message)))).toMatchObject({
      maxPriorityFeePerGas: '0xa',
      maxFeePerGas: '0xd2',
    })
  })

  it('is zero if the gas price is below the base fee', async () => {
    const node = nodeOf(refusing(-32601, 'no'), '0x10')
    expect(await withFee(request, node)).toMatchObject({ maxPriorityFeePerGas: '0x0' })
  })

  it.each([
    [-32005, 'rate limit'],
    [4901, 'The node cannot be reached'],
    [-32603, 'internal error'],
  ])("can't be computed if the node answers: %i %s", async (code, message) => {
    await expect(withFee(request, nodeOf(refusing(code, message)))).rejects.toMatchObject({ code })
  })
})
