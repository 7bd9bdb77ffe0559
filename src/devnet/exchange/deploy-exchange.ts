import type { CaipNetworkId, Hex } from '../../core/chain/caip.ts'
import { parseCaipAssetId } from '../../core/chain/caip-19.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { CallOptions } from '../../ports.ts'
import { devPrices } from '../data/prices.ts'
import type { DevToken } from '../family-devnet.ts'
import { deployContract } from '../nodes/deploy-contract.ts'
import { faucet } from '../nodes/faucet.ts'
import { exchangeCode } from './artifacts.ts'
import { fillPool } from './fill-pool.ts'

export interface DevExchangeOptions extends CallOptions {
  /** Of anvil, such as those of `startDevnet`; other families are left out. */
  readonly networks: readonly ChainNetwork[]
  /** What the devnet itself made; each that has a price gets a pool. */
  readonly tokens: readonly DevToken[]
}

/** The contracts of one chain, and what they trade. Its transactions are all that there is of it. */
export interface DevExchange {
  readonly network: CaipNetworkId<'eip155'>
  /** Router02 of Uniswap v2: whom to approve, and to call. */
  readonly router: Hex
  readonly factory: Hex
  /** WETH9, in which the coin of the chain is in the pools. */
  readonly wrapped: Hex
  /** Each has a pool with `wrapped`, and no other. */
  readonly tokens: readonly (DevToken & { readonly address: Hex })[]
}

/** Whole coins of the chain in each pool. A swap of one of them moves the price by a thousandth. */
const coinsEach = 2000n

/**
 * Makes an exchange on the chains of a devnet: the factory, the router and the wrapped coin of Uniswap v2, and a pool of the coin
 * with each token, at the prices of the data service. What the pools hold is made for them. Each call makes another exchange.
 *
 * @throws `config/peer-missing` without `@uniswap/v2-core` and `@uniswap/v2-periphery`, `internal/unexpected`.
 */
export async function deployExchange({
  networks,
  tokens,
  signal,
}: DevExchangeOptions): Promise<readonly DevExchange[]> {
  const chains = networks.filter((network) => network.chainNamespace === 'eip155')
  if (chains.length === 0) return []
  const code = await exchangeCode()
  return Promise.all(
    chains.map(async ({ id, nativeCurrency: coin, rpcUrls }): Promise<DevExchange> => {
      const node = rpcUrls.default.http[0] ?? ''
      const network: CaipNetworkId<'eip155'> = `eip155:${id}`
      // One after the other: the same nonces, so the same addresses at every start.
      const wrapped = await deployContract(node, 'The wrapped coin', code.wrapped, signal)
      const factoryData: Hex = `${code.factory}${word(faucet)}`
      const factory = await deployContract(node, 'The factory of pools', factoryData, signal)
      const routerData: Hex = `${code.router}${word(factory)}${word(wrapped)}`
      const router = await deployContract(node, 'The router of the exchange', routerData, signal)
      const traded = tokens.flatMap((token) => {
        const { networkId, assetReference } = parseCaipAssetId(token.asset)
        return networkId === network ? [{ ...token, address: assetReference as Hex }] : []
      })
      const filled: (typeof traded)[number][] = []
      for (const token of traded) {
        const coinPrice = devPrices[coin.symbol]
        const price = devPrices[token.symbol]
        if (coinPrice === undefined || price === undefined) continue
        const coins = coinsEach * 10n ** BigInt(coin.decimals)
        const amount = coinsEach * BigInt(Math.round(coinPrice / price)) * 10n ** BigInt(token.decimals)
        await fillPool(node, router, { token: token.address, symbol: token.symbol, amount, coins }, signal)
        filled.push(token)
      }
      return { network, router, factory, wrapped, tokens: filled }
    }),
  )
}

/** An address as an argument of a constructor. */
function word(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}
