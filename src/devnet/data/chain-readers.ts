import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { bip122Reader } from '../../servers/data/bip122/bip122-reader.ts'
import type { Asset, ChainReader } from '../../servers/data/chain-reader.ts'
import { eip155Reader } from '../../servers/data/eip155/eip155-reader.ts'
import { eip155Nfts } from '../../servers/data/nfts/eip155-nfts.ts'
import type { NftReader } from '../../servers/data/nfts/nft-reader.ts'
import { solanaNfts } from '../../servers/data/nfts/solana-nfts.ts'
import { NodeCalls } from '../../servers/data/node-calls.ts'
import { solanaReader } from '../../servers/data/solana/solana-reader.ts'
import { getFrom, postTo } from '../node-http.ts'

/** Returns the data service's reader for a network; undefined for a family without a reader, such as polkadot or cosmos. */
export function readerOf(network: ChainNetwork, tokens: readonly Asset[]): ChainReader | undefined {
  const { nativeCurrency: native, rpcUrls } = network
  const [url] = rpcUrls.default.http
  if (url === undefined) return undefined
  const now = () => Date.now()
  const node = new NodeCalls(postTo(url))
  if (isOf(network, 'eip155')) {
    const known = tokens.flatMap(({ address }) => address?.toLowerCase() ?? [])
    return eip155Reader({ chain: network.caipNetworkId, native, node, tokens: known, now })
  }
  if (isOf(network, 'solana')) return solanaReader({ chain: network.caipNetworkId, native, node, tokens })
  if (!isOf(network, 'bip122')) return undefined
  const prefix = network.id === regtest ? 'bcrt' : 'tb'
  return bip122Reader({ chain: network.caipNetworkId, native, prefix, get: getFrom(url), now })
}

export function nftReaderOf(network: ChainNetwork): NftReader | undefined {
  const [url] = network.rpcUrls.default.http
  if (url === undefined) return undefined
  const node = new NodeCalls(postTo(url))
  if (isOf(network, 'solana')) return solanaNfts({ chain: network.caipNetworkId, node })
  return isOf(network, 'eip155')
    ? eip155Nfts({ chain: network.caipNetworkId, node, startBlock: 0 })
    : undefined
}

/** The CAIP-2 reference of regtest. The devnet's other bip122 network is a signet. */
const regtest = '0f9188f13cb7b2c71f2a335e3a4fc328'

function isOf<N extends ChainNamespace>(network: ChainNetwork, family: N): network is ChainNetwork<N> {
  return network.chainNamespace === family
}
