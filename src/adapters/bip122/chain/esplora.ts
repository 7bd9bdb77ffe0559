import { throwIfAborted } from '../../../core/async/abort.ts'
import { withTimeout } from '../../../core/async/deadline.ts'
import { sleep } from '../../../core/async/sleep.ts'
import { HttpError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { retryStatuses, transport } from '../../../core/limits.ts'
import { retryDelay } from '../../../core/timing.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { CallOptions } from '../../../ports.ts'

type Network = `bip122:${string}`
type Context = Pick<AdapterContext, 'fetch' | 'clock' | 'endpoints' | 'log'>

/** An answer of an endpoint: its status, and its text. */
interface Answer {
  readonly status: number
  readonly text: string
  readonly response: Response
}

/** More than any answer that we ask for is long. */
const bodyLimit = 16_000_000

/**
 * Esplora's HTTP API (github.com/Blockstream/esplora, API.md) of one network, over its endpoints in the host's order: the
 * next one is asked when one fails, and each is asked again when it is overloaded. An endpoint that serves another chain is
 * not believed.
 */
export class Esplora {
  readonly #context: Context
  readonly #network: Network
  /** Endpoints whose genesis block has been seen. */
  readonly #known = new Set<string>()

  constructor(context: Context, network: Network) {
    this.#context = context
    this.#network = network
  }

  /** An answer as JSON; undefined when the endpoint has nothing there. */
  async json(path: string, opts?: CallOptions): Promise<unknown> {
    const { text, host } = await this.#read(path, opts)
    if (text === undefined) return undefined
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw latchkeyError('http/invalid-body', { values: { host, expected: 'JSON' }, cause })
    }
  }

  /** An answer as text; undefined when the endpoint has nothing there. */
  async text(path: string, opts?: CallOptions): Promise<string | undefined> {
    return (await this.#read(path, opts)).text
  }

  /**
   * Hands a transaction to the network. Doing so twice is doing it once, so that another endpoint may be tried.
   * @throws `rpc/transaction-rejected` with what the node said.
   */
  async broadcast(hex: string, opts?: CallOptions): Promise<string> {
    const { text = '' } = await this.#eachEndpoint('/tx', opts, { method: 'POST', body: hex })
    return text.trim()
  }

  #read(path: string, opts?: CallOptions) {
    return this.#eachEndpoint(path, opts)
  }

  async #eachEndpoint(path: string, opts?: CallOptions, init?: RequestInit) {
    const endpoints = this.#context.endpoints(this.#network)
    let failure: unknown = latchkeyError('network/no-endpoint', { values: { network: this.#network } })
    for (const endpoint of endpoints) {
      throwIfAborted(opts?.signal)
      const host = new URL(endpoint).host
      try {
        await this.#identify(endpoint, opts)
        const answer = await this.#repeated(endpoint, path, opts, init)
        if (answer.status === 404) return { text: undefined, host }
        if (answer.response.ok) return { text: answer.text, host }
        // A node's no to a transaction is its last word.
        if (init && answer.status === 400) throw rejected(answer.text)
        throw latchkeyError('http/status', { values: { status: answer.status }, response: answer.response })
      } catch (error) {
        throwIfAborted(opts?.signal)
        if ((error as { code?: unknown }).code === 'rpc/transaction-rejected') throw error
        this.#context.log.debug(`${host} did not answer ${path}`, error)
        failure = error
      }
    }
    throw failure
  }

  /** @throws `network/endpoint-mismatch` */
  async #identify(endpoint: string, opts?: CallOptions): Promise<void> {
    if (this.#known.has(endpoint)) return
    const { text, response } = await this.#repeated(endpoint, '/block-height/0', opts)
    if (!response.ok) throw latchkeyError('http/status', { values: { status: response.status }, response })
    const reference = text.trim().slice(0, 32)
    if (`bip122:${reference}` !== this.#network)
      throw latchkeyError('network/endpoint-mismatch', {
        values: {
          expected: this.#network,
          actual: /^[0-9a-f]{32}$/.test(reference) ? `bip122:${reference}` : 'something else',
        },
      })
    this.#known.add(endpoint)
  }

  async #repeated(endpoint: string, path: string, opts?: CallOptions, init?: RequestInit): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const last = attempt >= transport.retries
      try {
        const answer = await this.#once(endpoint, path, opts, init)
        if (last || !retryStatuses.includes(answer.status)) return answer
      } catch (error) {
        if (last || !(error instanceof HttpError) || error.code !== 'http/unreachable') throw error
      }
      await sleep(this.#context.clock, retryDelay(attempt), opts?.signal)
    }
  }

  #once(endpoint: string, path: string, opts?: CallOptions, init?: RequestInit): Promise<Answer> {
    const { fetch, clock } = this.#context
    const host = new URL(endpoint).host
    const late = () => latchkeyError('http/timeout', { values: { host, ms: transport.timeout } })
    const run = async (signal: AbortSignal): Promise<Answer> => {
      try {
        const response = await fetch(endpoint.replace(/\/+$/, '') + path, { ...init, signal })
        const text = await response.text()
        if (text.length > bodyLimit)
          throw latchkeyError('http/invalid-body', { values: { host, expected: 'an answer of this API' } })
        return { status: response.status, text, response }
      } catch (cause) {
        throwIfAborted(signal)
        throw cause instanceof HttpError
          ? cause
          : latchkeyError('http/unreachable', { values: { host }, cause })
      }
    }
    return withTimeout(clock, transport.timeout, run, late, opts?.signal)
  }
}

/** `sendrawtransaction RPC error: {"code":-26,"message":"dust"}`, as Esplora hands it on. */
function rejected(text: string) {
  const said = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text
  return latchkeyError('rpc/transaction-rejected', { details: said.slice(0, 500) })
}
