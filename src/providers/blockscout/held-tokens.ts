import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { confirmedTokens, mostTokens } from '../shared/eip155/confirmed-tokens.ts'
import type { ListedToken } from '../shared/eip155/token.ts'
import type { Instance } from './instance.ts'
import { readToken } from './token.ts'

/** The maximum number of pages to read. Two pages contain as many tokens as `confirmedTokens` reads. */
const mostPages = 2

/**
 * Creates a function that returns an account's balances: the native coin, and the tokens that Blockscout lists. The amounts come
 * from the host's own node.
 */
export function heldTokens({ network, page }: Instance, { rpc }: DataProviderContext) {
  const confirmed = confirmedTokens(() => rpc(network))
  return (account: string, opts: CallOptions = {}) => confirmed(account, (own) => listed(account, own), opts)

  async function listed(account: string, opts: CallOptions): Promise<readonly ListedToken[]> {
    const tokens = new Map<string, ListedToken>()
    let query: Parameters<Instance['page']>[1] = {}
    for (let turn = 0; query && turn < mostPages; turn++) {
      const answer = await page(`addresses/${account}/tokens`, { type: 'ERC-20', ...query }, opts)
      for (const item of answer.items) {
        const token = isObject(item) ? readToken(item.token) : undefined
        if (token?.isFungible && tokens.size < mostTokens) tokens.set(token.address, token)
      }
      query = answer.next
    }
    return [...tokens.values()]
  }
}
