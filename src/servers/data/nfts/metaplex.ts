import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'

/** https://developers.metaplex.com/token-metadata */
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

/** The content of a mint's metadata account. */
export interface MintMetadata {
  readonly name: string
  /** The URI of the rest of the metadata; empty if the account has none. */
  readonly uri: string
  /** Whether it is an NFT, as far as the account says. Old accounts don't say. */
  readonly isNft: boolean
  /** The mint of the collection, if the collection's authority has confirmed it. */
  readonly collection: string | undefined
}

/** The address of a mint's metadata account: the first program derived address, which isn't a point on the curve. */
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

/** The values of `TokenStandard` that are NFTs: non-fungible, an edition, and programmable. */
const nftStandards: readonly number[] = [0, 3, 4]
/** The longest values to read, in bytes and entries. The program allows less. */
const longest = { text: 1000, creators: 100 }

/** Reads a metadata account; undefined if the data isn't this mint's metadata account. */
export function mintMetadataIn(data: Uint8Array, mint: Uint8Array): MintMetadata | undefined {
  const bytes = Buffer.from(data)
  // `Key::MetadataV1`, the authority, and the mint.
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

/** An account from before the field was added ends before the field. */
function restOf<T>(read: () => T): T | { readonly isNft: true; readonly collection: undefined } {
  try {
    return read()
  } catch {
    return { isNft: true, collection: undefined }
  }
}
