import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { SwapProvider } from '../../src/core/wallet/payments/swap-provider.ts'
import type { FaultCall } from '../../src/devnet/node-faults/node-fault.ts'

// A swap service for eip155:1 in this process. The service's own node works. Only the caller's endpoints have faults.

/** The token that the service sells. */
const token: Hex = `0x${'70'.repeat(20)}`
/** Uniswap V2 on Ethereum: https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments */
const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const wrapped = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const swapHost = 'data.example'
const native = `0x${'ee'.repeat(20)}`
const chain = 'eip155:1'
const rate = 5n
const abi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
])

/** Answers an `eth_call` of the token. The token has 18 decimals, and the account's balance is 0. */
export function tokenAnswer({ params }: FaultCall): Hex {
  const [{ to, data = '0x' } = {}] = (params ?? []) as readonly { to?: string; data?: string }[]
  if (to?.toLowerCase() !== token) return '0x'
  return `0x${(data.startsWith('0x313ce567') ? 18n : 0n).toString(16).padStart(64, '0')}`
}

/** Answers a request to the service. Returns undefined for an unknown path, such as the path of the service's nodes. */
export function swapAnswer({ pathname, searchParams }: URL, body: string, now: number): object | undefined {
  const of = (address: string) => `${chain}:${address}`
  if (pathname.endsWith('/supported-chains')) return { http: [chain], ws: [] }
  if (pathname.endsWith('/tokens')) {
    const one = (symbol: string, address: string) => ({
      name: symbol,
      symbol,
      address: of(address),
      decimals: 18,
    })
    return { tokens: [one('ETH', native), one('TKN', token)] }
  }
  if (pathname.endsWith('/gas-price')) return { standard: '2000000000' }
  if (pathname.endsWith('/quotes')) {
    const amount = searchParams.get('amount') ?? '0'
    const quote = {
      ...{ fromAmount: amount, fromAccount: of(native), toAccount: of(token), spender: router, fee: '0' },
      toAmount: String(BigInt(amount) * rate),
    }
    return { quotes: [quote] }
  }
  if (pathname.endsWith('/build-transaction')) {
    const { amount, minimum, userAddress } = JSON.parse(body)
    const [, , owner] = userAddress.split(':')
    const data = dataOf(BigInt(minimum), owner, now)
    return { tx: { from: userAddress, to: of(router), data, amount, value: amount } }
  }
  if (pathname.endsWith('/price')) return { fungibles: [] }
  return pathname.endsWith('/balance') ? { balances: [] } : undefined
}

function dataOf(minimum: bigint, owner: Hex, now: number): Hex {
  const deadline = BigInt(Math.floor(now / 1000) + 1200)
  const args = [minimum, [wrapped, token], owner, deadline] as const
  return encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args })
}

/**
 * Returns a swap provider to pass in the host's options. This provider makes the same swaps as the service. Use it for a client
 * that reads balances from its own nodes.
 */
export function ownSwaps(now: () => number): SwapProvider {
  return {
    name: 'own',
    tokens: async () => [
      { symbol: 'ETH', name: 'Ether', decimals: 18 },
      { symbol: 'TKN', name: 'Token', decimals: 18, address: token },
    ],
    quote: async ({ from, to, amount }) => ({
      ...{ from: from.address, to: to.address, amount, toAmount: amount * rate },
      ...{ gasPrice: 2_000_000_000n, spender: router },
    }),
    approval: () => Promise.reject(new Error('not expected')),
    async build({ network, account, amount }, { toAmount, minimum = (toAmount * 99n) / 100n }) {
      const owner = account.slice(network.length + 1) as Hex
      return { network, from: owner, to: router, data: dataOf(minimum, owner, now()), value: amount }
    },
  }
}
