import { blake2b } from '@noble/hashes/blake2'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ReportedBalance } from '../../../core/wallet/token-balance.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'
import { accountKey } from '../account-key.ts'

/** The prefixes of storage keys: twox128 of the pallet's name, then twox128 of the item's name. */
const prefixes = {
  account: '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9',
  asset: '682a59d51ab9e48a8c8cc418ff9708d2d34371a193a751eea5883e9553457b2e',
  assetAccount: '682a59d51ab9e48a8c8cc418ff9708d2b99d880ec681799c0cf30e8886371da9',
  assetMetadata: '682a59d51ab9e48a8c8cc418ff9708d2b5f3822e35ca2f31ce3526eab1363fd2',
} as const
const method = 'state_getStorage'
const invalid = () => latchkeyError('rpc/invalid-value', { values: { method } })
const larger = (a: bigint, b: bigint) => (a > b ? a : b)

type Holding = Pick<ReportedBalance, 'value' | 'locked'>

/**
 * Creates a reader of an account's balances from the host's own node. The reader decodes the chain's storage without the family's
 * library, because the library is much larger than this code. The layouts: github.com/paritytech/polkadot-sdk, `AccountInfo` in
 * substrate/frame/system/src/lib.rs, `AccountData` in substrate/frame/balances/src/types.rs, and `AssetAccount`, `AssetDetails`
 * and `AssetMetadata` in substrate/frame/assets/src/types.rs
 */
export function ownNode(node: JsonRpcPort) {
  /** Reads a storage item. Returns undefined if it doesn't exist. Throws if it has fewer than `least` bytes. */
  async function read(
    item: keyof typeof prefixes,
    keys: readonly string[],
    least: number,
    opts: CallOptions,
  ) {
    const params = [`0x${prefixes[item]}${keys.map(concatenated).join('')}`]
    const data = await node.request<unknown>({ method, params }, opts)
    if (data === null) return undefined
    if (typeof data !== 'string' || data.length < 2 + least * 2 || !/^0x([\da-f]{2})*$/i.test(data))
      throw invalid()
    return hexToBytes(data.slice(2))
  }
  return {
    /** Returns the native coins that the account can send, and the locked coins. */
    async coins(owner: string, opts: CallOptions): Promise<Holding> {
      const info = await read('account', [keyOf(owner)], 80, opts)
      if (!info) return { value: 0n }
      // The nonce and three counters come first.
      const [free, reserved] = [uint128(info, 16), uint128(info, 32)]
      const [frozen, flags] = [uint128(info, 48), uint128(info, 64)]
      // If the highest bit of `flags` isn't set, the account has the layout of older runtimes: `flags` is then a second frozen
      // amount. In the old layout, frozen amounts lock only free coins. In the new layout, they lock the reserved coins first.
      const isNew = flags >> 127n === 1n
      const held = isNew ? larger(frozen - reserved, 0n) : larger(frozen, flags)
      return {
        value: larger(free - held, 0n),
        ...locked({ frozen: held < free ? held : free, reserved }),
      }
    },
    /** Returns the account's balance of an asset. Returns undefined if the account doesn't have the asset. */
    async asset(id: number, owner: string, opts: CallOptions) {
      const key = id.toString(16).padStart(8, '0').match(/../g)?.reverse().join('') ?? ''
      const account = await read('assetAccount', [key, keyOf(owner)], 17, opts)
      const balance = account ? uint128(account, 0) : 0n
      if (!account || balance === 0n) return undefined
      const [details, metadata] = await Promise.all([
        read('asset', [key], 190, opts),
        read('assetMetadata', [key], 19, opts),
      ])
      if (!details || !metadata) return undefined
      const [name, end] = textAt(metadata, 16)
      const [symbol, at] = textAt(metadata, end)
      const decimals = metadata[at]
      if (decimals === undefined || decimals > 77) throw invalid()
      // The statuses of the account and of the asset. Both are 0 if the account can send the asset.
      const isLocked = account[16] !== 0 || details[189] !== 0
      const holding: Holding = isLocked ? { value: 0n, ...locked({ frozen: balance }) } : { value: balance }
      return { name, symbol, decimals, ...holding }
    },
  }
}

function keyOf(address: string): string {
  const key = accountKey(address)
  if (key !== undefined) return key
  throw latchkeyError('validation/invalid-address', { values: { reason: 'is not an SS58 address' } })
}

/** Returns the hash `blake2_128_concat` of a key. */
function concatenated(key: string): string {
  return bytesToHex(blake2b(hexToBytes(key), { dkLen: 16 })) + key
}

/** Reads a little-endian number of 16 bytes. */
function uint128(bytes: Uint8Array, at: number): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at)
  return view.getBigUint64(0, true) + (view.getBigUint64(8, true) << 64n)
}

/** Reads a text after its compact length. Returns the text and the position after the text. */
function textAt(bytes: Uint8Array, at: number): readonly [text: string, end: number] {
  const [first = 2, second = 0] = bytes.subarray(at)
  // The two lowest bits encode the size of the length: 0 for one byte, 1 for two bytes. Longer texts aren't names.
  const size = [1, 2][first & 3]
  if (size === undefined) throw invalid()
  const start = at + size
  const end = start + ((first >> 2) + (size === 2 ? second << 6 : 0))
  return [new TextDecoder().decode(bytes.subarray(start, end)), end]
}

/** Returns the parts of a balance that can't be sent. Leaves out a part whose amount is 0. */
function locked(parts: { readonly frozen?: bigint; readonly reserved?: bigint }): Pick<Holding, 'locked'> {
  const all = [
    { reason: 'frozen', value: parts.frozen ?? 0n },
    { reason: 'reserved', value: parts.reserved ?? 0n },
  ] as const
  const some = all.filter(({ value }) => value > 0n)
  return some.length > 0 ? { locked: some } : {}
}
