import { blake2b } from '@noble/hashes/blake2'
import { base58 } from '@scure/base'
import type { CaipAssetId } from '../../core/chain/caip.ts'
import type { SentTransaction } from '../../core/wallet/transaction.ts'
import type { FamilyReader, ReadNetwork } from './family-reader.ts'
import { invalidAnswer, type NodePort } from './node-port.ts'

/** The number of blocks to search for a transaction without a reference. */
const lookBack = 100

/** The prefixes of storage keys: twox128 of the pallet's name, then twox128 of the item's name. */
const account = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
const events = '26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7'
const assetAccount = '682a59d51ab9e48a8c8cc418ff9708d2b99d880ec681799c0cf30e8886371da9'
const assetMetadata = '682a59d51ab9e48a8c8cc418ff9708d2b5f3822e35ca2f31ce3526eab1363fd2'

interface Block {
  readonly block: {
    readonly header: { readonly parentHash: string; readonly number: string }
    readonly extrinsics: readonly string[]
  }
}

/** Creates a reader that decodes the chain's storage itself. */
export function polkadotReader(node: NodePort, { ss58Prefix = 42 }: ReadNetwork): FamilyReader {
  const ask = <T>(method: string, ...params: readonly unknown[]) => node.call<T>(method, params)
  const storage = async (key: string, at?: string) => {
    const data = await ask<string | null>('state_getStorage', `0x${key}`, ...(at ? [at] : []))
    return Buffer.from((data ?? '0x').slice(2), 'hex')
  }
  const blockAt = async (number: number) => {
    const hash = await ask<string | null>('chain_getBlockHash', number)
    return hash ? { hash, ...(await ask<Block>('chain_getBlock', hash)).block } : undefined
  }
  const idOf = (asset: CaipAssetId) => Number(asset.slice(asset.lastIndexOf(':') + 1))

  async function balanceAt(address: string, asset: CaipAssetId | undefined, at?: string): Promise<bigint> {
    const key = keyOf(address)
    if (asset) {
      const held = await storage(
        `${assetAccount}${concatenated(uint32(idOf(asset)))}${concatenated(key)}`,
        at,
      )
      return held.length === 0 ? 0n : uint128(held, 0)
    }
    // AccountInfo has the nonce and three counters of four bytes each, then the free balance.
    const info = await storage(`${account}${concatenated(key)}`, at)
    return info.length === 0 ? 0n : uint128(info, 16)
  }

  /** Asks the runtime for the fee without tip, in the state of the parent block. The fee is the last 16 bytes of the answer. */
  async function queriedFee(extrinsic: Buffer, parentHash: string): Promise<bigint> {
    const query = `0x${Buffer.concat([extrinsic, uint32(extrinsic.length)]).toString('hex')}`
    const info = await ask<string>('state_call', 'TransactionPaymentApi_query_info', query, parentHash)
    const answer = Buffer.from(info.slice(2), 'hex')
    return uint128(answer, answer.length - 16)
  }

  /**
   * Finds the block that contains the transaction. A reference starts with the number of a block:
   * only later blocks can contain the transaction.
   */
  async function included({ hash, reference }: SentTransaction) {
    const before =
      reference === undefined
        ? Number((await ask<{ readonly number: string }>('chain_getHeader')).number) - lookBack
        : Number.parseInt(reference, 10)
    for (let number = Math.max(before, 0) + 1; ; number++) {
      const block = await blockAt(number)
      if (!block) return undefined
      const index = block.extrinsics.findIndex((extrinsic) => hashOf(extrinsic) === hash)
      if (index >= 0) return { ...block, index, number }
    }
  }

  return {
    // The id has the first 32 digits of the genesis hash (CAIP-13).
    network: async () => `polkadot:${(await ask<string>('chain_getBlockHash', 0)).slice(2, 34)}`,
    balance: balanceAt,
    async decimals(asset) {
      // AssetMetadata has a deposit of 16 bytes, the name and the symbol with their lengths, then the decimals.
      const metadata = await storage(`${assetMetadata}${concatenated(uint32(idOf(asset)))}`)
      const name = 16 + 1 + (metadata[16] ?? 0) / 4
      const symbol = name + 1 + (metadata[name] ?? 0) / 4
      const decimals = metadata[symbol]
      if (decimals === undefined) throw invalidAnswer(`the metadata of ${asset}`)
      return decimals
    },
    async find(sent) {
      const found = await included(sent)
      if (!found) return undefined
      const { index, number, hash, header, extrinsics } = found
      const extrinsic = Buffer.from(extrinsics[index]?.slice(2) ?? '', 'hex')
      const records = await storage(events, hash)
      return {
        succeeded: succeeded(records, index),
        block: BigInt(number),
        fee: paidFee(records, index, extrinsic) ?? (await queriedFee(extrinsic, header.parentHash)),
        from: isSigned(extrinsic) ? [addressOf(signerOf(extrinsic), ss58Prefix)] : [],
        to: receivers(records, index).map((key) => addressOf(key, ss58Prefix)),
      }
    },
    async change(sent, _, address, asset) {
      const found = await included(sent)
      if (!found) throw invalidAnswer(`the blocks after ${sent.reference}`)
      const [before, after] = await Promise.all([
        balanceAt(address, asset, found.header.parentHash),
        balanceAt(address, asset, found.hash),
      ])
      return { before, after }
    },
  }
}

/**
 * Returns whether the extrinsic at `index` succeeded. Each event starts with the index of its extrinsic. System is pallet 0.
 * Its event 0 is ExtrinsicSuccess, and its event 1 is ExtrinsicFailed.
 */
function succeeded(records: Buffer, index: number): boolean {
  const phase = Buffer.concat([Buffer.of(0), uint32(index), Buffer.of(0)])
  const success = records.includes(Buffer.concat([phase, Buffer.of(0)]))
  return success && !records.includes(Buffer.concat([phase, Buffer.of(1)]))
}

/**
 * Returns the signer of an extrinsic. A signed extrinsic has its length as a compact number, the version byte, and then the
 * signer as a MultiAddress with an id.
 */
function signerOf(bytes: Buffer): Buffer {
  return bytes.subarray(lengthBytes(bytes) + 2, lengthBytes(bytes) + 34)
}

/** Returns whether the extrinsic is signed: the highest bit of its version byte is then set. */
function isSigned(bytes: Buffer): boolean {
  return ((bytes[lengthBytes(bytes)] ?? 0) & 0x80) !== 0
}

function lengthBytes(bytes: Buffer): number {
  return [1, 2, 4][(bytes[0] ?? 0) % 4] ?? 4
}

/**
 * Returns the recipients in the events of an extrinsic. Transfer of Balances (event 2 of pallet 10) has the sender, then the
 * recipient. Transferred of Assets (event 2 of pallet 50) has the asset's id, the sender, then the recipient.
 */
function receivers(records: Buffer, index: number): readonly Buffer[] {
  const found: Buffer[] = []
  for (const [pallet, before] of [
    [10, 32],
    [50, 36],
  ] as const) {
    const event = Buffer.concat([Buffer.of(0), uint32(index), Buffer.of(pallet, 2)])
    for (let at = records.indexOf(event); at >= 0; at = records.indexOf(event, at + 1)) {
      const start = at + event.length + before
      const key = records.subarray(start, start + 32)
      if (key.length === 32 && !found.some((known) => known.equals(key))) found.push(key)
    }
  }
  return found
}

/**
 * Returns the fee that the signer paid, including the tip. It is the amount in the Withdraw event of Balances (pallet 10 of an
 * Asset Hub).
 */
function paidFee(records: Buffer, index: number, extrinsic: Buffer): bigint | undefined {
  const withdraw = Buffer.concat([Buffer.of(0), uint32(index), Buffer.of(10, 8), signerOf(extrinsic)])
  const at = records.indexOf(withdraw)
  return at < 0 ? undefined : uint128(records, at + withdraw.length)
}

/** Returns the public key of an SS58 address. The key comes after one or two bytes of prefix and before two bytes of checksum. */
function keyOf(address: string): Uint8Array {
  const bytes = base58.decode(address)
  return bytes.subarray((bytes[0] ?? 0) < 64 ? 1 : 2, -2)
}

/** Returns the SS58 address of a public key. */
function addressOf(key: Uint8Array, prefix: number): string {
  const head =
    prefix < 64
      ? Buffer.of(prefix)
      : Buffer.of(((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 3) << 6))
  const body = Buffer.concat([head, key])
  const sum = blake2b(Buffer.concat([Buffer.from('SS58PRE'), body]), { dkLen: 64 })
  return base58.encode(Buffer.concat([body, sum.subarray(0, 2)]))
}

/** Returns the blake2_128_concat hash of a key. */
function concatenated(key: Uint8Array): string {
  return Buffer.concat([blake2b(key, { dkLen: 16 }), key]).toString('hex')
}

function hashOf(extrinsic: string): string {
  return `0x${Buffer.from(blake2b(Buffer.from(extrinsic.slice(2), 'hex'), { dkLen: 32 })).toString('hex')}`
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint128(bytes: Buffer, at: number): bigint {
  if (bytes.length < at + 16) throw invalidAnswer(`a read of 0x${bytes.toString('hex')}`)
  return bytes.readBigUInt64LE(at) + (bytes.readBigUInt64LE(at + 8) << 64n)
}
