import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { transport } from '../../src/core/limits.ts'
import type { Clock, Fetch } from '../../src/ports.ts'

export interface LoopbackRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /**
   * The request's connection. Tests check whether the connection is destroyed. A count of connections would say nothing, because
   * Undici opens a new connection at once.
   */
  readonly socket: Socket
}

export interface Loopback {
  readonly url: string
  readonly host: string
  readonly requests: readonly LoopbackRequest[]
  close(): Promise<void>
}

/** Starts a real HTTP server on 127.0.0.1, for tests of delays, resets and sockets. */
export async function loopback(
  handle: (request: LoopbackRequest, response: ServerResponse, index: number) => void,
): Promise<Loopback> {
  const requests: LoopbackRequest[] = []
  const server: Server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url: path = '', headers, socket } = incoming
      const request = { method, path, headers, body: Buffer.concat(chunks).toString(), socket }
      handle(request, response, requests.push(request) - 1)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/`,
    host,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export interface QuickClock extends Clock {
  /** All delays that the code under test requested, in ms. */
  readonly delays: readonly number[]
  readonly pending: number
}

/**
 * Creates a clock that runs faster than real time. The clock divides each delay by `speed`. Delays of 10 s or more are time
 * limits of requests. These delays can have a smaller divisor, `limits`, because a busy machine needs longer time limits.
 */
export function quickClock(speed = 20, limits = speed): QuickClock {
  const start = Date.now()
  const delays: number[] = []
  const timers = new Set<NodeJS.Timeout>()
  return {
    delays,
    get pending() {
      return timers.size
    },
    now: () => start + (Date.now() - start) * speed,
    after(ms, run) {
      delays.push(ms)
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          run()
        },
        // One ms more, because timers of Node can fire up to one ms early.
        ms / (ms < transport.timeout ? speed : limits) + 1,
      )
      timers.add(timer)
      return () => {
        clearTimeout(timer)
        timers.delete(timer)
      }
    },
    every(ms, run) {
      const timer = setInterval(run, ms / speed)
      timers.add(timer)
      return () => {
        clearInterval(timer)
        timers.delete(timer)
      }
    },
  }
}

/** A JSON-RPC call in a request. */
export interface WireCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

export interface FakeEndpoint {
  readonly fetch: Fetch
  /** The calls of each request, oldest first. */
  readonly posts: readonly (readonly WireCall[])[]
  readonly urls: readonly string[]
}

/**
 * Creates a `fetch` that answers JSON-RPC in this process with the value that `reply` returns. If `reply` throws, the
 * `fetch` rejects.
 */
export function fakeEndpoint(
  reply: (calls: readonly WireCall[], at: { url: string; index: number; signal: AbortSignal }) => unknown,
): FakeEndpoint {
  const posts: WireCall[][] = []
  const urls: string[] = []
  return {
    posts,
    urls,
    async fetch(input, init) {
      const parsed = JSON.parse(String(init?.body)) as WireCall | WireCall[]
      const calls = Array.isArray(parsed) ? parsed : [parsed]
      const index = posts.push(calls) - 1
      urls.push(String(input))
      const signal = init?.signal as AbortSignal
      const answer = await reply(calls, { url: String(input), index, signal })
      if (answer instanceof Response) return answer
      return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
    },
  }
}

/** Answers each call as a node would, with the result that `value` returns. */
export function answers(calls: readonly WireCall[], value: (call: WireCall) => unknown): unknown {
  const all = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, result: value(call) }))
  return all.length === 1 ? all[0] : all
}

/** Returns a promise that settles only when the signal aborts, and then rejects. */
export function never(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), { once: true }),
  )
}
