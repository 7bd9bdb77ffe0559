import type { NodeCall } from '../node-calls.ts'

/** Contracts that say what a rollup takes for its data: those of the OP stack, and of Scroll. */
const priceContracts = [
  '0x420000000000000000000000000000000000000F',
  '0x5300000000000000000000000000000000000002',
] as const

/** What such a chain takes beside gas × price. No field of a transaction bounds it. */
export const layerOneFee = 'what the chain takes for its data on layer 1, which nothing bounds'

/** Whether a chain takes a fee beside that for gas. A node that does not answer is taken for one of a plain chain. */
export async function takesLayerOneFee(node: NodeCall): Promise<boolean> {
  const codes = await Promise.all(
    priceContracts.map((address) => node<unknown>('eth_getCode', [address, 'latest']).catch(() => '0x')),
  )
  return codes.some((code) => typeof code === 'string' && code.length > 2)
}
