import type { Hex } from '../../core/chain/caip.ts'
import { parseCaipAssetId } from '../../core/chain/caip-19.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { SwapContracts } from '../../core/wallet/payments/swap-contracts.ts'
import standIn from '../contracts/swap-stand-in.json' with { type: 'json' }
import type { DevToken } from '../family-devnet.ts'
import { hexOf, nodeRpc } from '../node-rpc.ts'

/** The addresses of the contracts that replace the aggregators' contracts. They are the same on each eip155 network of the devnet. */
export const standIns = {
  oneInchRouter: '0x00000000000000000000000000000000de000001',
  zeroExAllowanceHolder: '0x00000000000000000000000000000000de000002',
  zeroExRegistry: '0x00000000000000000000000000000000de000003',
  augustus: '0x00000000000000000000000000000000de000004',
  lifiDiamond: '0x00000000000000000000000000000000de000005',
  // The fake bridge pays the native coin instead of this token.
  wrapped: '0x00000000000000000000000000000000de000006',
} as const satisfies SwapContracts

/** In smallest units. This is enough for every swap. */
const reserve = 10n ** 27n

/** Deploys the contracts, and gives them native tokens and the devnet's tokens to pay with. */
export async function placeStandIns(
  { caipNetworkId, rpcUrls }: ChainNetwork,
  tokens: readonly DevToken[],
): Promise<void> {
  const node = rpcUrls.default.http[0] ?? ''
  const own = tokens
    .map(({ asset }) => parseCaipAssetId(asset))
    .filter((one) => one.networkId === caipNetworkId)
  for (const address of Object.values<Hex>(standIns)) {
    await nodeRpc(node, 'anvil_setCode', [address, standIn.runtime])
    await nodeRpc(node, 'anvil_setBalance', [address, hexOf(reserve)])
    for (const { assetReference } of own)
      await nodeRpc(node, 'anvil_dealERC20', [address, assetReference, hexOf(reserve)])
  }
}
