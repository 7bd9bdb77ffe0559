import type { Hex } from '../../../../core/chain/caip.ts'
import { isSameAddress } from '../../../../core/chain/same-address.ts'
import type { SwapContracts } from '../../../../core/wallet/payments/swap-contracts.ts'
import type { DecodedSwap } from '../../../../core/wallet/payments/swap-support.ts'
import type { chainClient } from '../client.ts'
import { readAugustus } from './augustus.ts'
import { refused } from './decode.ts'
import type { SwapContext } from './guarantee.ts'
import { readLifi } from './lifi.ts'
import { type BridgeNetworks, readLifiBridge } from './lifi-bridges.ts'
import { readOneInch } from './oneinch.ts'
import { readUniswapV2 } from './uniswap-v2.ts'
import { readSwapRouter, readSwapRouter02 } from './uniswap-v3.ts'
import { readUniversalRouter } from './universal-router.ts'
import { readAllowanceHolder, settlerOf } from './zero-ex.ts'

/**
 * Decodes the guarantees of a call. Uses the interface of the known contract that is called. On a network without known
 * contracts, decodes the call as a call of a V2 router. In this case, only the simulation proves what the contract does.
 * @throws `swap/mismatch` with the part that can't be proven.
 */
export async function readSwap(
  data: Hex,
  context: SwapContext,
  pins: SwapContracts | undefined,
  client: ReturnType<typeof chainClient>,
  networks: BridgeNetworks,
): Promise<DecodedSwap | undefined> {
  const { contract } = context
  const is = (pin: Hex | undefined) => isSameAddress(pin, contract)
  if (is(pins?.uniswapV3Router)) return readSwapRouter(data, context)
  if (is(pins?.swapRouter02)) return readSwapRouter02(data, context)
  if (pins?.universalRouters?.some(is))
    return readUniversalRouter(data, { ...context, permit2: pins.permit2 })
  if (is(pins?.oneInchRouter)) return readOneInch(data, context)
  if (is(pins?.augustus)) return readAugustus(data, context)
  if (is(pins?.lifiDiamond)) return readLifi(data, context) ?? readLifiBridge(data, context, networks)
  const { zeroExAllowanceHolder: holder, zeroExRegistry: registry } = pins ?? {}
  if (registry && is(holder)) return readAllowanceHolder(data, context, () => settlerOf(client, registry))
  if (pins && !pins.uniswapV2Routers?.some(is))
    throw refused('contract', `${contract} isn't a known swap contract of this network`)
  return readUniswapV2(data, context)
}
