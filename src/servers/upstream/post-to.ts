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
import { hasOwnAnswer, isHedged } from '../../transport/hedge.ts'
import { answeredError } from '../../transport/json-rpc/endpoint-errors.ts'
import { createPool, type PoolOptions } from '../../transport/pool.ts'
import { NodeFailure, type PostToNode } from '../data/node-calls.ts'
import { identityOf } from './node-identity.ts'

/** Returns a network's nodes in the order of preference, without duplicates. */
export function nodeUrls({
  rpcUrl,
  rpcUrls = [],
}: Pick<ServiceNetwork, 'rpcUrl' | 'rpcUrls'>): readonly string[] {
  return [...new Set([rpcUrl, ...rpcUrls])]
}

interface PostedCalls extends EndpointCall {
  readonly name: string
  readonly hedged: boolean
  /** Whether the transaction may have been sent by an attempt that got no answer. */
  lost?: boolean
  /** An answer in which a node says that it lacks data or a method, or is busy. Another node may answer. */
  told?: { readonly host: string; readonly text: string }
}

function posted(kind: EndpointCall['kind'], text: string): PostedCalls {
  const calls = kind === 'read' ? callsIn(text || '[]') : []
  const own = calls.some(({ method }) => hasOwnAnswer(String(method)))
  const hedged = kind === 'read' && calls.every((call) => isHedged(JSON.stringify(call)))
  return { kind, text, name: 'the calls', own, hedged }
}

/** The health of nodes by URL, shared with other pools of the program. */
export type SharedHealth = PoolOptions<EndpointCall>['health']

type PostPorts = Pick<ExchangeSettings, 'fetch' | 'clock'>

const silent = { debug() {}, warn() {}, error() {} }

/**
 * Posts to the nodes of a network. If a node fails, a read or a signed transaction goes to the next node. Any other call goes to
 * one node, once. URLs may contain API keys, so clients never get URLs, and failures don't contain URLs. `health` is the health of
 * the nodes, shared with other pools. If there are several URLs, each must prove that it serves the network. A single URL isn't
 * checked, because the operator chose it.
 */
export function postTo(
  urls: readonly string[],
  network?: CaipNetworkId,
  { fetch, clock }: PostPorts = { fetch: systemFetch, clock: systemClock },
  health?: SharedHealth,
): PostToNode {
  const identity = network === undefined || urls.length < 2 ? undefined : identityOf(network)
  /**
   * The shared reads in progress, by their text. Identical reads share one request of the pool. With this map, they also share
   * `told`, the answer of a node that lacks the data or the method, or is busy.
   */
  const reads = new Map<string, PostedCalls>()
  /** The hosts of nodes that serve another network. */
  const strangers = new Set<string>()
  const pool = createPool<PostedCalls>(
    // Don't retry a call here, because the client retries it. With retries in both places, the client would wait twice.
    {
      ...{ urls, fetch, clock, health, log: silent, retries: 0 },
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
    if (call.kind === 'read' && !call.own) reads.set(body, call)
    try {
      return (await pool.request(call, { signal })) as string
    } catch (error) {
      // A node's answer that it can't serve the call says more than another node's failure. So return this answer.
      if (call.told && !strangers.has(call.told.host)) return call.told.text
      throw failureOf(error)
    } finally {
      reads.delete(body)
    }
  }
}

/** Posts texts unchanged, so that no number loses digits. */
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
      // Even if this answer says that the transaction wasn't sent, an earlier node may have sent it.
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
      // Some nodes answer with a JSON-RPC error and a status other than 200.
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

/**
 * Returns whether the text answers each call that has an id. Notifications have no id and no answer. A JSON-RPC error without an
 * id also answers a single call.
 */
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

/** Finds an error for which to ask another node: this node is busy, lacks the data, or doesn't offer the methods. */
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

/** Finds the error that says that the transaction wasn't sent. */
function denialIn(body: string, text: string, from: Parameters<typeof answeredError>[2]) {
  const calls = callsIn(body)
  const broadcasts = calls.filter((call) => Object.hasOwn(call, 'id') && isBroadcast(String(call.method)))
  if (broadcasts.length === 0) return undefined
  const answers = [JSON.parse(text) as Answer | readonly Answer[]].flat().map((one) => Object(one) as Answer)
  return broadcasts
    .flatMap(({ id, method }) => {
      // The answer to a single call may have no id.
      const { error } = answers.find((one) => calls.length === 1 || String(one.id) === String(id)) ?? {}
      return error ? [answeredError(error, String(method), from)] : []
    })
    .find(isNotSent)
}

/** Returns whether a text is the JSON-RPC error of a single call. */
export function isRpcError(text: string): boolean {
  try {
    const { error } = Object(JSON.parse(text)) as { readonly error?: unknown }
    return typeof error === 'object' && error !== null && 'code' in error
  } catch {
    return false
  }
}

/** Converts a pool's error to a failure, which contains no URL. */
export function failureOf(error: unknown): NodeFailure {
  // One of several attempts may have sent the transaction. In that case, don't report the failure as `busy`, because `busy` tells
  // the client that nothing was sent.
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
  if (isLatchkeyError(error, 'http/timeout'))
    return new NodeFailure('The node takes too long', { exceeded: 'time' })
  if (isLatchkeyError(error, 'http/redirected'))
    return new NodeFailure('The node redirects to another address')
  if (isLatchkeyError(error, 'http/invalid-body'))
    return new NodeFailure("The node's answer is too large", { refused: true, exceeded: 'size' })
  return new NodeFailure('The node does not answer')
}
