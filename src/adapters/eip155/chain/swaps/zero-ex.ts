import { parseAbi, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import type { Hex } from '../../../../core/chain/caip.ts'
import { isSameAddress } from '../../../../core/chain/same-address.ts'
import type { DecodedSwap } from '../../../../core/wallet/payments/swap-support.ts'
import type { chainClient } from '../client.ts'
import { decodeCall, refused } from './decode.ts'
import type { SwapContext } from './guarantee.ts'
import { isNative, nativeToken, paysNative } from './native.ts'

/**
 * The interfaces of AllowanceHolder and the Settler:
 * https://github.com/0xProject/0x-settler/tree/1df908742d38cf407f667df6518dae6e04a01ac3,
 * `src/allowanceholder/IAllowanceHolder.sol`, `src/interfaces/ISettlerTakerSubmitted.sol` and `ISettlerBase.sol`.
 */
const holderAbi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable returns (bytes)',
])
const settlerAbi = parseAbi([
  'struct AllowedSlippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(AllowedSlippage slippage, bytes[] actions, bytes32 affiliate) payable returns (bool)',
])
/**
 * The registry's token 2 belongs to the current Settler for swaps that the taker submits (`README.md` of the same repository).
 */
const registryAbi = parseAbi(['function ownerOf(uint256 tokenId) view returns (address)'])
const takerSubmitted = 2n

/** Reads the current Settler from the registry. The Settler's address changes, so each review reads it again. */
export function settlerOf(client: ReturnType<typeof chainClient>, registry: Hex): Promise<Hex> {
  const call = { address: registry, abi: registryAbi, functionName: 'ownerOf' } as const
  return readContract(client, { ...call, args: [takerSubmitted] })
}

/**
 * Decodes `exec` of AllowanceHolder and the Settler's `execute` inside it. AllowanceHolder lets the Settler take at most the
 * amount during the call. The Settler pays the recipient its whole balance of the bought token, and reverts if this is less than
 * the minimum. The call has no deadline.
 * @throws `swap/mismatch`
 */
export async function readAllowanceHolder(
  data: Hex,
  { contract, value }: SwapContext,
  settler: () => Promise<Hex>,
): Promise<DecodedSwap | undefined> {
  const call = decodeCall(holderAbi, data)
  if (!call) return undefined
  const [operator, token, amount, target, inner] = call.args
  const current = await settler()
  for (const one of [operator, target])
    if (!isSameAddress(one, current)) throw refused('contract', `${one} isn't the current Settler`)
  const swap = decodeCall(settlerAbi, inner)
  if (!swap) throw refused('command', `the call runs ${inner.slice(0, 10)} on the Settler`)
  const [{ recipient, buyToken, minAmountOut }] = swap.args
  // If the swap pays with the native coin, AllowanceHolder takes no token. `token` is then a
  // placeholder or 0.
  const fromCoin = paysNative(token === zeroAddress && value > 0n ? nativeToken : token, value)
  return {
    kind: 'swap',
    router: contract,
    path: [token, buyToken],
    fromCoin,
    toCoin: isNative(buyToken),
    amount: fromCoin ? value : amount,
    minimum: minAmountOut,
    receiver: recipient,
    deadline: undefined,
  }
}
