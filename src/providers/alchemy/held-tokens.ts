import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { confirmedTokens, mostTokens } from '../shared/eip155/confirmed-tokens.ts'
import { type ListedToken, readAddress, readDecimals, readIcon, readWord } from '../shared/eip155/token.ts'
import type { Endpoint } from './endpoint.ts'

const mostPages = 2
/** Tokens per batch, so that a batch stays within the free plan's compute units per second. */
const perBatch = 25
const mostKept = 10_000

/** The native coin, and the tokens that Alchemy lists, with the amounts of the host's own node. */
export function heldTokens({ network, call, batch, invalid }: Endpoint, { rpc }: DataProviderContext) {
  const confirmed = confirmedTokens(() => rpc(network))
  /** Kept for later calls, because they rarely change. */
  const known = new Map<string, ListedToken>()
  return (account: string, opts: CallOptions = {}) =>
    confirmed(account, async (own) => described(await contracts(account, own), own), opts)

  /** https://www.alchemy.com/docs/data/token-api/token-api-endpoints/alchemy-get-token-balances */
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
        // Alchemy also lists tokens that the account no longer has.
        if (address && /[1-9a-f]/i.test(`${tokenBalance}`.slice(2)) && found.size < mostTokens)
          found.add(address)
      }
      if (typeof page.pageKey !== 'string' || page.pageKey === '' || found.size >= mostTokens) break
      pageKey = page.pageKey
    }
    return [...found]
  }

  /** https://www.alchemy.com/docs/data/token-api/token-api-endpoints/alchemy-get-token-metadata */
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
