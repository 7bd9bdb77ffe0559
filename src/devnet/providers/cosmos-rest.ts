import type { ChainNetwork } from '../../core/chain/network.ts'
import { isObject } from '../../core/json/is-object.ts'
import { bytesIn, decodeProto, encodeProto, textIn } from '../../core/protobuf.ts'

interface Found {
  readonly hash: string
  readonly height: string
  readonly tx_result: Readonly<Record<string, unknown>>
}

/**
 * The part of https://docs.cosmos.network/sdk/latest/api-reference/rest that our provider uses, for a devnet's cosmos network. The answers come from
 * the network's node. Undefined for another family.
 */
export function cosmosRestOf(
  network: ChainNetwork,
): ((path: string, query: URLSearchParams) => Promise<unknown>) | undefined {
  const [url] = network.rpcUrls.default.http
  if (network.chainNamespace !== 'cosmos' || url === undefined) return undefined
  /** Calls the node. CometBFT takes parameters by name. Undefined if the node refuses the call. */
  async function call<T>(method: string, params: object): Promise<T | undefined> {
    const response = await fetch(`${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return ((await response.json()) as { readonly result?: T }).result
  }

  return async (path, query) => {
    if (path === 'cosmos/base/tendermint/v1beta1/node_info') {
      const status = await call<{ readonly node_info: object }>('status', {})
      return status && { default_node_info: status.node_info, application_version: {} }
    }
    if (path === 'cosmos/tx/v1beta1/txs') return transactions(query)
    const [, owner] = /^cosmos\/bank\/v1beta1\/balances\/(\w+)$/.exec(path) ?? []
    return owner === undefined ? undefined : balances(owner, query)
  }

  async function balances(owner: string, query: URLSearchParams) {
    const data = Buffer.from(encodeProto([1, owner])).toString('hex')
    const answer = await call<{
      readonly response: { readonly code?: number; readonly value?: string | null }
    }>('abci_query', { path: '/cosmos.bank.v1beta1.Query/AllBalances', data, prove: false })
    if (!answer || answer.response.code) return undefined
    const fields = decodeProto(Buffer.from(answer.response.value ?? '', 'base64')) ?? []
    const all = bytesIn(fields, 1).map((bytes) => {
      const coin = decodeProto(bytes) ?? []
      return { denom: textIn(coin, 1), amount: textIn(coin, 2) }
    })
    const start = Number(Buffer.from(query.get('pagination.key') ?? '', 'base64').toString() || 0)
    // Each page has at most two coins, so that tests fail if a client reads only the first page.
    const end = start + Math.min(Number(query.get('pagination.limit') ?? 100), 2)
    const next = end < all.length ? Buffer.from(String(end)).toString('base64') : null
    return { balances: all.slice(start, end), pagination: { next_key: next, total: '0' } }
  }

  async function transactions(query: URLSearchParams) {
    const answer = await call<{ readonly txs: readonly Found[]; readonly total_count: string }>('tx_search', {
      query: query.get('query') ?? query.get('events') ?? '',
      prove: false,
      page: query.get('page') ?? '1',
      per_page: query.get('limit') ?? '100',
      order_by: query.get('order_by') === 'ORDER_BY_DESC' ? 'desc' : 'asc',
    })
    if (!answer) return undefined
    const tx_responses = await Promise.all(answer.txs.map(responseOf))
    return { txs: [], tx_responses, pagination: null, total: answer.total_count }
  }

  async function responseOf({ hash: txhash, height, tx_result }: Found) {
    const found = await call<{ readonly block: { readonly header: { readonly time: string } } }>('block', {
      height,
    })
    const { code, codespace, data, log, info, gas_wanted, gas_used, events } = tx_result
    const timestamp = `${found?.block.header.time.slice(0, 19)}Z`
    return {
      ...{ height, txhash, codespace, code, data: data ?? '', raw_log: log, logs: logsIn(log), info },
      ...{ gas_wanted, gas_used, tx: { '@type': '/cosmos.tx.v1beta1.Tx' }, timestamp, events },
    }
  }
}

/** Returns the logs of the messages. Before SDK 0.50, a transaction's log contains them as JSON. */
function logsIn(log: unknown): readonly object[] {
  try {
    const logs: unknown = JSON.parse(String(log))
    return Array.isArray(logs) ? logs.filter(isObject) : []
  } catch {
    return []
  }
}
