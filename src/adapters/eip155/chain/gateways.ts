import { withTimeout } from '../../../core/async/deadline.ts'
import type { Hex } from '../../../core/chain/caip.ts'
import { type HttpError, isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { isObject } from '../../../core/json/is-object.ts'
import { transport } from '../../../core/limits.ts'
import { isRedirect, readBody } from '../../../core/response-body.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { CallOptions } from '../../../ports.ts'

/** The maximum number of requests to gateways for one name. EIP-3668 asks clients to allow at least four requests. */
const mostLookups = 8
/** The maximum length of an answer, in characters. The proofs of rollups have tens of thousands of characters. */
const longestAnswer = 500_000
const isOnThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** A lookup that a contract requests. */
interface Lookup {
  readonly data: Hex
  readonly sender: Hex
  readonly urls: readonly string[]
}

/** Answers the lookups of one call. */
export type GatewayReader = (lookup: Lookup) => Promise<Hex>

/**
 * Checks the host's list of gateways.
 * @throws `config/invalid-options` unless each gateway is an `https` origin, or an origin on this machine.
 */
export function listedGateways(gateways: readonly string[]): ReadonlySet<string> {
  for (const text of gateways) {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isSecure = url?.protocol === 'https:' || (url && isOnThisMachine.test(url.hostname))
    if (isSecure && (text === url.origin || text === `${url.origin}/`)) continue
    const reason = `${text} must be an origin with https, such as https://gateway.example`
    throw latchkeyError('config/invalid-options', { values: { field: 'nameGateways', reason } })
  }
  return new Set(gateways.map((text) => new URL(text).origin))
}

/**
 * Creates the reader of gateways for one call (EIP-3668). A contract can name any server, so the reader asks only the gateways
 * that the host lists.
 * @throws `name/needs-gateway` if the contract names no listed gateway.
 */
export function gatewayReader(
  listed: ReadonlySet<string>,
  { fetch, clock }: Pick<AdapterContext, 'fetch' | 'clock'>,
  opts?: CallOptions,
): GatewayReader {
  let lookups = 0
  /** The deadline for all lookups of this call together. */
  let until: number | undefined

  return async ({ data, sender, urls }) => {
    const known = urls.filter((url) => URL.canParse(url) && listed.has(new URL(url).origin))
    if (known.length === 0) throw latchkeyError('name/needs-gateway')
    until ??= clock.now() + transport.timeout
    let last: unknown
    for (const template of known) {
      const { host } = new URL(template)
      if (++lookups > mostLookups)
        throw latchkeyError('http/invalid-body', {
          values: { host, expected: `at most ${mostLookups} lookups for one name` },
        })
      const isGet = template.includes('{data}')
      const url = new URL(
        template.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data.toLowerCase()),
      )
      const init: RequestInit = isGet
        ? { method: 'GET' }
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ data, sender }),
          }
      const ms = Math.max(1, until - clock.now())
      const overdue = () => latchkeyError('http/timeout', { values: { host, ms } })
      try {
        const ask = (signal: AbortSignal) => answerOf(fetch, url, { ...init, signal })
        return await withTimeout(clock, ms, ask, overdue, opts?.signal)
      } catch (error) {
        last = error
        const { status = 0 } = error as HttpError
        // A status from 400 to 499 ends the lookup (EIP-3668).
        if (isLatchkeyError(error, 'flow/aborted') || (status >= 400 && status < 500)) throw error
      }
    }
    throw last
  }
}

/** Returns the data in the gateway's answer. @throws the HTTP errors */
async function answerOf(fetch: AdapterContext['fetch'], url: URL, init: RequestInit): Promise<Hex> {
  const values = { host: url.host }
  const response = await fetch(url, { ...init, redirect: 'manual' }).catch((cause: unknown) => {
    throw latchkeyError('http/unreachable', { values, cause })
  })
  if (isRedirect(response) || !response.ok) {
    response.body?.cancel().catch(() => {})
    if (isRedirect(response)) throw latchkeyError('http/redirected', { values })
    throw latchkeyError('http/status', { values: { ...values, status: response.status }, response })
  }
  try {
    const body = await readBody(response)
    const answer: unknown = body && JSON.parse(new TextDecoder().decode(body))
    const data = isObject(answer) ? answer.data : undefined
    if (typeof data === 'string' && data.length <= longestAnswer && /^0x([\da-f]{2})*$/i.test(data))
      return data as Hex
  } catch {
    // The statement below throws.
  }
  throw latchkeyError('http/invalid-body', { values: { ...values, expected: 'the data of a name' } })
}
