import { base58 } from '@scure/base'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { isObject } from '../../../core/json/is-object.ts'
import { type NodeCalls, NodeFailure } from '../node-calls.ts'
import { isSolanaAddress } from '../solana/solana-address.ts'
import { type MintMetadata, metadataAddress, metadataProgram, mintMetadataIn } from './metaplex.ts'
import type { NftPage, NftReader, OwnedNft, Position } from './nft-reader.ts'

export interface SolanaNfts {
  readonly chain: CaipNetworkId<'solana'>
  readonly node: NodeCalls
}

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/**
 * How much work one page can cause. Deriving a metadata address takes time. `getMultipleAccounts` accepts 100 accounts, and each
 * possible NFT needs two.
 */
const limits = { page: 20, atOnce: 50, candidates: 100 }

interface Account {
  readonly owner: string
  readonly data: Buffer
}
interface Candidate {
  readonly mint: string
  readonly key: Buffer
  readonly position: Position
}

/**
 * Lists an owner's Metaplex NFTs. A mint counts if its metadata is that of an NFT, and the owner holds its only token. Compressed
 * NFTs and NFTs of Token-2022 aren't listed. The cursor is the last mint of a page. So if the owner gets an NFT between two
 * pages, no other NFT is listed twice or skipped because of it.
 */
export function solanaNfts({ chain, node }: SolanaNfts): NftReader {
  /** Returns the mints of which the owner has exactly one unit, sorted by their bytes. */
  async function candidates(owner: string, signal?: AbortSignal): Promise<readonly Candidate[]> {
    const method = 'getTokenAccountsByOwner'
    const config = { encoding: 'base64', commitment: 'confirmed' }
    const answer = await node.call<unknown>(method, [owner, { programId: tokenProgram }, config], signal)
    const found = new Map<string, Candidate>()
    for (const entry of listIn(answer, method)) {
      const account = accountOf(isObject(entry) ? entry.account : undefined, method)
      if (!account || account.data.length < 72) throw failure(method)
      const key = account.data.subarray(0, 32)
      const mint = base58.encode(key)
      if (account.data.readBigUInt64LE(64) === 1n) found.set(mint, { mint, key, position: positionOf(key) })
    }
    return [...found.values()].sort((a, b) => Buffer.compare(a.key, b.key))
  }

  async function accounts(addresses: readonly string[], signal?: AbortSignal) {
    if (addresses.length === 0) return []
    const method = 'getMultipleAccounts'
    const config = { encoding: 'base64', commitment: 'confirmed' }
    const list = listIn(await node.call<unknown>(method, [addresses, config], signal), method)
    if (list.length !== addresses.length) throw failure(method)
    return list.map((one) => accountOf(one, method))
  }

  /** Returns the metadata of each mint; undefined for a mint that isn't an NFT. */
  async function metadataOf(some: readonly Candidate[], signal?: AbortSignal) {
    const pairs = await Promise.all(some.map(async ({ mint, key }) => [mint, await metadataAddress(key)]))
    const found = await accounts(pairs.flat(), signal)
    return some.map(({ key }, at) => {
      const [mint, metadata] = [found[2 * at], found[2 * at + 1]]
      return isSingle(mint) ? readMetadata(metadata, key) : undefined
    })
  }

  async function collectionNames(mints: readonly string[], signal?: AbortSignal) {
    const keys = mints.map((mint) => base58.decode(mint))
    const found = await accounts(await Promise.all(keys.map(metadataAddress)), signal)
    return new Map(keys.map((key, at) => [mints[at], readMetadata(found[at], key)?.name ?? '']))
  }

  async function described(
    page: readonly { readonly mint: string; readonly metadata: MintMetadata }[],
    signal?: AbortSignal,
  ): Promise<readonly OwnedNft[]> {
    const names = await collectionNames(
      [...new Set(page.flatMap(({ metadata }) => metadata.collection ?? []))],
      signal,
    )
    return page.map(({ mint, metadata: { name, uri, collection } }) => ({
      ...{ standard: 'metaplex', contract: mint, tokenId: 0n, quantity: 1n },
      ...{ collection: names.get(collection) ?? '', name, uri },
    }))
  }

  return {
    chain,
    addressOf: (text) => (isSolanaAddress(text) ? text : undefined),

    async page(account, from, signal): Promise<NftPage> {
      const all = await candidates(account, signal)
      const left = all.filter(({ position }) => !from || compare(position, from) > 0)
      const page: { readonly mint: string; readonly metadata: MintMetadata }[] = []
      for (let at = 0; at < left.length; at += limits.atOnce) {
        const some = left.slice(at, at + limits.atOnce)
        const metadata = await metadataOf(some, signal)
        for (const [index, one] of some.entries()) {
          const found = metadata[index]
          if (found?.isNft) page.push({ mint: one.mint, metadata: found })
          const isLast = at + index === left.length - 1
          if (!isLast && (page.length === limits.page || at + index + 1 === limits.candidates))
            return { owned: await described(page, signal), next: one.position }
        }
      }
      return { owned: await described(page, signal), next: undefined }
    },
  }
}

/** Encodes the first 12 bytes of a mint as three numbers. 12 bytes suffice to tell mints apart. */
function positionOf(key: Buffer): Position {
  return [key.readUIntBE(0, 6), key.readUIntBE(6, 3), key.readUIntBE(9, 3)]
}

function compare(a: Position, b: Position): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/** Returns whether the account is a mint with exactly one token, which can't be divided. */
function isSingle(account: Account | undefined): boolean {
  if (account?.owner !== tokenProgram || account.data.length !== 82) return false
  return account.data.readBigUInt64LE(36) === 1n && account.data[44] === 0 && account.data[45] === 1
}

function readMetadata(account: Account | undefined, mint: Uint8Array): MintMetadata | undefined {
  return account?.owner === metadataProgram ? mintMetadataIn(account.data, mint) : undefined
}

function listIn(answer: unknown, method: string): readonly unknown[] {
  if (isObject(answer) && Array.isArray(answer.value)) return answer.value
  throw failure(method)
}

function accountOf(value: unknown, method: string): Account | undefined {
  if (value === null) return undefined
  if (isObject(value) && typeof value.owner === 'string' && Array.isArray(value.data)) {
    const [data] = value.data as readonly unknown[]
    if (typeof data === 'string') return { owner: value.owner, data: Buffer.from(data, 'base64') }
  }
  throw failure(method)
}

function failure(method: string): NodeFailure {
  return new NodeFailure(`The node gave an invalid answer to ${method}`)
}
