import type { ReportedBalance } from '../../../core/wallet/token-balance.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'
import { isFailedCall } from './failed-call.ts'
import { nodeNumber } from './node-number.ts'
import type { ListedToken } from './token.ts'

/** The maximum number of tokens to read. It is low, because each token needs calls to the node. */
export const mostTokens = 100
/** The maximum number of tokens with known decimals. On a server, this code reads the tokens of many accounts. */
const mostKept = 10_000

/**
 * Creates a function that returns an account's balances: the native coin, and the tokens that a service lists. The amounts and
 * decimals come from the host's own node. So a wrong answer of the service can hide a token, but can't change an amount. Leaves
 * out a token if the service and the node report different decimals.
 */
export function confirmedTokens(nodeOf: () => JsonRpcPort) {
  /** The decimals of tokens. They are kept for later calls, because they never change. */
  const decimalsOf = new Map<string, number>()

  return async (
    account: string,
    listed: (opts: CallOptions) => Promise<readonly ListedToken[]>,
    opts: CallOptions = {},
  ): Promise<readonly ReportedBalance[]> => {
    const node = nodeOf()
    /**
     * Calls a token contract and returns the value of 32 bytes. Resolves with undefined for any other answer, and if the call
     * fails in the contract.
     */
    async function word(to: string, data: string): Promise<bigint | undefined> {
      try {
        const answer = await node.request({ method: 'eth_call', params: [{ to, data }, 'latest'] }, opts)
        return typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer) ? BigInt(answer) : undefined
      } catch (error) {
        if (isFailedCall(error)) return undefined
        throw error
      }
    }
    async function held(token: ListedToken): Promise<readonly ReportedBalance[]> {
      const { address, name, symbol, decimals, iconUrl } = token
      if (decimals === undefined) return []
      const owner = account.slice(2).toLowerCase().padStart(64, '0')
      // The calls `balanceOf(address)` and `decimals()` of ERC-20.
      const [value, own] = await Promise.all([
        word(address, `0x70a08231${owner}`),
        decimalsOf.get(address) ?? word(address, '0x313ce567'),
      ])
      if (own === undefined || Number(own) !== decimals) return []
      if (decimalsOf.size >= mostKept) decimalsOf.clear()
      decimalsOf.set(address, decimals)
      return value ? [{ name, symbol, address, decimals, value, iconUrl }] : []
    }
    const [coins, tokens] = await Promise.all([
      node.request({ method: 'eth_getBalance', params: [account, 'latest'] }, opts),
      listed(opts),
    ])
    const balances = await Promise.all(tokens.slice(0, mostTokens).map(held))
    // The client replaces this name and symbol with the ones in the network's definition.
    return [
      { name: 'Ether', symbol: 'ETH', decimals: 18, value: nodeNumber(coins, 'eth_getBalance') },
      ...balances.flat(),
    ]
  }
}
