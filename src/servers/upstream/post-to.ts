import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { HttpError, isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isNotSent } from '../../core/errors/not-sent.ts'
import { fetchRead } from '../../core/fetch-read.ts'
import { retryStatuses } from '../../core/limits.ts'
import { isBroadcast, isStateChanging } from '../../core/rpc-methods.ts'
import type { ServiceNetwork } from '../../core/wallet/wallet-service.ts'
import { systemClock } from '../../platform/system-clock.ts'
import { systemFetch } from '../../platform/system-fetch.ts'
import type { EndpointCall, EndpointClient } from '../../transport/endpoint-client.ts'
import { endpointUrl } from '../../transport/endpoint-url.ts'
import { type ExchangeSettings, exchange } from '../../transport/exchange.ts'
import { isHedged } from '../../transport/hedge.ts'
import { answeredError } from '../../transport/json-rpc/endpoint-errors.ts'
import { createPool } from '../../transport/pool.ts'
import { NodeFailure, type PostToNode } from '../data/node-calls.ts'
import { identityOf } from './node-identity.ts'

/** A network's nodes in order of preference, each once. */
export function nodeUrls({
  rpcUrl,
  rpcUrls = [],
}: Pick<ServiceNetwork, 'rpcUrl' | 'rpcUrls'>): readonly string[] {
  return [...new Set([rpcUrl, ...rpcUrls])]
}

/** The body of a request: one call, or a batch. */
interface PostedCalls extends EndpointCall {
  readonly name: string
  readonly hedged: boolean
  /** Whether an attempt may have sent its transaction, though the answer is lost. */
  lost?: boolean
  /** The answer of a node that lacks data or a method that another node may have. */
  told?: { readonly host: string; readonly text: string }
}

function posted(kind: EndpointCall['kind'], text: string): PostedCalls {
  const hedged = kind === 'read' && callsIn(text || '[]').every((call) => isHedged(JSON.stringify(call)))
  return { kind, text, name: 'the calls', hedged }
}

/** The parts of the platform with which to reach the nodes. */
type PostPorts = Pick<ExchangeSettings, 'fetch' | 'clock'>

const silent = { debug() {}, warn() {}, error() {} }

/**
 * Posts to the nodes of a network: reads and signed transactions go to the next node if one fails, anything else to one node, once. URLs may contain
 * API keys: clients never see them, and failures don't name them.
 *
 * If there are several URLs, each must prove that it serves the network. A single URL isn't checked, because it is the operator's choice.
 */
export function postTo(
  urls: readonly string[],
  network?: CaipNetworkId,
  { fetch, clock }: PostPorts = { fetch: systemFetch, clock: systemClock },
): PostToNode {
  const identity = network === undefined || urls.length < 2 ? undefined : identityOf(network)
  /** The reads in progress. The pool shares identical reads, so they also share the answer of a node. */
  const reads = new Map<string, PostedCalls>()
  /** The hosts of nodes that serve another network. */
  const strangers = new Set<string>()
  const pool = createPool<PostedCalls>(
    // The client retries a call itself. So this service doesn't retry a call, which would keep the client waiting.
    {
      ...{ urls, fetch, clock, log: silent, retries: 0 },
      identity: identity && { ...identity, call: posted('read', identity.body) },
      onMismatch: (host) => void strangers.add(host),
    },
    {
      client: (settings) => textClient({ ...settings, isOnly: urls.length < 2 }),
      ping: { call: posted('read', ''), isAnswer: () => false },
    },
  )
  return async (body, signal) => {
    const call = reads.get(body) ?? posted(kindOf(body), body)
    if (call.kind === 'read') reads.set(body, call)
    try {
      return (await pool.request(call, { signal })) as string
    } catch (error) {
      // The answer of a node of this network is more useful to the client than the failure of another node.
      if (call.told && !strangers.has(call.told.host)) return call.told.text
      throw failureOf(error)
    } finally {
      reads.delete(body)
    }
  }
}

/** Posts texts as they are, because an answer's numbers must reach the client exactly. */
function textClient(
  settings: ExchangeSettings & { readonly url: string; readonly isOnly: boolean },
): EndpointClient<PostedCalls> {
  const { url, authorization } = endpointUrl(settings.url)
  const headers = { accept: 'application/json', 'content-type': 'application/json', ...authorization }
  const host = url?.host ?? ''
  const from = { host, network: settings.network }

  async function deliver(call: PostedCalls, signal?: AbortSignal): Promise<string> {
    try {
      const text = await sent(call, signal)
      // The client would trust this answer, although an earlier node may have sent the transaction.
      const denial = call.lost ? denialIn(call.text, text, from) : undefined
      if (denial) throw denial
      const lack = call.kind === 'read' && !settings.isOnly ? lackIn(call.text, text, from) : undefined
      if (!lack) return text
      call.told = { host, text }
      throw lack
    } catch (error) {
      call.lost ||= !isNotSent(error)
      throw error
    }
  }

  async function sent({ kind, text: body }: PostedCalls, signal?: AbortSignal): Promise<string> {
    if (!url) throw latchkeyError('http/unreachable', { values: { host } })
    const fetch: typeof systemFetch =
      kind === 'read' ? (...request) => fetchRead(settings.fetch, ...request) : settings.fetch
    try {
      const init = { method: 'POST', headers, body }
      const found = await exchange({ ...settings, fetch }, url, init, signal)
      const text = new TextDecoder().decode(found.body)
      if (answersAll(body, text)) return text
      throw latchkeyError('rpc/invalid-response', { values: { method: 'the calls' } })
    } catch (error) {
      // Some nodes send JSON-RPC errors with a status other than 200.
      const { status, response } = error as Partial<HttpError>
      const text =
        response && status !== undefined && !retryStatuses.includes(status) && (await response.clone().text())
      if (text && status < 500 && isRpcError(text) && answersAll(body, text)) return text
      throw error
    }
  }
  return { host, request: deliver, deliver }
}

type Call = { readonly id?: unknown; readonly method?: unknown }
type Answer = { readonly id?: unknown; readonly error?: unknown }

function kindOf(body: string): EndpointCall['kind'] {
  const methods = callsIn(body).map(({ method }) => String(method))
  if (methods.some(isStateChanging)) return 'write'
  return methods.some(isBroadcast) ? 'broadcast' : 'read'
}

function callsIn(body: string): readonly Call[] {
  return [JSON.parse(body) as Call | readonly Call[]].flat()
}

/** Whether the text contains an answer for each call with an id. Notifications get no answer. */
function answersAll(body: string, text: string): boolean {
  const calls = JSON.parse(body) as Call | readonly Call[]
  const asked = [calls].flat().filter((call) => Object.hasOwn(call, 'id'))
  if (asked.length === 0) return true
  let answers: unknown
  try {
    answers = JSON.parse(text)
  } catch {
    return false
  }
  if (Array.isArray(calls) !== Array.isArray(answers)) return false
  const ids = new Set([answers].flat().map((answer) => String((Object(answer) as Call).id)))
  return asked.every(({ id }) => ids.has(String(id))) || (!Array.isArray(calls) && isRpcError(text))
}

const lacking = /^rpc\/(not-kept|unavailable|limit-exceeded|refused)$/

/** The error of a call that another node may answer: this node is busy or doesn't have the data, or offers none of the methods. */
function lackIn(body: string, text: string, from: Parameters<typeof answeredError>[2]) {
  if (text === '') return undefined
  const calls = callsIn(body)
  const answers = [JSON.parse(text) as Answer | readonly Answer[]].flat().map((one) => Object(one) as Answer)
  const errors = answers.flatMap(({ id, error }) => {
    const { method } = calls.find((call) => calls.length === 1 || String(call.id) === String(id)) ?? {}
    return error ? [answeredError(error, String(method), from)] : []
  })
  const all = errors.length === answers.length
  return errors.find(({ code }) => lacking.test(code) || (all && code === 'rpc/method-unsupported'))
}

/** The error of a transaction in the answers, if the error means that the transaction wasn't sent. */
function denialIn(body: string, text: string, from: Parameters<typeof answeredError>[2]) {
  const calls = callsIn(body)
  const broadcasts = calls.filter((call) => Object.hasOwn(call, 'id') && isBroadcast(String(call.method)))
  if (broadcasts.length === 0) return undefined
  const answers = [JSON.parse(text) as Answer | readonly Answer[]].flat().map((one) => Object(one) as Answer)
  return broadcasts
    .flatMap(({ id, method }) => {
      // The answer to a single call may lack an id.
      const { error } = answers.find((one) => calls.length === 1 || String(one.id) === String(id)) ?? {}
      return error ? [answeredError(error, String(method), from)] : []
    })
    .find(isNotSent)
}

function isRpcError(text: string): boolean {
  try {
    const { error } = Object(JSON.parse(text)) as { readonly error?: unknown }
    return typeof error === 'object' && error !== null && 'code' in error
  } catch {
    return false
  }
}

function failureOf(error: unknown): NodeFailure {
  // Whether one of several attempts may have sent the transaction. `busy` tells the client that nothing was sent.
  const isDoubtful = (error as { readonly doubtful?: unknown }).doubtful === true
  if (error instanceof HttpError && error.status !== undefined) {
    const isBusy = error.status === 429
    const retryAfter = error.response?.headers.get('retry-after') ?? undefined
    return new NodeFailure(`The node answered with ${error.status}`, {
      busy: isBusy && !isDoubtful ? { retryAfter } : undefined,
      refused: !isBusy,
    })
  }
  if (isLatchkeyError(error, 'rpc/invalid-response'))
    return new NodeFailure('The node does not answer each call', { refused: true })
  if (isLatchkeyError(error, 'network/endpoint-mismatch'))
    return new NodeFailure('The node serves another network')
  if (isLatchkeyError(error, 'http/timeout')) return new NodeFailure('The node takes too long')
  if (isLatchkeyError(error, 'http/redirected'))
    return new NodeFailure('The node redirects to another address')
  if (isLatchkeyError(error, 'http/invalid-body'))
    return new NodeFailure("The node's answer is too large", { refused: true })
  return new NodeFailure('The node does not answer')
}
