import type { NodeCall } from '../node-pool.ts'

/** The contracts that price a rollup's data on layer 1: on OP Stack networks and on Scroll. */
const priceContracts = [
  '0x420000000000000000000000000000000000000F',
  '0x5300000000000000000000000000000000000002',
] as const

/** The cost on a rollup besides gas × price. No transaction field limits it. */
export const layerOneFee = "the rollup's layer-1 data fee, which has no limit"

/** Whether a network charges a layer-1 data fee on top of gas. If the node doesn't answer, assumes it doesn't. */
export async function takesLayerOneFee(node: NodeCall): Promise<boolean> {
  const codes = await Promise.all(
    priceContracts.map((address) => node<unknown>('eth_getCode', [address, 'latest']).catch(() => '0x')),
  )
  return codes.some((code) => typeof code === 'string' && code.length > 2)
}
