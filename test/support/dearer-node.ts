import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import { bytesIn, decodeProto, encodeProto, numberIn } from '../../src/core/protobuf.ts'

/** Changes a node's result so that the fee is higher. For bip122, `method` is the HTTP method and path. */
type Dearer = (method: string, result: unknown, params: unknown) => unknown

/** For each family, an absurdly high fee that the adapter accepts unless the caller sets a fee limit. */
export const dearer: Readonly<Record<ChainNamespace, Dearer>> = {
  // A fee of 21 ETH for a plain transfer.
  eip155: (method, result) =>
    /^eth_(gasPrice|maxPriorityFeePerGas)$/.test(method) ? '0x38d7ea4c68000' : result,
  solana(method, result) {
    if (method === 'getRecentPrioritizationFees') return [{ slot: 1, prioritizationFee: 20_000_000 }]
    if (method !== 'simulateTransaction') return result
    const { value, ...rest } = result as { value: object }
    return { ...rest, value: { ...value, unitsConsumed: 1_000_000 } }
  },
  // In `RuntimeDispatchInfo`, the last 16 bytes are the fee, little-endian.
  polkadot(method, result, params) {
    if (method !== 'state_call' || (params as unknown[])[0] !== 'TransactionPaymentApi_query_info')
      return result
    return `${String(result).slice(0, -32)}${Buffer.from('0000c16ff28623000000000000000000', 'hex').toString('hex')}`
  },
  cosmos(method, result, params) {
    const { path, value } = {
      ...(params as { path?: string }),
      ...(result as { response?: { value?: string } } | undefined)?.response,
    }
    if (method !== 'abci_query' || !path?.endsWith('/Simulate') || !value) return result
    const info = decodeProto(bytesIn(decodeProto(Buffer.from(value, 'base64')) ?? [], 1)[0]!)!
    const gas = encodeProto([2, numberIn(info, 2) * 1000n])
    const response = { code: 0, value: Buffer.from(encodeProto([1, gas])).toString('base64') }
    return { response }
  },
  bip122: (method, result) => (method.endsWith('/fee-estimates') ? { 1: 900, 3: 900 } : result),
}

/** Returns a `fetch`, and a function `raise`. After `raise` is called, the nodes' fees are higher. */
export function dearerFetch(namespace: ChainNamespace, plain: typeof fetch = fetch) {
  let raised = false
  const change = dearer[namespace]
  const raise = () => {
    raised = true
  }
  const changed = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const response = await plain(input, init)
    if (!raised || !response.ok) return response
    const text = await response.text()
    const again = (body: string) => new Response(body, { status: response.status, headers: response.headers })
    const path = new URL(String(input instanceof Request ? input.url : input)).pathname
    if (!text.startsWith('{') && !text.startsWith('[')) return again(text)
    const answers = JSON.parse(text)
    if (typeof init?.body !== 'string') return again(JSON.stringify(change(path, answers, undefined)))
    const calls = [JSON.parse(init.body)].flat() as { id: unknown; method: string; params: unknown }[]
    const one = (answer: { id: unknown; result?: unknown }) => {
      const call = calls.find(({ id }) => id === answer.id)
      if (!call || !('result' in answer)) return answer
      return { ...answer, result: change(call.method, answer.result, call.params) }
    }
    return again(JSON.stringify(Array.isArray(answers) ? answers.map(one) : one(answers)))
  }
  return { fetch: changed as typeof fetch, raise }
}
