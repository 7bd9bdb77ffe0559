import type { Hex } from '../../../../core/chain/caip.ts'
import { sameAddress } from './decode.ts'

/** How aggregators write the native token: 1inch's `UniERC20.sol`, 0x's `SettlerBase.sol`, ParaSwap's `ERC20Utils.sol`. */
export function isNative(token: Hex): boolean {
  return sameAddress(token, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE')
}
