import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { DataRefusal } from './data-refusal.ts'
import { NodeFailure, type PostToNode } from './node-calls.ts'
import { type DataAnswer, type DataRequest, json, param } from './requests.ts'

/** The nodes by chain. */
export type ProxiedNodes = ReadonlyMap<CaipNetworkId, PostToNode>

const longestBatch = 1000

/**
 * Only methods that read, and those that submit a signed transaction. Clients must not reach a node's keys or its
 * administration.
 */
const methods: Readonly<Record<string, ReadonlySet<string>>> = {
  eip155: named(
    `eth_blockNumber eth_call eth_chainId eth_createAccessList eth_estimateGas eth_feeHistory eth_gasPrice eth_getBalance
    eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts eth_getBlockTransactionCountByHash
    eth_getBlockTransactionCountByNumber eth_getCode eth_getFilterChanges eth_getFilterLogs eth_getLogs eth_getProof
    eth_getStorageAt eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex
    eth_getTransactionByHash eth_getTransactionCount eth_getTransactionReceipt eth_maxPriorityFeePerGas
    eth_newBlockFilter eth_newFilter eth_newPendingTransactionFilter eth_sendRawTransaction eth_syncing
    eth_uninstallFilter net_listening net_version web3_clientVersion web3_sha3`,
  ),
  solana: named(
    `getAccountInfo getBalance getBlock getBlockHeight getBlockTime getBlocks getEpochInfo getFeeForMessage getGenesisHash
    getHealth getLatestBlockhash getMinimumBalanceForRentExemption getMultipleAccounts getProgramAccounts
    getRecentPrioritizationFees getSignatureStatuses getSignaturesForAddress getSlot getTokenAccountBalance
    getTokenAccountsByDelegate getTokenAccountsByOwner getTokenSupply getTransaction getTransactionCount getVersion
    isBlockhashValid sendTransaction simulateTransaction`,
  ),
}

interface Call {
  readonly id?: unknown
  readonly method?: unknown
}

/**
 * Forwards JSON-RPC calls to a chain's node: `POST /v1/?chainId=…&projectId=…`, single or batch; responses may come in
 * another order, as JSON-RPC allows. Each unsupported method gets its own error.
 *
 * @throws DataRefusal when no node serves the chain; NodeFailure.
 */
export async function proxied(nodes: ProxiedNodes, request: DataRequest): Promise<DataAnswer> {
  const chain = param(request, 'chainId') ?? ''
  const post = nodes.get(chain as CaipNetworkId)
  const supported = methods[chain.split(':')[0] ?? '']
  if (!post || !supported) throw new DataRefusal(400, 'chainId', `${chain.slice(0, 100)} is not served`)
  const { body, signal } = request
  const asked = parsed(body)
  if (asked === undefined) return json(refused({}, -32700, 'Parse error'))
  const calls = [asked].flat() as readonly Call[]
  if (calls.length === 0 || calls.length > longestBatch)
    return json(refused({}, -32600, `A batch has 1 to ${longestBatch} calls`))
  const isSupported = (call: Call) => supported.has(String(Object(call).method))
  // Forward the original text: parsing would round numbers too large for a double.
  if (calls.every(isSupported)) return answered(await post(body, signal))
  const refusals = calls
    .filter((call) => !isSupported(call))
    .map((call) => refused(call, -32601, `The method ${nameOf(call)} is not supported`))
  if (!Array.isArray(asked)) return json(refusals[0])
  const others = calls.filter(isSupported)
  if (others.length === 0) return json(refusals)
  const answer = (await post(JSON.stringify(others), signal)).trim()
  if (!answer.startsWith('[')) throw new NodeFailure('The node does not answer batches')
  return answered(`[${JSON.stringify(refusals).slice(1, -1)},${answer.slice(1)}`)
}

function named(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}

function parsed(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function nameOf(call: Call): string {
  return String(Object(call).method).slice(0, 100)
}

function refused(call: Call, code: number, message: string) {
  const { id } = Object(call) as Call
  const known = typeof id === 'string' || typeof id === 'number' ? id : null
  return { jsonrpc: '2.0', id: known, error: { code, message } }
}

function answered(body: string): DataAnswer {
  return { status: 200, contentType: 'application/json', body }
}
