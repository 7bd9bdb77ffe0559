import type { Hex } from '../../../../core/chain/caip.ts'
import { isSameAddress } from '../../../../core/chain/same-address.ts'
import { refused } from './decode.ts'

/**
 * The address that aggregators use for the native coin: 1inch's `UniERC20.sol`, 0x's `SettlerBase.sol`, ParaSwap's
 * `ERC20Utils.sol`.
 */
export const nativeToken = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

export function isNative(token: Hex): boolean {
  return isSameAddress(token, nativeToken)
}

/**
 * Returns whether a swap pays with the native coin.
 * @throws `swap/mismatch` if the value contradicts the source token, because the contract could then take a token too.
 */
export function paysNative(token: Hex, value: bigint): boolean {
  const native = isNative(token)
  if (value > 0n !== native)
    throw refused(
      'source token',
      value > 0n ? `the call pays the native asset, but swaps ${token}` : 'the call has no value',
    )
  return native
}
