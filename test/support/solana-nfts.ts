import { PublicKey } from '@solana/web3.js'
import { Cluster } from '../../src/devnet/nodes/solana/cluster.ts'
import { serveCluster } from '../../src/devnet/nodes/solana/rpc-server.ts'

const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const associatedProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const metadataProgram = new PublicKey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')

export interface TestNft {
  readonly name: string
  readonly uri?: string
  readonly supply?: bigint
  readonly decimals?: number
  /**
   * The NFT's `TokenStandard` in Metaplex's metadata. With null, the metadata is of an older version without this
   * field.
   */
  readonly standard?: number | null
  readonly collection?: { readonly mint: PublicKey; readonly verified: boolean }
  /** The owner of the metadata account. */
  readonly metadataOwner?: PublicKey
  readonly frozen?: boolean
}

/** Computes the address of an owner's associated token account, with another library than the client's. */
function heldAt(owner: PublicKey, mint: PublicKey): PublicKey {
  const seeds = [owner, tokenProgram, mint].map((key) => key.toBytes())
  return PublicKey.findProgramAddressSync(seeds, associatedProgram)[0]
}

/**
 * Starts a fake Solana node with NFTs. The accounts of the NFTs contain what Metaplex's program writes. The real token program
 * transfers the NFTs.
 */
export async function solanaNftNode() {
  const cluster = new Cluster('nfts')
  const put = (at: PublicKey, owner: PublicKey, data: Uint8Array) =>
    cluster.svm.setAccount({
      address: at.toBase58() as never,
      programAddress: owner.toBase58() as never,
      data,
      executable: false,
      lamports: cluster.svm.minimumBalanceForRentExemption(BigInt(data.length)) as never,
      space: BigInt(data.length),
    })
  let count = 0
  const server = await serveCluster(cluster)
  return {
    ...server,
    id: cluster.genesisHash.slice(0, 32),
    fund: (owner: PublicKey) => cluster.svm.airdrop(owner.toBase58() as never, 10_000_000_000n as never),
    /** Adds a mint with metadata, and gives the owner one unit. */
    give(owner: PublicKey, nft: TestNft): PublicKey {
      const { supply = 1n, decimals = 0, standard = 0, metadataOwner = metadataProgram } = nft
      const nth = ++count
      const mint = new PublicKey(Uint8Array.from({ length: 32 }, (_, at) => (at * 7 + nth * 13) % 256))
      put(mint, tokenProgram, bytes(u32(0), zeros(32), u64(supply), [decimals, 1], u32(0), zeros(32)))
      const seeds = [Buffer.from('metadata'), metadataProgram.toBytes(), mint.toBytes()]
      const [at] = PublicKey.findProgramAddressSync(seeds, metadataProgram)
      const { name, uri = '', collection } = nft
      const texts = [text(name, 32), text('LGHT', 10), text(uri, 200)]
      const creator = [[1], u32(1), owner.toBytes(), [1, 100]]
      const rest =
        standard === null
          ? []
          : [
              ...[u16(500), ...creator, [1, 1], [1, 255], [1, standard]],
              collection ? bytes([1, Number(collection.verified)], collection.mint.toBytes()) : [0],
              zeros(100),
            ]
      put(at, metadataOwner, bytes([4], owner.toBytes(), mint.toBytes(), ...texts, ...rest))
      const state = nft.frozen ? 2 : 1
      put(
        heldAt(owner, mint),
        tokenProgram,
        bytes(
          ...[mint.toBytes(), owner.toBytes(), u64(1n), u32(0), zeros(32), [state]],
          ...[u32(0), u64(0n), u64(0n), u32(0), zeros(32)],
        ),
      )
      return mint
    },
  }
}

type Part = Uint8Array | readonly number[]
const zeros = (length: number) => new Uint8Array(length)
const bytes = (...parts: readonly Part[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const little = (size: number, value: bigint) =>
  Array.from({ length: size }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
const u16 = (value: number) => little(2, BigInt(value))
const u32 = (value: number) => little(4, BigInt(value))
const u64 = (value: bigint) => little(8, value)
/** Encodes a Borsh string, padded with zeros, as the program stores it. */
function text(value: string, size: number): Uint8Array {
  const encoded = new TextEncoder().encode(value)
  return bytes(u32(size), encoded, zeros(size - encoded.length))
}
