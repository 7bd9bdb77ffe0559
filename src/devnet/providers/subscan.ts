import { blake2b } from '@noble/hashes/blake2'
import { base58 } from '@scure/base'
import { formatUnits } from '../../core/amounts/units.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { isObject } from '../../core/json/is-object.ts'
import { plainNode } from '../../testing/readers/node-port.ts'
import { polkadotReader } from '../../testing/readers/polkadot-reader.ts'

/** An asset of the Assets pallet. */
interface KnownAsset {
  /** The asset's id. */
  readonly address: string | undefined
  readonly symbol: string
  readonly decimals: number
}
interface Transfer {
  readonly from: string
  readonly to: string
  readonly block_num: number
  readonly event_idx: number
}

/** The maximum number of blocks to search for transfers. */
const mostBlocks = 1000

/** Storage keys: twox128 of the pallet's name, then twox128 of the item's name. */
const keys = {
  events: '0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7',
  now: '0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb',
}
/**
 * The events of the Asset Hub runtime. `Balances.Transfer` (event 2 of pallet 10) contains the sender, the recipient and the
 * amount. `Assets.Transferred` (event 2 of pallet 50) contains the asset's id, the sender, the recipient and the amount.
 */
const kinds = [
  { pallet: 10, idLength: 0, module: 'balances' },
  { pallet: 50, idLength: 4, module: 'assets' },
] as const

/**
 * Fakes the part of Subscan's API that our provider uses, for a devnet's polkadot network: https://support.subscan.io. The answers come from the
 * network's node. Returns undefined for a network of another family.
 */
export function subscanOf(
  network: ChainNetwork,
  assets: readonly KnownAsset[],
): ((path: string, body: unknown) => Promise<unknown>) | undefined {
  const [url] = network.rpcUrls.default.http
  if (network.chainNamespace !== 'polkadot' || url === undefined) return undefined
  const { caipNetworkId, nativeCurrency: coin } = network
  const node = plainNode(url, undefined)
  const reader = polkadotReader(node, network)
  const known = new Map<string, Promise<readonly Transfer[]>>()
  const storage = async (key: string, at: string) =>
    Buffer.from(((await node.call<string | null>('state_getStorage', [key, at])) ?? '0x').slice(2), 'hex')

  return async (path, sent) => {
    const body = isObject(sent) ? sent : {}
    if (path === 'api/scan/block') return success(await block(Number(body.block_num)))
    const address = String(body.address)
    if (path === 'api/scan/account/tokens') return success(await tokens(address))
    return path === 'api/v2/scan/transfers' ? success(await transfers(address, body)) : undefined
  }

  async function block(block_num: number) {
    const hash = await node.call<string | null>('chain_getBlockHash', [block_num])
    return hash && { block_num, hash }
  }

  async function tokens(address: string) {
    const { symbol, decimals } = coin
    const held = assets.map(async ({ address: id = '', ...asset }) => {
      const balance = String(await reader.balance(address, `${caipNetworkId}/asset:${id}` as never))
      return { ...asset, unique_id: `standard_assets/${id}`, asset_id: id, balance }
    })
    const balance = String(await reader.balance(address))
    return { native: [{ symbol, unique_id: symbol, decimals, balance }], assets: await Promise.all(held) }
  }

  async function transfers(address: string, { row, after_id: after }: Readonly<Record<string, unknown>>) {
    const [top, event] = Array.isArray(after) ? after : [Number.POSITIVE_INFINITY, 0]
    const { number } = await node.call<{ readonly number: string }>('chain_getHeader')
    const all: Transfer[] = []
    for (let at = Number(number); at > Math.max(Number(number) - mostBlocks, 0); at--) {
      const found = await block(at)
      if (!found) continue
      const read = known.get(found.hash) ?? transfersIn(found)
      known.set(found.hash, read)
      all.push(...(await read).toReversed())
    }
    const own = all.filter(
      ({ from, to, block_num: height, event_idx: place }) =>
        [from, to].includes(address) && (height < top || (height === top && place < event)),
    )
    const page = own.slice(0, Math.min(Number(row), 100))
    return { count: own.length, transfers: page.length > 0 ? page : null }
  }

  async function transfersIn({ block_num, hash: at }: { readonly block_num: number; readonly hash: string }) {
    const [{ block: whole }, records, now] = await Promise.all([
      node.call<{ readonly block: { readonly extrinsics: readonly string[] } }>('chain_getBlock', [at]),
      storage(keys.events, at),
      storage(keys.now, at),
    ])
    const block_timestamp = now.length === 8 ? Number(now.readBigUInt64LE() / 1000n) : 0
    const found = whole.extrinsics.flatMap((extrinsic, index) => {
      const hash = `0x${Buffer.from(blake2b(Buffer.from(extrinsic.slice(2), 'hex'), { dkLen: 32 })).toString('hex')}`
      return kinds.flatMap(({ pallet, idLength, module }) => {
        const start = Buffer.concat([Buffer.of(0), uint32(index), Buffer.of(pallet, 2)])
        // A record ends with its list of topics, which is empty for these events. So check that the byte after the fields is 0,
        // because other records can contain the same bytes as `start`.
        const [amountAt, end] = [idLength + 64, idLength + 80]
        const isRecord = (place: number) => records[place + start.length + end] === 0
        return placesOf(records, start)
          .filter(isRecord)
          .map((place) => {
            const fields = records.subarray(place + start.length)
            const id = idLength === 0 ? undefined : String(fields.readUInt32LE())
            const asset = assets.find((one) => one.address === id && id !== undefined)
            const amount = fields.readBigUInt64LE(amountAt) + (fields.readBigUInt64LE(amountAt + 8) << 64n)
            return {
              ...{ place, block_num, block_timestamp, hash, module, success: true, item_id: null },
              from: addressOf(fields.subarray(idLength, idLength + 32)),
              to: addressOf(fields.subarray(idLength + 32, amountAt)),
              extrinsic_index: `${block_num}-${index}`,
              amount: formatUnits(amount, id === undefined ? coin.decimals : (asset?.decimals ?? 0)),
              amount_v2: String(amount),
              asset_symbol: id === undefined ? coin.symbol : (asset?.symbol ?? ''),
              asset_type: id === undefined ? '' : 'assets',
              asset_unique_id: id === undefined ? coin.symbol : `standard_assets/${id}`,
            }
          })
      })
    })
    // Number the transfers from 1, because the event 0 of a block is never a transfer.
    return found
      .sort((one, two) => one.place - two.place)
      .map(({ place: _, ...one }, at) => ({ ...one, event_idx: at + 1 }))
  }
}

function success(data: unknown) {
  return { code: 0, message: 'Success', generated_at: Math.floor(Date.now() / 1000), data }
}

function placesOf(bytes: Buffer, part: Buffer): readonly number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + 1)) places.push(at)
  return places
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Returns the SS58 address of a public key, with the prefix 42 of the devnet's networks. */
function addressOf(key: Uint8Array): string {
  const body = Buffer.concat([Buffer.of(42), key])
  const sum = blake2b(Buffer.concat([Buffer.from('SS58PRE'), body]))
  return base58.encode(Buffer.concat([body, sum.subarray(0, 2)]))
}
