import { concatHex, type Hex, numberToHex, size } from 'viem'

const isApprove: Hex = '0x5f3560e01c63095ea7b31415'
const isReset: Hex = '0x60243515'
/** Returns code that calls `allowance(caller, spender)` of the token, and checks whether the allowance is 0. */
const isAllowed = (token: Hex) =>
  concatHex([
    '0x63dd62ed3e60e01b5f52336004526004356024526020',
    ...(['0x5f60445f73', token, '0x5af4505f5115'] as const),
  ])
const revert: Hex = '0x5f5ffd'
const jumpTo = (at: number): Hex => concatHex(['0x60', numberToHex(at, { size: 1 }), '0x57'])

/**
 * Returns the code of a token that refuses to replace a nonzero allowance by another nonzero allowance, as USDT does on Ethereum.
 * For every other call, the code at `token` runs.
 */
export function strictToken(token: Hex): Hex {
  const checks = [isApprove, isReset, isAllowed(token)]
  const forward = checks.reduce((at, check) => at + size(check) + size(jumpTo(0)), size(revert))
  const forwarded = concatHex(['0x5b365f5f375f5f365f73', token, '0x5af43d5f5f3e'])
  const succeeded = forward + size(forwarded) + size(jumpTo(0)) + size('0x3d5ffd')
  return concatHex([
    ...checks.flatMap((check) => [check, jumpTo(forward)]),
    ...[revert, forwarded, jumpTo(succeeded)],
    ...(['0x3d5ffd', '0x5b3d5ff3'] as const),
  ])
}
