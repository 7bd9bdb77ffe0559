import type { CaipNetworkId, Hex } from '../../core/chain/caip.ts'
import { parseCaipAssetId } from '../../core/chain/caip-19.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { CallOptions } from '../../ports.ts'
import { devPrices } from '../data/prices.ts'
import type { DevToken } from '../family-devnet.ts'
import { deployContract, withArguments } from '../nodes/deploy-contract.ts'
import { faucet } from '../nodes/faucet.ts'
import { exchangeCode } from './artifacts.ts'
import { fillPool } from './fill-pool.ts'

export interface DevExchangeOptions extends CallOptions {
  /** The networks, such as those of `startDevnet`. On eip155, the nodes must be anvil. Other families are ignored. */
  readonly networks: readonly ChainNetwork[]
  /** The devnet's own tokens. Each token with a price gets a pool. */
  readonly tokens: readonly DevToken[]
}

/** The contracts and tokens of an exchange on one network. */
export interface DevExchange {
  readonly network: CaipNetworkId<'eip155'>
  /** Uniswap v2's Router02: the contract that an account approves and calls for a swap. */
  readonly router: Hex
  readonly factory: Hex
  /** WETH9, which stands for the native token in the pools. */
  readonly wrapped: Hex
  /** The tokens. Each token has one pool, which pairs the token with `wrapped`. */
  readonly tokens: readonly (DevToken & { readonly address: Hex })[]
}

/** Whole native tokens per pool. Swapping one native token moves the price by 0.1%. */
const coinsEach = 2000n

/**
 * Deploys Uniswap v2 on each eip155 network of a devnet: the factory, the router, the wrapped token, and a pool of the native
 * token with each token. The pools start at the data service's prices, with minted funds. Each call deploys a new exchange.
 * @throws `config/peer-missing` without `@uniswap/v2-core` and `@uniswap/v2-periphery`; `internal/unexpected`.
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
      // Keep this order. It decides the nonces, so the addresses are the same at every start.
      const wrapped = await deployContract(node, 'The wrapped coin', code.wrapped, signal)
      const factoryData = withArguments(code.factory, [BigInt(faucet)])
      const factory = await deployContract(node, 'The factory of pools', factoryData, signal)
      const routerData = withArguments(code.router, [BigInt(factory), BigInt(wrapped)])
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
