import { decodeFunctionData, encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import type { CaipNetworkId, Hex } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { findNetwork } from '../../../core/chain/network.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { DecodedCall, SwapSupport } from '../../../core/wallet/payments/swap-support.ts'
import { checksumAddress } from '../../shared/eip55.ts'
import { chainClient, onChain } from './client.ts'
import { simulate } from './simulate.ts'
import { estimateCallFee, highestFee } from './transfers.ts'

/**
 * The exact-input swaps of Uniswap's second router; its forks share the interface:
 * https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02
 */
const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
])
const abi = [...routerAbi, ...erc20Abi.filter((part) => part.type === 'function' && part.name === 'approve')]

/** Reads allowances, decodes and simulates calls, and estimates their fees, over our own transport. */
export function exchangeOf({
  rpc,
  networks,
}: Pick<AdapterContext, 'rpc' | 'networks'>): SwapSupport<'eip155'> {
  const client = (network: CaipNetworkId, opts: Parameters<typeof chainClient>[1]) =>
    chainClient(rpc(network), opts)
  return {
    allowance: (network, token, owner, spender, opts) =>
      onChain('eth_call', () =>
        readContract(client(network, opts), {
          address: token as Hex,
          abi: erc20Abi,
          functionName: 'allowance',
          args: [owner as Hex, spender as Hex],
        }),
      ),
    approve: async (token, spender, amount) => ({
      to: token as Hex,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [spender as Hex, amount],
      }),
      value: 0n,
    }),
    read: async ({ to, data, value }) => readCall(to, data, value),
    fee: (account, call, opts) =>
      onChain('eth_estimateGas', async () => {
        const { networkId, address } = parseCaipAddress(account)
        const network = findNetwork(networks, networkId)
        if (!network) throw latchkeyError('network/not-requested', { values: { network: networkId } })
        const node = client(networkId, opts)
        const { detail } = await estimateCallFee(node, Number(network.id), address as Hex, call)
        const { decimals, symbol } = network.nativeCurrency
        return { total: { value: highestFee(detail), decimals, symbol }, detail }
      }),
    simulate: (account, calls, token, opts) =>
      onChain('eth_simulateV1', () => {
        const { networkId, address } = parseCaipAddress(account)
        return simulate(client(networkId, opts), address as Hex, calls, token as Hex | undefined)
      }),
  }
}

function readCall(to: Hex | undefined, data: Hex = '0x', value = 0n): DecodedCall | undefined {
  const contract = checksumAddress(to ?? '')
  const decoded = decode(data)
  if (!contract || !decoded) return undefined
  if (decoded.functionName === 'approve') {
    const [spender, amount] = decoded.args
    return { kind: 'approve', token: contract, spender, amount }
  }
  const { functionName: name } = decoded
  const fromCoin = name.startsWith('swapExactETH')
  // A swap from the native coin takes its input amount from the transaction's value.
  const [amount, minimum, path, receiver, deadline] = (
    fromCoin ? [value, ...decoded.args] : decoded.args
  ) as readonly [bigint, bigint, readonly Hex[], Hex, bigint]
  const toCoin = name.includes('ForETH')
  return { kind: 'swap', router: contract, path, fromCoin, toCoin, amount, minimum, receiver, deadline }
}

/** Undefined also for non-canonical encodings: the signed bytes would then hold more than what was decoded. */
function decode(data: Hex) {
  try {
    const decoded = decodeFunctionData({ abi, data })
    const same = encodeFunctionData({ abi, ...decoded } as never) === data.toLowerCase()
    return same ? decoded : undefined
  } catch {
    return undefined
  }
}
