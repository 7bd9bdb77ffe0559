import { concealing } from '../../src/core/errors/conceal.ts'
import { fetchCall, fetchRead } from '../../src/core/fetch-read.ts'
import { nodeRequest } from '../../src/testing/readers/node-request.ts'
import { CliError, cliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'
import { plainFetch, UnusableAnswer } from './plain-fetch.ts'

/** The time limit for each call, in ms. */
const timeout = 10_000

/** Makes a JSON-RPC call with plain fetch. A check compares this answer with the library's answer. */
export async function askNode<T>(
  url: string,
  method: string,
  params: readonly unknown[] | object = [],
  signal?: AbortSignal,
): Promise<T> {
  const limit = AbortSignal.timeout(timeout)
  try {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    }
    const { response, text } = await plainFetch(url, init, (fetch, ...request) =>
      fetchCall(fetch, method, ...request),
    )
    if (!response.ok)
      throw failed(url, 'http/status', `answered ${method} with HTTP status code: ${response.status}`)
    return resultOf<T>(url, method, text)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof CliError) throw error
    if (error instanceof UnusableAnswer) throw failed(url, 'rpc/invalid-response', error.message, error)
    if (limit.aborted)
      throw cliError('http/timeout', `${hostOf(url)} did not answer ${method} within ${timeout} ms`)
    throw failed(url, 'rpc/unreachable', 'cannot be reached', error)
  }
}

/** Returns the clock of a node that answers, from the HTTP header `date`, in ms since the epoch. */
export async function nodeDate(url: string, signal?: AbortSignal): Promise<number | undefined> {
  const limit = AbortSignal.timeout(timeout)
  try {
    const { target, authorization } = nodeRequest(url)
    const response = await fetchRead(fetch, target, {
      headers: authorization,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    await response.body?.cancel()
    const time = Date.parse(response.headers.get('date') ?? '')
    return Number.isNaN(time) ? undefined : time
  } catch (error) {
    signal?.throwIfAborted()
    throw failed(url, 'rpc/unreachable', limit.aborted ? 'does not answer' : 'cannot be reached', error)
  }
}

function resultOf<T>(url: string, method: string, text: string): T {
  const strange = (cause?: unknown) =>
    failed(url, 'rpc/invalid-response', `answered ${method} with something that is not JSON-RPC`, cause)
  let answer: { result?: unknown; error?: { message?: unknown; code?: unknown } } | null
  try {
    answer = JSON.parse(text)
  } catch (cause) {
    throw strange(cause)
  }
  if (answer?.error) {
    const words = concealing(url)(String(answer.error.message))
    throw new CliError('rpc/refused', exitCodes.failed, `${hostOf(url)} refused ${method}: ${words}`)
  }
  if (typeof answer !== 'object' || answer?.result === undefined) throw strange()
  return answer.result as T
}

function failed(url: string, code: string, what: string, cause?: unknown): CliError {
  return new CliError(code, exitCodes.unreachable, `The node at ${hostOf(url)} ${what}`, {
    cause: concealing(url)(cause),
    hint: 'Check that the node runs and that the address is right: latchkey doctor.',
  })
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '(invalid)'
}
