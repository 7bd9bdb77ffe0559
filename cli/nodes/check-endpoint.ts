import type { ChainNetwork } from 'latchkey'
import { concealing } from '../../src/core/errors/conceal.ts'
import { type Family, familyOf, isLocal } from '../families/families.ts'
import { chainReader, type PlainNode, plainNode } from './chain-reader.ts'
import { checkPages, type PageCheck } from './check-pages.ts'
import { nodeDate } from './node-rpc.ts'
import { plainFetch } from './plain-fetch.ts'

/** What one URL can do. A field is undefined if it wasn't checked, a request failed, or the family lacks the feature. */
export interface EndpointCheck {
  readonly url: string
  readonly network: string
  readonly usable: boolean
  readonly problems: readonly string[]
  /** How long the first call took, in ms. */
  readonly latency?: number | undefined
  readonly serves?: string | undefined
  readonly batches?: boolean | undefined
  /** The age of the newest block, in seconds. */
  readonly headAge?: number | undefined
  readonly estimates?: boolean | undefined
  /** Whether the node has the beginning of the chain. */
  readonly history?: boolean | undefined
  readonly pages?: PageCheck | undefined
  /** The node's clock, in ms since the epoch. */
  readonly date?: number | undefined
}

/** The age of the newest block, in seconds, above which the node counts as late. */
const headLimits: Readonly<Record<string, number>> = { bip122: 7200 }
const headLimit = 60
/** The storage key of `Timestamp.Now`. Its value is in ms: 8 bytes, little-endian. */
const timeKey = '0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb'
const clock = 'SysvarC1ock11111111111111111111111111111111'
const simulate = '/cosmos.tx.v1beta1.Service/Simulate'
const zeroAddress = `0x${'0'.repeat(40)}`

/** Checks a URL with plain requests, without the library. Returns problems instead of throwing. */
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
  const conceal = concealing(url)
  try {
    const startedAt = performance.now()
    const serves = await (await chainReader(alone, signal)).network()
    const latency = Math.round(performance.now() - startedAt)
    if (serves !== network.caipNetworkId) {
      // Don't conceal a valid id, because URLs often contain the id or the name of their network.
      const named = /^[-a-z\d]{3,8}:[-\w]{1,32}$/.test(serves) ? serves : conceal(serves)
      return { ...base, usable: false, latency, serves: named, problems: [`serves ${named}`] }
    }
    const { headTime, estimates, history } = questions[familyOf(network)]
    const node = plainNode(url, signal)
    const isRest = network.chainNamespace === 'bip122'
    const [date, batches, pages, headAge, namesFee, hasHistory] = await Promise.all([
      nodeDate(url, signal).catch(() => undefined),
      isRest ? undefined : takesBatches(url, signal),
      origin === undefined ? undefined : checkPages(url, origin, isRest, signal),
      whole ? headTime(node).then(ageOf, () => undefined) : undefined,
      whole ? estimates(node).catch(() => false) : undefined,
      whole ? history(node).catch(() => false) : undefined,
    ])
    if (batches === false) problems.push('refuses batches, so every call is a request')
    if (pages && !pages.allowed) problems.push(pages.reason)
    const limit = headLimits[network.chainNamespace] ?? headLimit
    if (headAge !== undefined && headAge > limit && !isLocal(network))
      problems.push(`its newest block is ${headAge} s old`)
    if (namesFee === false) problems.push('names no fee')
    const usable = pages?.allowed !== false
    const found = { latency, serves, batches, headAge, estimates: namesFee, history: hasHistory, pages, date }
    return { ...base, usable, problems, ...found }
  } catch (error) {
    signal.throwIfAborted()
    return { ...base, usable: false, problems: [conceal(withoutAddress((error as Error).message))] }
  }
}

function schemeProblem(url: string): string | undefined {
  if (!URL.canParse(url)) return 'is not a URL'
  const { protocol } = new URL(url)
  if (/^wss?:$/.test(protocol))
    return `is a WebSocket URL: use ${protocol === 'ws:' ? 'http' : 'https'}:// instead`
  return /^https?:$/.test(protocol) ? undefined : 'needs http:// or https://'
}

/** Removes the node from the message, because the table already shows the host. */
function withoutAddress(message: string): string {
  return message.replace(/^The node at \S+ /, '')
}

/** Converts a block's time to the block's age. Both are in seconds. Returns undefined for a local node whose clock is 0. */
function ageOf(time: number): number | undefined {
  return time > 0 ? Math.max(0, Math.round(Date.now() / 1000 - time)) : undefined
}

async function takesBatches(url: string, signal: AbortSignal): Promise<boolean> {
  const method = 'net_listening'
  const calls = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method, params: [] }))
  const headers = { 'content-type': 'application/json' }
  try {
    const { text } = await plainFetch(url, { method: 'POST', headers, body: JSON.stringify(calls), signal })
    const answers: unknown = JSON.parse(text)
    // An error counts as an answer, because only nodes of eip155 networks have this method.
    return (
      Array.isArray(answers) && calls.every(({ id }) => answers.some((answer) => Object(answer).id === id))
    )
  } catch {
    return false
  }
}

interface Questions {
  /** The time of the newest block, in seconds since the epoch. */
  headTime(node: PlainNode): Promise<number>
  /** Whether the node returns a fee; undefined if the fee depends on the transaction. */
  estimates(node: PlainNode): Promise<boolean | undefined>
  /** Whether the node has the beginning of the chain. */
  history(node: PlainNode): Promise<boolean>
}

const questions: Readonly<Record<Family, Questions>> = {
  eip155: {
    async headTime({ call }) {
      const block = await call<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])
      return Number(block.timestamp)
    },
    async estimates({ call }) {
      const gas = await call<string>('eth_estimateGas', [{ from: zeroAddress, to: zeroAddress }])
      return /^0x[1-9a-f]/.test(gas)
    },
    history: async ({ call }) => typeof (await call('eth_getBalance', [zeroAddress, '0x0'])) === 'string',
  },
  solana: {
    async headTime({ call }) {
      const [text] = Object(Object(await call('getAccountInfo', [clock, { encoding: 'base64' }])).value).data
      // The slot, the epoch start, the epoch and the leader schedule epoch come first, with 8 bytes each.
      return Number(Buffer.from(String(text), 'base64').readBigInt64LE(32))
    },
    estimates: async ({ call }) => Array.isArray(await call('getRecentPrioritizationFees', [[]])),
    history: async ({ call }) => (await call<number>('getFirstAvailableBlock')) <= 1,
  },
  polkadot: {
    async headTime({ call }) {
      const bytes = Buffer.from((await call<string>('state_getStorage', [timeKey])).slice(2), 'hex')
      return Number(bytes.readBigUInt64LE()) / 1000
    },
    estimates: async () => undefined,
    async history({ call }) {
      const hash = await call<string>('chain_getBlockHash', [1])
      return (await call('state_getStorage', [timeKey, hash])) !== null
    },
  },
  cosmos: {
    headTime: async ({ call }) => Date.parse(Object(await syncInfo(call)).latest_block_time) / 1000,
    // The network's definition has the gas price, so the node only has to simulate gas. A node that can simulate gas answers an
    // empty simulation with an error.
    estimates: async ({ call }) =>
      Object(await call('abci_query', { path: simulate, data: '' })).response !== undefined,
    history: async ({ call }) => Number(Object(await syncInfo(call)).earliest_block_height) <= 1,
  },
  bip122: {
    async headTime({ get }) {
      const hash = (await get('/blocks/tip/hash'))?.trim()
      return Number(JSON.parse((await get(`/block/${hash}`)) ?? '').timestamp)
    },
    estimates: async ({ get }) => Object.keys(JSON.parse((await get('/fee-estimates')) ?? '')).length > 0,
    history: async ({ get }) => /^[\da-f]{64}$/.test((await get('/block-height/1'))?.trim() ?? ''),
  },
}

async function syncInfo(call: PlainNode['call']): Promise<unknown> {
  return Object(await call('status', {})).sync_info
}
