import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { PythFeeds } from './options.ts'

/** The ids of price feeds in US dollars: https://docs.pyth.network/price-feeds/core/price-feeds/price-feed-ids */
const feeds = {
  eth: 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace',
  bnb: '2f95862b045670cd22bee3114c39763a4a08beeb663b145d283c31d7d1101c4f',
  pol: 'ffd11c5a1cfd42f80afb2df4d9f264c15f956d68153335374ec10722edd70472',
  avax: '93da3352f9f1d105fdfe4971cfa80e9dd777bfc5d0f683ebb6e1294b92137bb7',
  sol: 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
  btc: 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43',
  atom: 'b00b60f88b03a6a625a8d1c048c3f66653edf217439983d037e7222c4e612819',
  dot: 'ca3eed9b267293f6595901c734c7525ce8ef49adafe8284606ceb307afa2ca5b',
} as const
const networks: readonly (readonly [CaipNetworkId, keyof typeof feeds])[] = [
  ['eip155:1', 'eth'],
  ['eip155:10', 'eth'],
  ['eip155:56', 'bnb'],
  ['eip155:137', 'pol'],
  ['eip155:8453', 'eth'],
  ['eip155:42161', 'eth'],
  ['eip155:43114', 'avax'],
  ['eip155:59144', 'eth'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'sol'],
  ['bip122:000000000019d6689c085ae165831e93', 'btc'],
  ['cosmos:cosmoshub-4', 'atom'],
  ['polkadot:68d56f15f85d3136970ec16946040bc1', 'dot'],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'dot'],
]

export const coinFeeds: Readonly<Record<CaipNetworkId, PythFeeds>> = Object.fromEntries(
  networks.map(([network, coin]) => [network, { coin: feeds[coin] }]),
)
