import { formatUnits } from '../../core/amounts/units.ts'
import type { Activity, ChainReader, Position } from './chain-reader.ts'
import { DataRefusal } from './data-refusal.ts'
import type { KnownAssets } from './known-assets.ts'
import { NodeFailure } from './node-calls.ts'
import { type OnRampSource, purchasesOf } from './on-ramp.ts'
import { type DataRequest, param } from './requests.ts'
import type { WireBalance, WireBalances, WirePurchase, WireTransaction, WireTransfer } from './wire.ts'

export interface AccountSource {
  readonly readers: readonly ChainReader[]
  readonly known: KnownAssets
  /** Settled rows per page of history. The first page also has the pending rows. */
  readonly pageSize: number
  /** The source of quotes and purchases. If absent, there are no on-ramp routes and no purchase history. */
  readonly onramp?: OnRampSource | undefined
}

/**
 * Answers `GET /v1/account/{address}/balance`. Balances aren't cached, so the parameter `forceUpdate` has no effect.
 * @throws DataRefusal
 */
export async function balances(
  { readers, known }: AccountSource,
  address: string,
  request: DataRequest,
): Promise<WireBalances> {
  const { currency, converted } = known.pricedIn(param(request, 'currency'))
  const asked = await readersFor(readers, address, request)
  const found = await Promise.all(
    asked.map(async ({ reader, account }) => {
      const spend = (tokens: number) => request.spend?.(tokens + 1)
      const holdings = await reader.holdings(account, request.signal, spend)
      return holdings.map(({ asset, amount }): WireBalance => {
        const { decimals } = asset
        const numeric = formatUnits(amount, decimals)
        const { iconUrl = '', price: dollars } = known.find(reader.chain, asset.address) ?? {}
        const price = converted(dollars)
        return {
          name: asset.name,
          symbol: asset.symbol,
          chainId: reader.chain,
          ...(asset.address !== undefined && { address: `${reader.chain}:${asset.address}` }),
          ...(price !== undefined && { value: Number(numeric) * price }),
          price: price ?? 0,
          quantity: { decimals: String(decimals), numeric },
          iconUrl,
        }
      })
    }),
  )
  return { balances: found.flat(), currency }
}

interface Row {
  readonly chain: string
  readonly activity: Activity
}

/**
 * Answers `GET /v1/account/{account}/history`. Pending transactions come first, then the newest transactions. The cursor is the
 * sort key of the page's last row. So if new blocks arrive between two requests, no row is listed twice or skipped.
 * @throws DataRefusal
 */
export async function history(
  { readers, known, pageSize, onramp }: AccountSource,
  address: string,
  request: DataRequest,
): Promise<{ readonly data: readonly (WireTransaction | WirePurchase)[]; readonly next: string | null }> {
  const asked = await readersFor(readers, address, request)
  const after = param(request, 'cursor')
  const cursor = after === undefined ? undefined : cursorFrom(after)
  if (param(request, 'onramp') !== undefined) return purchasesOf(onramp, address, request)
  const read = await Promise.all(
    asked.map(async ({ reader, account }) => {
      const before = cursor && positionIn(reader.chain, cursor)
      // The additional row shows whether another page follows.
      const part = { before, most: pageSize + 1 }
      const spend = (calls: number) => request.spend?.(calls + 1)
      const activities = await reader.activity(account, request.signal, part, spend)
      return activities.map((activity): Row => ({ chain: reader.chain, activity }))
    }),
  )
  const rows = read
    .flat()
    .sort((a, b) => newestFirst(keyOf(a), keyOf(b)))
    .filter((row) => !cursor || (isSettled(row) && newestFirst(keyOf(row), cursor) > 0))
  const page = rows.slice(0, rows.filter((row) => !isSettled(row)).length + pageSize)
  const last = page.at(-1)
  return {
    data: page.map((row) => wireTransaction(row, known)),
    next: last && page.length < rows.length ? cursorTo(keyOf(last)) : null,
  }
}

type Key = readonly [seconds: number, chain: string, block: number, place: number]

function isSettled({ activity }: Row): boolean {
  return activity.status !== 'pending'
}

function keyOf({ chain, activity }: Row): Key {
  const { seconds, block, place } = activity
  return [block === Number.POSITIVE_INFINITY ? block : seconds, chain, block, place]
}

/** Sorts the newest rows first. Rows with the same time are sorted by chain id. */
function newestFirst(a: Key, b: Key): number {
  if (a[0] !== b[0]) return b[0] - a[0]
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1
  return a[2] !== b[2] ? b[2] - a[2] : b[3] - a[3]
}

/**
 * Returns where the page after a row starts in a chain's history. The second parameter is the row's sort key. The row may be of
 * another chain.
 */
function positionIn(chain: string, [seconds, of, block, place]: Key): Position {
  if (chain === of) return { seconds, block, place }
  // If two rows have the same time, the row whose chain id is later in alphabetical order comes later.
  const end = chain < of ? -1 : Number.MAX_SAFE_INTEGER
  return { seconds, block: end, place: end }
}

function cursorTo(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

function cursorFrom(text: string): Key {
  const bad = new DataRefusal(400, 'cursor', "This service didn't issue it")
  if (text.length > 300) throw bad
  try {
    const key = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Key
    const [seconds, chain, block, place] = key
    if ([seconds, block, place].every(Number.isSafeInteger) && typeof chain === 'string') return key
  } catch {
    throw bad
  }
  throw bad
}

function wireTransaction({ chain, activity }: Row, known: KnownAssets): WireTransaction {
  const { hash, operation, seconds, from, to, status, nonce, movements } = activity
  return {
    id: hash,
    metadata: {
      operationType: operation,
      hash,
      chain,
      minedAt: new Date(seconds * 1000).toISOString(),
      sentFrom: from,
      sentTo: to,
      status,
      nonce,
    },
    transfers: movements.map(({ asset, amount, direction }): WireTransfer => {
      const numeric = formatUnits(amount, asset.decimals)
      const { price, iconUrl = '' } = known.find(chain, asset.address) ?? {}
      return {
        fungible_info: { name: asset.name, symbol: asset.symbol, icon: { url: iconUrl } },
        direction,
        quantity: { numeric },
        ...(price !== undefined && { value: Number(numeric) * price, price }),
      }
    }),
  }
}

/** Returns the chains whose readers are ready. A reader that can't answer counts as not ready. */
export async function readyChains(readers: readonly ChainReader[]): Promise<readonly string[]> {
  const ready = await Promise.all(
    readers.map(async (reader) => (await reader.isReady?.().catch(() => false)) ?? true),
  )
  return readers.filter((_, at) => ready[at]).map(({ chain }) => chain)
}

async function readersFor(readers: readonly ChainReader[], address: string, request: DataRequest) {
  const chain = param(request, 'chainId')
  const served = chain === undefined ? readers : readers.filter((reader) => reader.chain === chain)
  if (served.length === 0) throw new DataRefusal(400, 'chainId', `${chain?.slice(0, 100)} is not served`)
  const found = served.flatMap((reader) => {
    const account = reader.addressOf(address)
    return account === undefined ? [] : [{ reader, account }]
  })
  const ready = await readyChains(found.map(({ reader }) => reader))
  const usable = found.filter(({ reader }) => ready.includes(reader.chain))
  if (usable.length > 0) return usable
  if (found.length > 0) throw new NodeFailure("The history of the network can't be read yet")
  throw new DataRefusal(
    400,
    'address',
    `${address.slice(0, 100)} isn't an address on a network that this service offers`,
  )
}
