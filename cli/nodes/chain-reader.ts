import type { ChainNetwork } from 'latchkey'
import type { ChainReader } from 'latchkey/testing'
import { CliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'
import { nodeOf } from './node-rpc.ts'
import { plainFetch, UnusableAnswer } from './plain-fetch.ts'

/** Opens a reader that asks the network's node directly, bypassing the library under test. */
export async function chainReader(
  network: Pick<ChainNetwork, 'caipNetworkId' | 'rpcUrls' | 'cosmos'>,
  signal: AbortSignal,
): Promise<ChainReader> {
  const { chainReader } = await import('latchkey/testing')
  const url = network.rpcUrls.default.http[0] ?? ''
  return chainReader(network, {
    signal,
    node: {
      call: nodeOf(network, signal),
      get: (path) => getText(url.replace(/\/+$/, '') + path, path, signal),
    },
  })
}

async function getText(url: string, path: string, signal: AbortSignal): Promise<string | undefined> {
  const { response, text } = await plainFetch(url, { signal }).catch((error) => {
    throw error instanceof UnusableAnswer ? untrue(`an answer to ${path} that ${error.message}`) : error
  })
  if (response.status === 404) return undefined
  if (response.ok) return text
  throw untrue(`status ${response.status} to ${path}`)
}

function untrue(what: string) {
  return new CliError(
    'rpc/invalid-value',
    exitCodes.failed,
    `The node answered with ${what} where something else was expected`,
  )
}
