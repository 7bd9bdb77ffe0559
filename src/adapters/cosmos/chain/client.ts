import {
  createProtobufRpcClient,
  type QueryClient,
  setupAuthExtension,
  setupBankExtension,
} from '@cosmjs/stargate'
import { base64, hex } from '@scure/base'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { rpcErrorFrom } from '../../../core/errors/rpc-errors.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'

interface AbciResponse {
  readonly code?: unknown
  readonly log?: unknown
  readonly value?: unknown
}

/**
 * Creates a client for stargate's queries, with the options of one call. The client uses our own transport, because CosmJS's HTTP
 * client has no failover. stargate's extensions use only the method `queryAbci` of a `QueryClient`.
 */
export function chainQueries(rpc: JsonRpcPort, opts?: CallOptions) {
  const client = {
    async queryAbci(path: string, request: Uint8Array) {
      const params = { path, data: hex.encode(request), prove: false }
      const answer = await rpc.request<{ response?: AbciResponse }>({ method: 'abci_query', params }, opts)
      const { code = 0, log, value } = answer?.response ?? { code: -1 }
      if (Number(code) > 0) throw queryError(String(log), path)
      if (Number(code) !== 0 || !/^[A-Za-z0-9+/=]*$/.test(String(value ?? '')))
        throw latchkeyError('rpc/invalid-value', { values: { method: path } })
      return { value: base64.decode(String(value ?? '')), height: 0 }
    },
  } as unknown as QueryClient
  return {
    ...setupBankExtension(client).bank,
    ...setupAuthExtension(client).auth,
    ask: createProtobufRpcClient(client).request,
  }
}

/**
 * Runs code that uses CosmJS. Rethrows a `LatchkeyError`, such as an error of the transport.
 * Converts any other error to `rpc/invalid-value`, because CosmJS couldn't read the answer.
 */
export async function onChain<T>(method: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (isLatchkeyError(error)) throw error
    throw latchkeyError('rpc/invalid-value', {
      values: { method },
      cause: error,
      details: (error as Error | undefined)?.message,
    })
  }
}

/**
 * These patterns match the simulation errors for a message that the network can't decode or can't
 * execute (cosmos-sdk, `baseapp` and `codec/types`).
 */
const unknownType = /unable to resolve type URL (\/[\w.]{1,200})/
const failedMessage = /failed to execute message; message index: \d+: (.{1,500})/

/** Returns the error of a failed query. Reads the cause from the log, which has gRPC's wording. */
function queryError(log: string, path: string): LatchkeyError {
  const type = unknownType.exec(log)?.[1]
  if (type) {
    const values = { field: 'messages', reason: `the network doesn't know the type ${type}` }
    return latchkeyError('validation/invalid-input', { values, details: log.slice(0, 500) })
  }
  const failed = failedMessage.exec(log)?.[1]
  // wasmd reports every error of a contract with the same text (x/wasm/types/errors.go), even the error for an unknown name. The
  // reason of a failed message may contain the same words.
  if (failed === undefined && /code = NotFound|not found|query wasm contract failed/i.test(log))
    return latchkeyError('rpc/not-found', { details: log.slice(0, 500) })
  const error = rpcErrorFrom({ message: log }, { method: path, source: 'endpoint' })
  if (failed === undefined || error.code !== 'rpc/unknown') return error
  return latchkeyError('node/execution-reverted', {
    values: { reason: `: ${failed}` },
    details: log.slice(0, 500),
  })
}
