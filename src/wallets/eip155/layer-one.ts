import { rollupFeeContracts } from '../../core/chain/rollup-fee.ts'
import type { NodeCall } from '../node-pool.ts'

/** The fee that a rollup charges in addition to gas times price. No field of a transaction limits this fee. */
export const layerOneFee = "the rollup's layer-1 data fee, which has no limit"

/**
 * Returns whether a network charges a layer-1 data fee in addition to gas.
 * @throws the node's error
 */
export async function takesLayerOneFee(node: NodeCall): Promise<boolean> {
  const codes = await Promise.all(
    Object.values(rollupFeeContracts).map((address) => node<unknown>('eth_getCode', [address, 'latest'])),
  )
  return codes.some((code) => typeof code === 'string' && code.length > 2)
}
