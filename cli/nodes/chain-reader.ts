import type { ChainNetwork } from 'latchkey'
import type { ChainReader } from 'latchkey/testing'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import { cliError } from '../output/cli-error.ts'
import { askNode } from './node-rpc.ts'
import { plainFetch, UnusableAnswer } from './plain-fetch.ts'

/** Reads from the network's node without the library under test. */
export async function chainReader(
  network: Pick<ChainNetwork, 'caipNetworkId' | 'rpcUrls' | 'cosmos' | 'ss58Prefix'>,
  signal: AbortSignal,
): Promise<ChainReader> {
  const { chainReader } = await import('latchkey/testing')
  return chainReader(network, { signal, node: plainNode(network.rpcUrls.default.http[0] ?? '', signal) })
}

/** Reads from the network's nodes, one after another, until one answers. Loads no chain library. @throws the last node's error */
export async function readAnyNode<T>(
  network: ChainNetwork,
  signal: AbortSignal,
  read: (reader: ChainReader) => Promise<T>,
): Promise<T> {
  let failure: unknown = latchkeyError('network/no-endpoint', { values: { network: network.caipNetworkId } })
  for (const url of network.rpcUrls.default.http) {
    try {
      return await read(await chainReader({ ...network, rpcUrls: { default: { http: [url] } } }, signal))
    } catch (error) {
      signal.throwIfAborted()
      failure = error
    }
  }
  throw failure
}

/** A node's JSON-RPC and REST calls, with plain fetch. */
export type PlainNode = ReturnType<typeof plainNode>

export function plainNode(url: string, signal: AbortSignal) {
  return {
    call: <T>(method: string, params?: readonly unknown[] | object) =>
      askNode<T>(url, method, params, signal),
    /** Reads a path of the REST API. Undefined if the node answers with status 404. */
    get: (path: string) => getText(url, path, signal),
  }
}

async function getText(url: string, path: string, signal: AbortSignal): Promise<string | undefined> {
  const { response, text } = await plainFetch(url, { path, signal }).catch((error) => {
    throw error instanceof UnusableAnswer ? unusable(path, `the node ${error.message}`) : error
  })
  if (response.status === 404) return undefined
  if (response.ok) return text
  throw unusable(path, `it has status ${response.status}`)
}

function unusable(path: string, why: string) {
  return cliError('rpc/invalid-value', `The node's answer to ${path} can't be used: ${why}`)
}
