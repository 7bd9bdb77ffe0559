import type { Fetch } from '../../ports.ts'
import { delayMs, type Faults } from '../faults.ts'
import type { Journal } from '../journal.ts'
import { maskedUrl } from '../masking.ts'
import { wait } from './wait.ts'

/** Wraps `fetch`. Records requests, and applies the faults that are on. */
export function watchedFetch(fetch: Fetch, journal: Journal, faults: Faults): Fetch {
  return async (input, init = {}) => {
    const url = `${input}`
    const asked = read(init.body)
    const method = init.method ?? 'GET'
    const end = journal.begin('request', titleOf(asked) ?? `${method} ${pathOf(url)}`, {
      url: maskedUrl(url),
      method,
      ...(asked !== undefined && { asked }),
    })
    try {
      if (faults.isOn('slow')) await wait(delayMs, init.signal)
      const response = made(faults) ?? (await fetch(input, init))
      const { status } = response
      // Read a copy of the response, because the caller reads the response itself.
      void textOf(response).then((text) => {
        const answer = read(text)
        end(response.ok && !failed(answer) ? 'done' : 'failed', { status, answer })
      })
      return response
    } catch (error) {
      end('failed', { error })
      throw error
    }
  }
}

/**
 * Returns the response of the fault that is on. Returns undefined if no fault that replaces the response is on.
 * @throws `TypeError` for the fault `unreachable`, as `fetch` does without a network connection.
 */
function made(faults: Faults): Response | undefined {
  if (faults.isOn('unreachable')) throw new TypeError('Failed to fetch')
  if (faults.isOn('server-error')) return new Response('Internal Server Error', { status: 500 })
  if (faults.isOn('rate-limit')) return new Response('Too Many Requests', { status: 429 })
  if (faults.isOn('not-json'))
    return new Response('<!doctype html><title>Welcome</title>', { headers: { 'content-type': 'text/html' } })
  return undefined
}

/** Returns the methods in a JSON-RPC request or batch, as a title. */
function titleOf(asked: unknown): string | undefined {
  const calls = (Array.isArray(asked) ? asked : [asked]) as readonly { method?: unknown }[]
  const names = calls.flatMap((call) => (typeof call?.method === 'string' ? [call.method] : []))
  if (names.length === 0) return undefined
  const [first = ''] = names
  return names.length === 1 ? first : `${names.length} calls: ${[...new Set(names)].join(', ')}`
}

function failed(answer: unknown): boolean {
  const answers = (Array.isArray(answer) ? answer : [answer]) as readonly {
    jsonrpc?: unknown
    error?: unknown
  }[]
  return answers.some((one) => one?.jsonrpc !== undefined && one.error !== undefined)
}

function read(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function textOf(response: Response): Promise<string | undefined> {
  try {
    return await response.clone().text()
  } catch {
    // The caller has aborted the request.
    return undefined
  }
}

function pathOf(url: string): string {
  const shown = maskedUrl(url)
  return /^\w+:\/\/[^/]+(\/[^?]*)/.exec(shown)?.[1] ?? shown
}
