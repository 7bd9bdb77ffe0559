import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { confirmedTokens, mostTokens } from '../shared/eip155/confirmed-tokens.ts'
import { type ListedToken, readAddress, readDecimals, readIcon, readWord } from '../shared/eip155/token.ts'
import type { Endpoint } from './endpoint.ts'

const mostPages = 2
/** The number of tokens per batch. A larger batch would need more compute units per second than the free plan allows. */
const perBatch = 25
const mostKept = 10_000

/**
 * Creates a function that returns an account's balances: the native coin, and the tokens that Alchemy lists. The amounts come
 * from the host's own node.
 */
export function heldTokens({ network, call, batch, invalid }: Endpoint, { rpc }: DataProviderContext) {
  const confirmed = confirmedTokens(() => rpc(network))
  /** The descriptions of tokens. They are kept for later calls, because they rarely change. */
  const known = new Map<string, ListedToken>()
  return (account: string, opts: CallOptions = {}) =>
    confirmed(account, async (own) => described(await contracts(account, own), own), opts)

  /**
   * Returns the contracts of the account's tokens:
   * https://www.alchemy.com/docs/data/token-api/token-api-endpoints/alchemy-get-token-balances
   */
  async function contracts(account: string, opts: CallOptions): Promise<readonly string[]> {
    const found = new Set<string>()
    let pageKey: string | undefined
    for (let turn = 0; turn < mostPages; turn++) {
      const params = [account, 'erc20', ...(pageKey ? [{ pageKey }] : [])]
      const page = await call('alchemy_getTokenBalances', params, opts)
      if (!isObject(page) || !Array.isArray(page.tokenBalances)) throw invalid('a list of tokens')
      if (readAddress(page.address) !== account.toLowerCase()) throw invalid('the account of the request')
      for (const { contractAddress, tokenBalance } of page.tokenBalances.filter(isObject)) {
        const address = readAddress(contractAddress)
        // Leaves out tokens with the amount 0. Alchemy lists them if the account had them before.
        if (address && /[1-9a-f]/i.test(`${tokenBalance}`.slice(2)) && found.size < mostTokens)
          found.add(address)
      }
      if (typeof page.pageKey !== 'string' || page.pageKey === '' || found.size >= mostTokens) break
      pageKey = page.pageKey
    }
    return [...found]
  }

  /**
   * Returns the descriptions of tokens:
   * https://www.alchemy.com/docs/data/token-api/token-api-endpoints/alchemy-get-token-metadata
   */
  async function described(list: readonly string[], opts: CallOptions): Promise<readonly ListedToken[]> {
    if (known.size > mostKept) known.clear()
    const missing = list.filter((address) => !known.has(address))
    for (let at = 0; at < missing.length; at += perBatch) {
      const part = missing.slice(at, at + perBatch)
      const about = await batch(
        'alchemy_getTokenMetadata',
        part.map((address) => [address]),
        opts,
      )
      for (const [index, address] of part.entries()) {
        const one = about[index]
        if (!isObject(one)) continue
        const [name, symbol] = [readWord(one.name), readWord(one.symbol)]
        const decimals = readDecimals(one.decimals)
        known.set(address, { address, name, symbol, decimals, isFungible: true, iconUrl: readIcon(one.logo) })
      }
    }
    return list.flatMap((address) => known.get(address) ?? [])
  }
}
