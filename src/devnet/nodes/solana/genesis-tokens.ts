import { createHash } from 'node:crypto'
import {
  type Address,
  address,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
  type ReadonlyUint8Array,
} from '@solana/kit'
import type { LiteSVM } from 'litesvm'

export const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const token2022Program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const associatedTokenProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const metadataProgram = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')

export interface GenesisToken {
  readonly mint: Address
  readonly program: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** In the smallest unit, per holder. */
  readonly amountEach: bigint
  readonly holders: readonly string[]
}

/**
 * Adds a token to a network's initial state: the mint, its metadata, and an associated token account per holder. The metadata is in Metaplex's
 * account or, with Token-2022, in an extension of the mint.
 */
export async function addGenesisToken(svm: LiteSVM, token: GenesisToken): Promise<void> {
  const { mint, program, amountEach, holders, decimals } = token
  const put = (at: Address, owner: Address, data: Uint8Array) =>
    svm.setAccount({
      address: at,
      programAddress: owner,
      data,
      executable: false,
      lamports: svm.minimumBalanceForRentExemption(BigInt(data.length)) as never,
      space: BigInt(data.length),
    })
  const supply = amountEach * BigInt(holders.length)
  // The fields: mint authority (none), supply, decimals, initialized, freeze authority (none).
  const base = bytes(u32(0), zeros(32), u64(supply), [decimals, 1], u32(0), zeros(32))
  if (program === token2022Program) {
    // A mint with extensions is padded to the size of a token account. The account type follows: 1 means a mint.
    put(mint, program, bytes(base, zeros(165 - base.length), [1], metadataExtensions(token)))
  } else {
    put(mint, program, base)
    const [at] = await getProgramDerivedAddress({
      programAddress: metadataProgram,
      seeds: ['metadata', encode(metadataProgram), encode(mint)],
    })
    const { name, symbol } = token
    put(
      at,
      metadataProgram,
      bytes([4], zeros(32), encode(mint), text(name, 32), text(symbol, 10), text('', 200)),
    )
  }
  for (const holder of holders) {
    const owner = address(holder)
    const [at] = await getProgramDerivedAddress({
      programAddress: associatedTokenProgram,
      seeds: [encode(owner), encode(program), encode(mint)],
    })
    // The fields: mint, owner, amount, no delegate, initialized, not native, nothing delegated, no close authority.
    const account = bytes(
      ...[encode(mint), encode(owner), u64(amountEach), u32(0), zeros(32), [1]],
      ...[u32(0), u64(0n), u64(0n), u32(0), zeros(32)],
    )
    // With Token-2022, the owner of an associated account can't change: the empty extension 7 (ImmutableOwner) follows the
    // account type 2.
    put(at, program, program === token2022Program ? bytes(account, [2], u16(7), u16(0)) : account)
  }
}

/** Returns the address of a token's mint. It is the same on both networks and at every start. */
export function mintOf(symbol: string): Address {
  return getAddressDecoder().decode(createHash('sha256').update(`latchkey devnet token ${symbol}`).digest())
}

/** The extensions are MetadataPointer (18), which points to the mint itself, and TokenMetadata (19). */
function metadataExtensions({ mint, name, symbol }: GenesisToken): Uint8Array {
  const metadata = bytes(zeros(32), encode(mint), text(name), text(symbol), text(''), u32(0))
  return bytes(u16(18), u16(64), zeros(32), encode(mint), u16(19), u16(metadata.length), metadata)
}

type Part = ReadonlyUint8Array | readonly number[]

const encode = (value: Address) => getAddressEncoder().encode(value)
const zeros = (length: number) => new Uint8Array(length)
const bytes = (...parts: readonly Part[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const little = (size: number, value: bigint) =>
  Array.from({ length: size }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
const u16 = (value: number) => little(2, BigInt(value))
const u32 = (value: number) => little(4, BigInt(value))
const u64 = (value: bigint) => little(8, value)

/** Returns a Borsh string: the length, then the bytes, with zeros up to `size`. */
function text(value: string, size = value.length): Uint8Array {
  const encoded = new TextEncoder().encode(value)
  return bytes(u32(size), encoded, zeros(size - encoded.length))
}
