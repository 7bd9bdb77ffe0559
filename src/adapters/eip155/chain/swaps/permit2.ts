import { encodeFunctionData, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import type { Hex } from '../../../../core/chain/caip.ts'
import type { Permit2Grant } from '../../../../core/wallet/payments/swap-support.ts'
import type { chainClient } from '../client.ts'

/** The interface of Permit2: https://github.com/Uniswap/permit2, `src/interfaces/IAllowanceTransfer.sol`. */
const abi = parseAbi([
  'function allowance(address user, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])

/** Reads how much of an account's token a contract may take through Permit2, and until when. */
export async function grantOf(
  client: ReturnType<typeof chainClient>,
  permit2: Hex,
  args: readonly [owner: Hex, token: Hex, spender: Hex],
): Promise<Permit2Grant> {
  const [amount, expiration] = await readContract(client, {
    address: permit2,
    abi,
    functionName: 'allowance',
    args,
  })
  return { amount, expiration }
}

export function grantData(token: Hex, spender: Hex, { amount, expiration }: Permit2Grant): Hex {
  return encodeFunctionData({ abi, functionName: 'approve', args: [token, spender, amount, expiration] })
}
