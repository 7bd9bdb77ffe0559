import { type FaultCall, type FaultOutcome, failure } from './node-fault.ts'

/** Returns a node's answer about a transaction that the node doesn't know. */
export function hiddenTransaction({ method, params }: FaultCall): FaultOutcome {
  if (method.startsWith('GET /tx/'))
    return method.endsWith('/status')
      ? { result: { confirmed: false } }
      : failure(404, 'Transaction not found')
  if (method === 'tx') return failure(-32603, 'Internal error', 'tx not found')
  if (method === 'tx_search') return { result: { txs: [], total_count: '0' } }
  if (method !== 'getSignatureStatuses') return { result: null }
  const [asked] = params as readonly (readonly string[])[]
  return { result: { context: { slot: 0 }, value: (asked ?? []).map(() => null) } }
}
