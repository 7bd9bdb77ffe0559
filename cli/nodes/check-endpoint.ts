import type { ChainNetwork } from 'latchkey'
import { isLocal } from '../families/local-networks.ts'
import { chainReader } from './chain-reader.ts'
import { checkPages, type PageCheck } from './check-pages.ts'
import { askNode, nodeDate } from './node-rpc.ts'
import { plainFetch } from './plain-fetch.ts'

/** What one URL of a network does. Undefined: not asked, because something before failed, or the family has no such thing. */
export interface EndpointCheck {
  readonly url: string
  readonly network: string
  /** Whether a client could use it. */
  readonly usable: boolean
  /** What is wrong, in words. */
  readonly problems: readonly string[]
  /** Of the identity's call, in ms. */
  readonly latency?: number | undefined
  /** The network that it serves. */
  readonly serves?: string | undefined
  readonly batches?: boolean | undefined
  /** How old the newest block is, in seconds. */
  readonly headAge?: number | undefined
  /** Whether it names a fee. */
  readonly estimates?: boolean | undefined
  /** Whether it has the state or blocks of the chain's beginning. */
  readonly history?: boolean | undefined
  /** Whether pages of the origin may ask. */
  readonly pages?: PageCheck | undefined
  /** Its clock, in ms since the epoch. */
  readonly date?: number | undefined
}

/** The oldest head that isn't late, in seconds. */
const headLimits: Readonly<Record<string, number>> = { bip122: 7200 }
const headLimit = 60
/** The key of `Timestamp.Now`, in ms, 8 bytes, little-endian. */
const timeKey = '0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb'
const clock = 'SysvarC1ock11111111111111111111111111111111'
const simulate = '/cosmos.tx.v1beta1.Service/Simulate'
const zeroAddress = `0x${'0'.repeat(40)}`

/** Asks one URL of a network, as a stranger to the library, and never throws for what it answers. */
export async function checkEndpoint(
  network: ChainNetwork,
  url: string,
  {
    origin,
    signal,
    whole,
  }: { readonly origin?: string | undefined; readonly signal: AbortSignal; readonly whole: boolean },
): Promise<EndpointCheck> {
  const base = { url, network: network.caipNetworkId }
  const wrong = schemeProblem(url)
  if (wrong) return { ...base, usable: false, problems: [wrong] }
  const alone = { ...network, rpcUrls: { default: { http: [url] } } }
  const problems: string[] = []
  try {
    const startedAt = performance.now()
    const serves = await (await chainReader(alone, signal)).network()
    const latency = Math.round(performance.now() - startedAt)
    if (serves !== network.caipNetworkId)
      return { ...base, usable: false, latency, serves, problems: [`serves ${serves}`] }
    const isRest = network.chainNamespace === 'bip122'
    const [date, batches, pages, headAge, estimates, history] = await Promise.all([
      nodeDate(url, signal).catch(() => undefined),
      isRest ? undefined : takesBatches(url, signal),
      origin === undefined ? undefined : checkPages(url, origin, isRest, signal),
      whole ? ageOf(alone, signal).catch(() => undefined) : undefined,
      whole ? succeeds(() => estimate(alone, signal)) : undefined,
      whole ? succeeds(() => oldState(alone, signal)) : undefined,
    ])
    if (batches === false) problems.push('refuses batches, so every call is a request')
    if (pages && !pages.allowed) problems.push(pages.reason)
    const limit = headLimits[network.chainNamespace] ?? headLimit
    if (headAge !== undefined && headAge > limit && !isLocal(network))
      problems.push(`its newest block is ${headAge} s old`)
    if (estimates === false) problems.push('names no fee')
    const usable = pages?.allowed !== false
    return { ...base, usable, problems, latency, serves, batches, headAge, estimates, history, pages, date }
  } catch (error) {
    signal.throwIfAborted()
    return { ...base, usable: false, problems: [withoutAddress((error as Error).message)] }
  }
}

/** The cause in a URL itself, with the form to use. */
function schemeProblem(url: string): string | undefined {
  if (!URL.canParse(url)) return 'is not a URL'
  const { protocol } = new URL(url)
  if (/^wss?:$/.test(protocol))
    return `is a WebSocket URL: use ${protocol === 'ws:' ? 'http' : 'https'}:// instead`
  return /^https?:$/.test(protocol) ? undefined : 'needs http:// or https://'
}

/** The row already names the host. */
function withoutAddress(message: string): string {
  return message.replace(/^The node at \S+ /, '')
}

async function succeeds(run: () => Promise<boolean | undefined>): Promise<boolean | undefined> {
  return run().catch(() => false)
}

/** Whether two calls in one request get two answers. */
async function takesBatches(url: string, signal: AbortSignal): Promise<boolean> {
  const method = 'net_listening'
  const calls = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method, params: [] }))
  const headers = { 'content-type': 'application/json' }
  try {
    const { text } = await plainFetch(url, { method: 'POST', headers, body: JSON.stringify(calls), signal })
    const answers: unknown = JSON.parse(text)
    // A family that lacks the method answers each call with an error.
    return (
      Array.isArray(answers) && calls.every(({ id }) => answers.some((answer) => Object(answer).id === id))
    )
  } catch {
    return false
  }
}

/** In seconds. */
async function ageOf(network: ChainNetwork, signal: AbortSignal): Promise<number | undefined> {
  const at = await headTime(network, signal)
  // A local node's clock may stand at 0.
  return at > 0 ? Math.max(0, Math.round(Date.now() / 1000 - at)) : undefined
}

async function headTime({ chainNamespace, rpcUrls }: ChainNetwork, signal: AbortSignal): Promise<number> {
  const url = rpcUrls.default.http[0] ?? ''
  const ask = <T>(method: string, params: readonly unknown[] | object = []) =>
    askNode<T>(url, method, params, signal)
  switch (chainNamespace) {
    case 'eip155':
      return Number((await ask<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])).timestamp)
    case 'solana':
      return clockTime(await ask('getAccountInfo', [clock, { encoding: 'base64' }]))
    case 'polkadot': {
      const bytes = Buffer.from((await ask<string>('state_getStorage', [timeKey])).slice(2), 'hex')
      return Number(bytes.readBigUInt64LE()) / 1000
    }
    case 'cosmos': {
      const { sync_info: sync } = await ask<{ sync_info: { latest_block_time: string } }>('status', {})
      return Date.parse(sync.latest_block_time) / 1000
    }
    default: {
      const hash = await get(url, '/blocks/tip/hash', signal)
      return Number(Object(await get(url, `/block/${String(hash).trim()}`, signal)).timestamp)
    }
  }
}

/** The time in the account of the clock: 8 bytes after slot, epoch start, epoch and leader schedule epoch. */
function clockTime(answer: unknown): number {
  const [text] = Object(Object(answer).value).data
  return Number(Buffer.from(String(text), 'base64').readBigInt64LE(32))
}

/** Whether it names what a transaction costs. */
async function estimate(
  { chainNamespace, rpcUrls }: ChainNetwork,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const url = rpcUrls.default.http[0] ?? ''
  const ask = <T>(method: string, params: readonly unknown[] | object = []) =>
    askNode<T>(url, method, params, signal)
  switch (chainNamespace) {
    case 'eip155':
      return /^0x[1-9a-f]/.test(
        await ask<string>('eth_estimateGas', [{ from: zeroAddress, to: zeroAddress }]),
      )
    case 'solana':
      return Array.isArray(await ask('getRecentPrioritizationFees', [[]]))
    // The fee depends on the transaction.
    case 'polkadot':
      return undefined
    case 'cosmos':
      // The network's file names the price, and the node simulates. It answers nothing that it can simulate with an error.
      return Object(await ask('abci_query', { path: simulate, data: '' })).response !== undefined
    default:
      return Object.keys(Object(await get(url, '/fee-estimates', signal))).length > 0
  }
}

/** Whether it answers for the beginning of the chain. */
async function oldState({ chainNamespace, rpcUrls }: ChainNetwork, signal: AbortSignal): Promise<boolean> {
  const url = rpcUrls.default.http[0] ?? ''
  const ask = <T>(method: string, params: readonly unknown[] | object = []) =>
    askNode<T>(url, method, params, signal)
  switch (chainNamespace) {
    case 'eip155':
      return typeof (await ask('eth_getBalance', [zeroAddress, '0x0'])) === 'string'
    case 'solana':
      return (await ask<number>('getFirstAvailableBlock')) <= 1
    case 'polkadot': {
      const hash = await ask<string>('chain_getBlockHash', [1])
      return (await ask('state_getStorage', [timeKey, hash])) !== null
    }
    case 'cosmos':
      return Number(Object(Object(await ask('status', {})).sync_info).earliest_block_height) <= 1
    default:
      return /^[\da-f]{64}$/.test(String(await get(url, '/block-height/1', signal)).trim())
  }
}

async function get(url: string, path: string, signal: AbortSignal): Promise<unknown> {
  const { response, text } = await plainFetch(url.replace(/\/+$/, '') + path, { signal })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return /^[[{]/.test(text) ? JSON.parse(text) : text
}
