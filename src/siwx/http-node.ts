import { concealing } from '../core/errors/conceal.ts'
import { fetchCall } from '../core/fetch-read.ts'
import { readBody } from '../core/response-body.ts'
import { systemFetch } from '../platform/system-fetch.ts'
import { endpointUrl } from '../transport/endpoint-url.ts'
import { answeredError } from '../transport/json-rpc/endpoint-errors.ts'
import { resultOf } from '../transport/json-rpc/json-rpc-answer.ts'
import type { NodeCall } from './verify/proof.ts'

/** Sends one JSON-RPC call to the network's endpoint. Rejects on any failure. */
export async function callOverHttp(
  urls: Readonly<Record<string, string>>,
  ...[chainId, method, params, opts]: Parameters<NodeCall>
): Promise<unknown> {
  const url = Object.hasOwn(urls, chainId) ? urls[chainId] : undefined
  if (!url) throw new Error(`no endpoint is set for ${chainId}`)
  const { url: target, authorization } = endpointUrl(url)
  const response = await fetchCall(systemFetch, method, target?.href ?? url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: opts?.signal ?? null,
  })
  const answer: unknown = JSON.parse(new TextDecoder().decode(await readBody(response)))
  const from = { host: new URL(url).host, network: chainId, conceal: concealing(url) }
  return resultOf(answer, 1, method, from, answeredError)
}
