import { endpointLabel } from '../args/networks.ts'
import { cliError } from '../output/cli-error.ts'
import { plainFetch, UnusableAnswer } from './plain-fetch.ts'

/** The timeout of each API, in ms. */
const timeout = 10_000

type Coins = readonly { readonly txid: string; readonly vout: number; readonly value: number }[]

/** Asks the network's Esplora APIs one after another, until one answers. */
export async function unspentOf(
  [url = '', ...others]: readonly string[],
  address: string,
  signal: AbortSignal,
): Promise<Coins> {
  return coinsAt(url, address, signal).catch((error: unknown) => {
    if (signal.aborted || others.length === 0) throw error
    return unspentOf(others, address, signal)
  })
}

async function coinsAt(url: string, address: string, signal: AbortSignal): Promise<Coins> {
  const path = `/address/${address}/utxo`
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  const { response, text } = await plainFetch(url, { path, signal: limit }).catch((cause) => {
    signal.throwIfAborted()
    const what = cause instanceof UnusableAnswer ? cause.message : 'cannot be reached'
    throw cliError('rpc/unreachable', `${endpointLabel(url)} ${what}`, { cause })
  })
  const coins = response.ok ? jsonIn(text) : undefined
  if (Array.isArray(coins)) return coins
  throw cliError(
    'rpc/invalid-response',
    `${endpointLabel(url)} did not say what coins ${address} has (HTTP status code: ${response.status})`,
  )
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
