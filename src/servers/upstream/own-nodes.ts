import { bitcoinChainName, bitcoinChains } from '../../core/chain/bip122.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { DataProviderFactory } from '../../core/wallet/data-provider.ts'
import type { ServiceNetwork } from '../../core/wallet/wallet-service.ts'
import { bip122Reader } from '../data/bip122/bip122-reader.ts'
import type { ChainReader } from '../data/chain-reader.ts'
import { indexedCosmosReader } from '../data/cosmos/indexed-reader.ts'
import { dataHandler } from '../data/data-handler.ts'
import { eip155Reader } from '../data/eip155/eip155-reader.ts'
import { storedTransactions } from '../data/eip155/stored-transactions.ts'
import { KnownAssets } from '../data/known-assets.ts'
import { eip155Nfts } from '../data/nfts/eip155-nfts.ts'
import { type MetadataOptions, NftMetadataReader } from '../data/nfts/nft-metadata.ts'
import type { NftReader } from '../data/nfts/nft-reader.ts'
import { solanaNfts } from '../data/nfts/solana-nfts.ts'
import { NodeCalls, type PostToNode } from '../data/node-calls.ts'
import { providedNetworks } from '../data/provided.ts'
import type { DataAnswer, DataRequest } from '../data/requests.ts'
import type { LinkSigner } from '../data/signed-links.ts'
import { solanaReader } from '../data/solana/solana-reader.ts'
import { type HistoryIndex, reasonOfStart } from '../data/stored-index/history-index.ts'
import { loadPeer } from '../load-peer.ts'
import { oncePerMinute } from '../once-per-minute.ts'
import { getFromEsplora } from './get-from-esplora.ts'
import { nodeUrls, postTo, type SharedHealth } from './post-to.ts'
import { providedByNodes } from './provided-by-nodes.ts'

export interface OwnNodes {
  /**
   * The networks with the URLs of their nodes. For a bip122 network, the node is an Esplora server. The URLs may contain API keys.
   * Clients never get the URLs.
   */
  readonly networks: readonly ServiceNetwork[]
  /** Called with the reason for each network that has no history, unless a provider covers the network. */
  readonly onLeftOut: (id: CaipNetworkId, reason: string) => void
  readonly now: () => number
  /** The health of the nodes, shared with other services of the program. Default: a new record for this service. */
  readonly health?: SharedHealth
  /**
   * Stores the histories of eip155, cosmos and polkadot networks in a database. Close the database after the last request. Default: the histories of eip155
   * networks are in memory, and are read again after each start. Cosmos and polkadot networks have no history.
   */
  readonly index?: HistoryIndex | undefined
  /** The options for reading NFTs. */
  readonly nfts?: OwnNodesNfts | undefined
  /**
   * Providers of balances, history, NFTs and prices, such as `blockscout()`. They are asked in this order, before the nodes. The
   * providers' keys stay on this server.
   */
  readonly providers?: readonly DataProviderFactory[] | undefined
  /** The functions that create links to on-ramp providers, by provider, such as `{ moonpay: moonpayLinks({ key, secret }) }`. */
  readonly links?: Readonly<Record<string, LinkSigner>> | undefined
  /**
   * Is called when a provider fails. The same message is reported at most once a minute. Clients get 502, or 429 if the provider
   * is busy. Is also called, without an error, when a node that should confirm a provider's answers serves another network, or
   * has another problem.
   */
  readonly onProviderFailure?: ((message: string, error?: unknown) => void) | undefined
}

export interface OwnNodesNfts extends Pick<MetadataOptions, 'ipfsGateway' | 'allowPrivate'> {
  /** The block at which the search for NFTs starts, by network. Required for a network with more than 500,000 blocks. Default: the first block. */
  readonly startBlocks?: Readonly<Record<CaipNetworkId, number>> | undefined
}

/** A network with more blocks needs a start block. Private networks have fewer blocks, public networks more. */
const mostBlocks = 500_000
const pageSize = 50

/**
 * The data service of the operator's own nodes: JSON-RPC calls, accounts and their history. The histories of eip155, cosmos and
 * polkadot networks need an index, in memory or in the database. Such a network with too many blocks needs a start block, or an index that the database already
 * contains. Until the index is complete, the nodes serve neither balances nor history of the network, and the service lists the
 * network as supported only if a provider covers it. If it isn't listed, clients read balances from the node, and list only
 * transactions that were sent in the same browser.
 */
export async function ownNodesHandler({
  networks,
  onLeftOut,
  now,
  health = new Map(),
  index,
  nfts: { startBlocks = {}, ...metadata } = {},
  providers = [],
  links,
  onProviderFailure = () => {},
}: OwnNodes): Promise<(request: DataRequest) => Promise<DataAnswer>> {
  const urls = new Map(networks.map((network) => [network.id, nodeUrls(network)] as const))
  const nodes = new Map([...urls].map(([id, own]) => [id, postTo(own, id, undefined, health)] as const))
  const provided =
    providers.length > 0
      ? await providedByNodes(providers, networks, oncePerMinute(onProviderFailure, now), now, health)
      : undefined
  const covered = await providedNetworks({ provided })
  const nftReaders: NftReader[] = []
  const readers = await Promise.all(
    networks.map(
      async ({ id, nativeCurrency: native, cosmos, ss58Prefix }): Promise<readonly ChainReader[]> => {
        const node = new NodeCalls(nodes.get(id) as PostToNode)
        if (isOf(id, 'bip122')) {
          const name = bitcoinChainName(id)
          if (name === undefined) {
            if (!covered.includes(id)) onLeftOut(id, 'its address format is unknown')
            return []
          }
          const get = getFromEsplora(urls.get(id) ?? [], id, health)
          return [bip122Reader({ chain: id, native, prefix: bitcoinChains[name].hrp, get, now })]
        }
        if (isOf(id, 'solana')) {
          nftReaders.push(solanaNfts({ chain: id, node }))
          return [solanaReader({ chain: id, native, node, tokens: [] })]
        }
        if (isOf(id, 'cosmos') || isOf(id, 'polkadot')) {
          const shared = { node, index, mostBlocks, now }
          const reader = isOf(id, 'cosmos')
            ? await indexedCosmosReader({ id, nativeCurrency: native, cosmos }, shared)
            : await (await polkadotCode()).indexedPolkadotReader(
                { id, nativeCurrency: native, ss58Prefix },
                shared,
              )
          if (typeof reader !== 'string') return [reader]
          if (!covered.includes(id)) onLeftOut(id, reader)
          return []
        }
        if (!isOf(id, 'eip155')) return []
        const height = await node.call<string>('eth_blockNumber', []).then(Number, (error: Error) => error)
        const isDown = height instanceof Error
        const isTooLong = !isDown && height > mostBlocks
        const tooLong = isTooLong ? `the network has ${height} blocks` : undefined
        const reason = isDown ? reasonOfStart(height) : tooLong
        const startBlock = startBlocks[id]
        if (startBlock !== undefined) nftReaders.push(eip155Nfts({ chain: id, node, startBlock }))
        // While the node is down, its number of blocks isn't known. So each request checks it.
        else if (!isTooLong)
          nftReaders.push(eip155Nfts({ chain: id, node, startBlock: 0, ...(isDown && { mostBlocks }) }))
        // An index that the database contains continues, even if the node is down or the chain now exceeds the limit of blocks.
        const begun = await index?.firstBlock(id)
        const first = begun ?? index?.startBlocks[id] ?? (reason === undefined ? 0 : undefined)
        if (first !== undefined) {
          const indexed = index && (await storedTransactions(index, id, { node, first, now }))
          const withPending = reason === undefined || begun === 0
          return [eip155Reader({ chain: id, native, node, tokens: [], now, indexed, withPending })]
        }
        if (reason !== undefined && !covered.includes(id)) onLeftOut(id, reason)
        return []
      },
    ),
  )
  const known = networks.map(({ id, nativeCurrency: { name, symbol } }) => ({
    chain: id,
    name,
    symbol,
    iconUrl: '',
  }))
  return dataHandler({
    ...{ readers: readers.flat(), known: new KnownAssets(known), pageSize, nodes, provided, links },
    nfts: { readers: nftReaders, metadata: new NftMetadataReader({ ...metadata, now }) },
  })
}

const polkadotCode = () =>
  loadPeer(() => import('../data/polkadot/indexed-reader.ts'), {
    feature: 'The history of polkadot networks',
    install: 'npm install @polkadot/api',
  })

function isOf<N extends ChainNamespace>(id: CaipNetworkId, family: N): id is CaipNetworkId<N> {
  return id.startsWith(`${family}:`)
}
