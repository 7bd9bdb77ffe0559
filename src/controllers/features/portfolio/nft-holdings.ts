import { tokenSymbol } from '../../../core/amounts/token-symbol.ts'
import { raceAbort } from '../../../core/async/abort.ts'
import type { CaipAddress, CaipAssetId } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { NftBalance, NftList, ReportedNft } from '../../../core/wallet/nft.ts'
import type { CallOptions } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { PortfolioDeps, PortfolioParts, PortfolioState } from './portfolio.ts'

/**
 * Loading stops after `emptyPages` consecutive pages that have nothing to show, or after `listed` NFTs. The specification has no
 * such limits.
 */
const most = { emptyPages: 5, listed: 2000 } as const
/** The maximum lengths of texts, in characters. */
const longest = { name: 80, description: 1000 } as const
const empty: NftList = { items: [], loading: false, known: false, more: false, error: undefined }

/** Loads the NFTs of the active account page by page. */
export class NftHoldings {
  readonly #deps: Pick<PortfolioDeps, 'adapters' | 'log'>
  readonly #pages: NonNullable<PortfolioParts['service']>['nfts']
  readonly #host: FeatureHost<PortfolioState>
  /** Aborted when another account or network becomes active. */
  #asked = new AbortController()
  /** The latest read, and whether it reads the first page. */
  #loading: { readonly first: boolean; readonly done: Promise<void> } | undefined
  #next: string | undefined

  constructor(
    deps: Pick<PortfolioDeps, 'adapters' | 'log'>,
    { service }: PortfolioParts,
    host: FeatureHost<PortfolioState>,
  ) {
    this.#deps = deps
    this.#pages = service?.nfts
    this.#host = host
  }

  /** Cancels the requests. The caller must clear the state. */
  forget(): void {
    this.#asked.abort()
    this.#asked = new AbortController()
    this.#loading = this.#next = undefined
  }

  /** Reads the first page again. The list stays until the page is read. */
  load(account: CaipAddress, network: ChainNetwork, { signal }: CallOptions = {}): Promise<void> {
    return this.#once(true, () => this.#read(account, network, undefined), signal)
  }

  /**
   * Reads the first page again after a transaction. Waits for a pending read first, because that read may have started before the
   * transaction.
   */
  async reload(account: CaipAddress, network: ChainNetwork): Promise<void> {
    const { signal } = this.#asked
    await this.#loading?.done
    if (!signal.aborted) await this.load(account, network)
  }

  /** Reads the next page, if there is one. */
  async loadMore(account: CaipAddress, network: ChainNetwork, { signal }: CallOptions = {}): Promise<void> {
    if (this.#next === undefined) return
    const more = async () => {
      if (this.#next !== undefined) await this.#read(account, network, this.#next)
    }
    await this.#once(false, more, signal)
  }

  /** Joins a pending read of the same kind. Waits for a pending read of the other kind, and then reads. */
  #once(first: boolean, read: () => Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    const pending = this.#loading
    if (pending?.first === first) return raceAbort(pending.done, signal)
    const { signal: asked } = this.#asked
    const run = async () => {
      if (pending) await pending.done
      if (!asked.aborted) await read()
    }
    const loading = {
      first,
      done: run().finally(() => {
        if (this.#loading === loading) this.#loading = undefined
      }),
    }
    this.#loading = loading
    return raceAbort(loading.done, signal)
  }

  async #read(account: CaipAddress, network: ChainNetwork, from: string | undefined): Promise<void> {
    const { signal } = this.#asked
    const pages = this.#pages
    if (!pages) return
    this.#patch({ loading: true, error: undefined })
    try {
      const adapter = (await this.#deps.adapters.get(network.chainNamespace)) as ChainAdapter
      const found = new Map<string, NftBalance>()
      if (from !== undefined) for (const one of this.#items) found.set(one.asset, one)
      const before = found.size
      let cursor = from
      for (let turn = 0; turn < most.emptyPages; turn++) {
        const page = await pages(account, cursor, { signal })
        if (signal.aborted) return
        if (!page) return this.#host.patch({ nfts: undefined })
        for (const one of page.nfts) {
          const nft = nftBalance(one, network, adapter)
          if (nft && !found.has(nft.asset) && found.size < most.listed) found.set(nft.asset, nft)
        }
        // Stop if the data service or the provider repeats its cursor. Otherwise the same page would load again and again.
        cursor = page.next === cursor ? undefined : page.next
        if (cursor === undefined || found.size > before) break
      }
      if (signal.aborted) return
      this.#next = found.size < most.listed ? cursor : undefined
      this.#patch({ items: [...found.values()], loading: false, known: true, more: this.#next !== undefined })
    } catch (cause) {
      if (signal.aborted) return
      this.#deps.log.debug('Loading the NFTs failed', cause)
      this.#patch({ loading: false, error: toLatchkeyError(cause) })
    }
  }

  get #items(): readonly NftBalance[] {
    return this.#host.state.nfts?.items ?? []
  }

  #patch(part: Partial<NftList>): void {
    this.#host.patch({ nfts: { ...(this.#host.state.nfts ?? empty), ...part } })
  }
}

/** Returns whether the network's family has NFTs of this standard. */
function fits(standard: ReportedNft['standard'], { chainNamespace }: ChainNetwork): boolean {
  return chainNamespace === (standard === 'metaplex' ? 'solana' : 'eip155')
}

/**
 * Matches texts with a website's address, or with a word such as `claim` or `airdrop`. NFTs with such texts are spam. Doesn't
 * match names such as `alice.eth`.
 */
const advertises =
  /https?:|www\.|\.(com|net|org|io|xyz|app|site|online|top|live|club|gift|fun|lol|vip|pro|info|cc|co|finance|claims?)\b|\b(claim|airdrop|voucher|giveaway|redeem|reward)/i

/**
 * Returns an NFT with cleaned texts. Returns undefined if the network's family doesn't have this standard, the contract's address
 * is invalid, or the account holds none of this NFT.
 */
function nftBalance(
  reported: ReportedNft,
  network: ChainNetwork,
  adapter: Pick<ChainAdapter, 'normalizeAddress'>,
): NftBalance | undefined {
  const { standard, contract, tokenId, quantity, imageUrl, isSpam = false } = reported
  const address = adapter.normalizeAddress(contract, network)
  if (!fits(standard, network) || address === undefined || quantity <= 0n) return undefined
  const isMint = standard === 'metaplex'
  const id = isMint ? address : `${tokenId}`
  const collection = tokenSymbol(reported.collection, longest.name)
  const name =
    tokenSymbol(reported.name, longest.name) ||
    `${collection || 'NFT'} #${isMint ? id.slice(0, 4) : tokenSymbol(id)}`
  const description = tokenSymbol(reported.description, longest.description)
  return {
    name,
    network: network.caipNetworkId,
    asset:
      `${network.caipNetworkId}/${isMint ? `token:${id}` : `${standard}:${address}/${id}`}` as CaipAssetId,
    address,
    amount: { value: isMint ? 1n : quantity, decimals: 0, symbol: name },
    nft: {
      ...{ standard, tokenId: id, collection, description, imageUrl },
      isSpam: isSpam || advertises.test(`${reported.name} ${reported.collection}`),
    },
  }
}
