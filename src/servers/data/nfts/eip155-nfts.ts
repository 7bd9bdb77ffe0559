import type { CaipNetworkId, Hex } from '../../../core/chain/caip.ts'
import { addressPattern } from '../../../core/chain/eip155.ts'
import { AbiReader } from '../abi.ts'
import { askContracts } from '../each-call.ts'
import { type NodeCall, type NodeCalls, NodeFailure, refuseUnable } from '../node-calls.ts'
import { type NftPage, type NftReader, notServed, type OwnedNft, type Position } from './nft-reader.ts'
import { type NodeLog, type Received, receivedCalls, receivedIn } from './received-logs.ts'

export interface Eip155Nfts {
  readonly chain: CaipNetworkId<'eip155'>
  readonly node: NodeCalls
  /** The first block to search. The network has no NFTs before this block. */
  readonly startBlock: number
  /** If the network has more blocks, its NFTs aren't served. Default: no limit. */
  readonly mostBlocks?: number | undefined
}

/**
 * The limits of one page. `page`: NFTs in the result. `blocks`: blocks per read. `reads`: such reads. `candidates`: NFTs whose
 * owner is asked for. `atOnce`: NFTs per batch of such calls. `name` and `uri`: characters.
 */
const limits = { page: 20, blocks: 10_000, reads: 30, candidates: 500, atOnce: 50, name: 200, uri: 200_000 }

const selectors = {
  ownerOf: '0x6352211e',
  balanceOf: '0x00fdd58e',
  name: '0x06fdde03',
  tokenUri: '0xc87b56dd',
  uri: '0x0e89341c',
} as const

/**
 * Lists an account's NFTs. Searches the logs for NFTs that the account received, from the newest block down to the start block. Then asks each
 * contract whether the account still holds the NFT, because a log alone proves nothing.
 */
export function eip155Nfts({ chain, node, startBlock, mostBlocks = Infinity }: Eip155Nfts): NftReader {
  /** Returns the NFTs that the account received, newest first; undefined if the node refuses a range of this length. */
  async function received(account: string, from: number, to: number, signal?: AbortSignal) {
    const outcomes = await node
      .all<readonly NodeLog[]>(receivedCalls(account, from, to), signal)
      .catch((error: unknown) => {
        if (error instanceof NodeFailure && error.refused && from < to) return undefined
        throw error
      })
    if (!outcomes) return undefined
    const logs = outcomes.map((outcome) => ('result' in outcome ? outcome.result : undefined))
    if (logs.includes(undefined)) {
      if (from < to) return undefined
      refuseUnable(outcomes)
      throw new NodeFailure(outcomes.flatMap((one) => ('error' in one ? one.error : []))[0] ?? '')
    }
    return logs
      .flatMap((one) => (one ?? []).flatMap(receivedIn))
      .sort((a, b) => compare(b.position, a.position))
  }

  /** Returns how many units of each NFT the account holds: 0 if the contract doesn't answer. */
  async function quantities(account: string, nfts: readonly Received[], signal?: AbortSignal) {
    const answers = await answersTo(
      nfts.map(({ standard, contract, tokenId }) =>
        standard === 'erc721'
          ? contractCall(contract, selectors.ownerOf, word(tokenId))
          : contractCall(contract, selectors.balanceOf, word(BigInt(account)), word(tokenId)),
      ),
      signal,
    )
    return nfts.map(({ standard }, at) => {
      const answer = answers[at]
      const value = answer?.length === 66 ? BigInt(answer) : 0n
      return standard === 'erc1155' ? value : value === BigInt(account) ? 1n : 0n
    })
  }

  async function described(
    nfts: readonly (Received & { readonly quantity: bigint })[],
    signal?: AbortSignal,
  ) {
    const contracts = [...new Set(nfts.map(({ contract }) => contract))]
    const answers = await answersTo(
      [
        ...contracts.map((contract) => contractCall(contract, selectors.name)),
        ...nfts.map(({ standard, contract, tokenId }) =>
          contractCall(contract, standard === 'erc721' ? selectors.tokenUri : selectors.uri, word(tokenId)),
        ),
      ],
      signal,
    )
    const names = new Map(contracts.map((contract, at) => [contract, textOf(answers[at], limits.name)]))
    return nfts.map(({ standard, contract, tokenId, quantity }, at): OwnedNft => {
      const uri = textOf(answers[contracts.length + at], limits.uri)
      // ERC-1155: `{id}` in the URI stands for the token's id in hex without a prefix.
      const named = standard === 'erc721' ? uri : uri.replaceAll('{id}', word(tokenId))
      return { standard, contract, tokenId, quantity, collection: names.get(contract) ?? '', uri: named }
    })
  }

  /**
   * Returns the contracts' answers; undefined for a call that fails.
   * @throws NodeFailure, also when the node is too busy for a call or can't answer it.
   */
  async function answersTo(calls: readonly NodeCall[], signal?: AbortSignal) {
    const outcomes = await askContracts<Hex>(node, calls, signal)
    refuseUnable(outcomes)
    return outcomes.map((outcome) =>
      'result' in outcome && typeof outcome.result === 'string' ? outcome.result : undefined,
    )
  }

  return {
    chain,
    addressOf: (text) => (addressPattern.test(text) ? text.toLowerCase() : undefined),

    async page(account, from, signal): Promise<NftPage> {
      const latest = Number(await node.call<Hex>('eth_blockNumber', [], signal))
      if (latest > mostBlocks) throw notServed(chain)
      const owned: (Received & { readonly quantity: bigint })[] = []
      const seen = new Set<string>()
      let at: Position = from && from[0] <= latest ? from : [latest + 1, 0, 0]
      let asked = 0
      /**
       * The number of blocks per read. If the node refuses a range, the next read is half as long. Each page starts with the maximum, because some
       * nodes limit only the number of logs.
       */
      let range = limits.blocks
      const end = async (next: Position | undefined) => ({ owned: await described(owned, signal), next })
      for (let reads = 0; reads < limits.reads; reads++) {
        const to = at[1] === 0 && at[2] === 0 ? at[0] - 1 : at[0]
        if (to < startBlock) return end(undefined)
        const first = Math.max(startBlock, to - range + 1)
        const all = await received(account, first, to, signal)
        if (!all) {
          range = Math.max(1, Math.floor((to - first + 1) / 2))
          continue
        }
        const below = all.filter(({ position }) => compare(position, at) < 0)
        for (let index = 0; index < below.length; index += limits.atOnce) {
          const slice = below.slice(index, index + limits.atOnce)
          const held = await quantities(account, slice, signal)
          for (const [place, nft] of slice.entries()) {
            at = nft.position
            const key = `${nft.contract} ${nft.tokenId}`
            const quantity = held[place] ?? 0n
            if (quantity > 0n && !seen.has(key)) owned.push({ ...nft, quantity })
            seen.add(key)
            if (owned.length === limits.page || ++asked === limits.candidates) return end(at)
          }
        }
        at = [first, 0, 0]
      }
      return end(at[0] <= startBlock ? undefined : at)
    },
  }
}

function compare(a: Position, b: Position): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

function contractCall(to: string, selector: string, ...words: readonly string[]): NodeCall {
  return { method: 'eth_call', params: [{ to, data: `${selector}${words.join('')}` }, 'latest'] }
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

/** Returns at most `most` characters of the text that a call returned; empty if the result isn't a text, or is far too long. */
function textOf(answer: Hex | undefined, most: number): string {
  if (answer === undefined || answer.length > 2 * 4 * most + 1000) return ''
  try {
    return [...AbiReader.of(answer).text(0)].slice(0, most).join('')
  } catch {
    return ''
  }
}
