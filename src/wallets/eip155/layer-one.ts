import { rollupFeeContracts } from '../../core/chain/rollup-fee.ts'
import type { NodeCall } from '../node-pool.ts'

/** The fee that a rollup charges besides gas × price. No transaction field limits this fee. */
export const layerOneFee = "the rollup's layer-1 data fee, which has no limit"

/** Whether a network charges a layer-1 data fee on top of gas. Throws the node's error if the node doesn't answer. */
export async function takesLayerOneFee(node: NodeCall): Promise<boolean> {
  const codes = await Promise.all(
    Object.values(rollupFeeContracts).map((address) => node<unknown>('eth_getCode', [address, 'latest'])),
  )
  return codes.some((code) => typeof code === 'string' && code.length > 2)
}
