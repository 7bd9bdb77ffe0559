import { type Client, createClient, custom } from 'viem'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { rpcErrorFrom } from '../../../core/errors/rpc-errors.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'
import { checkedAnswer } from './answers.ts'
import type { GatewayReader } from './gateways.ts'

/**
 * Creates a viem client with the options of one call. The client uses our own transport. The client itself doesn't retry, because
 * viem would repeat writes. It doesn't batch calls either, because viem matches the answers of a batch by position. Without
 * `gateway`, CCIP-Read is off, because a contract could send the request to a server that the host doesn't know.
 */
export function chainClient(rpc: JsonRpcPort, opts?: CallOptions, gateway?: GatewayReader): Client {
  const request = async ({ method, params }: { method: string; params?: unknown }) =>
    checkedAnswer(method, await rpc.request({ method, params: params as readonly unknown[] }, opts))
  return createClient({
    transport: custom({ request }, { retryCount: 0 }),
    cacheTime: 0,
    ccipRead: gateway ? { request: gateway } : false,
  })
}

/**
 * Converts an error of viem to a `LatchkeyError`. Returns the transport's error if viem wrapped
 * one. Otherwise, finds the error by the name or the message of viem's error.
 */
export function chainError(error: unknown, method: string): LatchkeyError {
  for (let inner = error as Error | undefined; inner; inner = inner.cause as Error | undefined)
    if (isLatchkeyError(inner)) return inner
  const { name, shortMessage, message } = error as { name?: string; shortMessage?: string; message?: string }
  const details = shortMessage ?? message
  if (/^(Abi|Position|Slice|Size|InvalidBytes|InvalidHex|Integer)/.test(name ?? ''))
    return latchkeyError('rpc/invalid-value', { values: { method }, details })
  return rpcErrorFrom({ message: details }, { method, source: 'endpoint' })
}

export async function onChain<T>(method: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw chainError(error, method)
  }
}
