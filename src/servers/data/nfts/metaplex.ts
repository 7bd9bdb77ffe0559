import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'

/** The program that stores the metadata of tokens: https://developers.metaplex.com/token-metadata */
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

export interface MintMetadata {
  readonly name: string
  /** The URI of further metadata; empty if the account has none. */
  readonly uri: string
  /** Whether the token is an NFT. Old accounts lack this information, and count as NFTs. */
  readonly isNft: boolean
  /** The mint of the collection, if the collection's authority confirmed that the NFT belongs to the collection. */
  readonly collection: string | undefined
}

/** Derives the address of a mint's metadata account. It is the first derived address that isn't on the ed25519 curve. */
export async function metadataAddress(mint: Uint8Array): Promise<string> {
  const { ed25519 } = await import('@noble/curves/ed25519')
  const isOnCurve = (bytes: Uint8Array) => {
    try {
      ed25519.ExtendedPoint.fromHex(bytes)
      return true
    } catch {
      return false
    }
  }
  const program = base58.decode(metadataProgram)
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const part of [Buffer.from('metadata'), program, mint, Uint8Array.of(bump), program])
      hash.update(part)
    const address = hash.update('ProgramDerivedAddress').digest()
    if (!isOnCurve(address)) return base58.encode(address)
  }
  throw new Error('no address is off the curve')
}

/** The values of `TokenStandard` that are NFTs: non-fungible, edition, programmable, and programmable edition. */
const nftStandards: readonly number[] = [0, 3, 4, 5]
/** The maximum size of values in bytes, and of lists in entries. Valid accounts are smaller. */
const longest = { text: 1000, creators: 100 }

/** Reads a metadata account; undefined if the data isn't the metadata of this mint. */
export function mintMetadataIn(data: Uint8Array, mint: Uint8Array): MintMetadata | undefined {
  const bytes = Buffer.from(data)
  if (bytes.length < 65 || bytes[0] !== 4 || !bytes.subarray(33, 65).equals(mint)) return undefined
  let at = 65
  const take = (size: number) => {
    if (at + size > bytes.length) throw new RangeError('the account is too short')
    at += size
    return bytes.subarray(at - size, at)
  }
  const text = () => {
    const size = take(4).readUInt32LE()
    if (size > longest.text) throw new RangeError('the text is too long')
    return take(size).toString('utf8').replace(/\0+$/, '')
  }
  const optional = <T>(read: () => T): T | undefined => (take(1)[0] === 1 ? read() : undefined)
  try {
    const name = text()
    text()
    const uri = text()
    const rest = () => {
      take(2)
      optional(() => {
        const count = take(4).readUInt32LE()
        if (count > longest.creators) throw new RangeError('there are too many creators')
        take(34 * count)
      })
      take(2)
      optional(() => take(1))
      const standard = optional(() => take(1)[0])
      const collection = optional(() => ({ isVerified: take(1)[0] === 1, mint: base58.encode(take(32)) }))
      return {
        isNft: standard === undefined || nftStandards.includes(standard),
        collection: collection?.isVerified ? collection.mint : undefined,
      }
    }
    return { name, uri, ...restOf(rest) }
  } catch {
    return undefined
  }
}

/** Old accounts end before these fields. Such an account counts as an NFT without a collection. */
function restOf<T>(read: () => T): T | { readonly isNft: true; readonly collection: undefined } {
  try {
    return read()
  } catch {
    return { isNft: true, collection: undefined }
  }
}
