import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { isBroadcast, isStateChanging } from '../../core/rpc-methods.ts'
import { DataRefusal } from './data-refusal.ts'
import { fewAtOnce, mostAtOnce } from './few-at-once.ts'
import { NodeFailure, type PostToNode } from './node-calls.ts'
import { type DataAnswer, type DataRequest, param } from './requests.ts'
import {
  AmbiguousJson,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  parseStrictJson,
  writeStrictJson,
} from './strict-json.ts'

export type ProxiedNodes = ReadonlyMap<CaipNetworkId, PostToNode>

const longestBatch = 1000
const longestId = 200

/** The methods that clients can call: reads, and sending signed transactions. Clients must not use a node's keys or administer the node. */
const methodsOf: Readonly<Record<string, ReadonlySet<string>>> = {
  eip155: named(
    `eth_blobBaseFee eth_blockNumber eth_call eth_chainId eth_createAccessList eth_estimateGas eth_feeHistory eth_gasPrice
    eth_getAccount eth_getBalance eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts eth_getBlockTransactionCountByHash
    eth_getBlockTransactionCountByNumber eth_getCode eth_getFilterChanges eth_getFilterLogs eth_getLogs eth_getProof
    eth_getStorageAt eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex
    eth_getTransactionByHash eth_getTransactionCount eth_getTransactionReceipt eth_getUncleCountByBlockHash
    eth_getUncleCountByBlockNumber eth_maxPriorityFeePerGas
    eth_newBlockFilter eth_newFilter eth_newPendingTransactionFilter eth_sendRawTransaction eth_simulateV1 eth_syncing
    eth_uninstallFilter debug_traceCall net_listening net_version web3_clientVersion web3_sha3`,
  ),
  solana: named(
    `getAccountInfo getBalance getBlock getBlockHeight getBlockTime getBlocks getEpochInfo getFeeForMessage getGenesisHash
    getHealth getLatestBlockhash getMinimumBalanceForRentExemption getMultipleAccounts getProgramAccounts
    getRecentPrioritizationFees getSignatureStatuses getSignaturesForAddress getSlot getTokenAccountBalance
    getTokenAccountsByDelegate getTokenAccountsByOwner getTokenSupply getTransaction getTransactionCount getVersion
    isBlockhashValid sendTransaction simulateTransaction`,
  ),
}

/** Returns the allowed methods of a chain's node; undefined for a family without allowed methods. */
export function nodeMethods(chain: string): ReadonlySet<string> | undefined {
  const [family = ''] = chain.split(':')
  return Object.hasOwn(methodsOf, family) ? methodsOf[family] : undefined
}

const parseError = -32700
const invalidRequest = -32600
const unknownMethod = -32601
const invalidParams = -32602
const internalError = -32603
const limitExceeded = -32005

/** How many calls a simulation counts as, for the client's limit. */
const simulationCost = 20
const longestSimulation = 100
const tracers: readonly unknown[] = ['callTracer', 'prestateTracer']
/** Checks the params of methods that can cause much work for the node. A check returns the problem, or undefined. */
const simulations: Readonly<Record<string, (params: readonly JsonValue[]) => string | undefined>> = {
  eth_simulateV1([options]) {
    const blocks = fieldOf(options, 'blockStateCalls')
    if (!Array.isArray(blocks) || blocks.length !== 1) return 'A simulation must be of one block'
    const calls = fieldOf(blocks[0], 'calls')
    if (!Array.isArray(calls) || calls.length > longestSimulation)
      return `A simulation can have at most ${longestSimulation} calls`
    return undefined
  },
  debug_traceCall([, , options]) {
    const names = options instanceof Map ? [...options.keys()] : []
    // Only these tracers are allowed. Another tracer could be a program of the caller, which would run on the node.
    return tracers.includes(fieldOf(options, 'tracer')) &&
      names.every((name) => name === 'tracer' || name === 'tracerConfig')
      ? undefined
      : `A trace must name one of ${tracers.join(', ')}, and no option but the tracer's configuration`
  },
}

type Checked = { readonly cost: number } & ({ readonly forwarded: JsonObject } | { readonly refusal: string })

/**
 * Forwards JSON-RPC calls to a chain's node: `POST /v1/?chainId=…&projectId=…`. The body is one call or a batch. As in JSON-RPC,
 * the answers of a batch can be in any order. The node gets only the checked fields `jsonrpc`, `id`, `method` and `params`. A
 * call with a forbidden method gets an error; the other calls of the batch are forwarded.
 * @throws DataRefusal when no node serves the chain, or when the client exceeds its limit; NodeFailure.
 */
export async function proxied(nodes: ProxiedNodes, request: DataRequest): Promise<DataAnswer> {
  const chain = param(request, 'chainId') ?? ''
  const post = nodes.get(chain as CaipNetworkId)
  const supported = nodeMethods(chain)
  if (!post || !supported) throw new DataRefusal(400, 'chainId', `${chain.slice(0, 100)} is not served`)
  return forward(post, supported, request)
}

/**
 * Forwards JSON-RPC calls with allowed methods.
 * @throws DataRefusal when the client exceeds its limit; NodeFailure.
 */
export async function forward(
  post: PostToNode,
  supported: ReadonlySet<string>,
  { body, signal, spend }: Pick<DataRequest, 'body' | 'signal' | 'spend'>,
): Promise<DataAnswer> {
  let asked: JsonValue
  try {
    asked = parseStrictJson(body)
  } catch (error) {
    const [code, message] =
      error instanceof AmbiguousJson ? [invalidRequest, error.message] : [parseError, 'Parse error']
    return answered(refused(null, code, message))
  }
  const calls: readonly JsonValue[] = Array.isArray(asked) ? asked : [asked]
  if (!Array.isArray(asked) && !(asked instanceof Map))
    return answered(refused(null, parseError, 'Parse error'))
  if (calls.length === 0 || calls.length > longestBatch)
    return answered(refused(null, invalidRequest, `A batch must have 1 to ${longestBatch} calls`))
  const checked = calls.map((call) => check(call, supported))
  spend?.(checked.reduce((sum, { cost }) => sum + cost, 0))
  const forwarded = checked.flatMap((one) => ('forwarded' in one ? [one.forwarded] : []))
  const refusals = checked.flatMap((one) => ('refusal' in one ? [one.refusal] : []))
  if (!Array.isArray(asked)) {
    const [call] = forwarded
    return call
      ? answerTo([call], [], await post(writeStrictJson(call), signal))
      : answered(refusals[0] ?? '')
  }
  if (forwarded.length === 0) return answered(`[${refusals.join()}]`)
  try {
    return answerTo(forwarded, refusals, await post(writeStrictJson(forwarded), signal))
  } catch (error) {
    if (!(error instanceof NodeFailure) || !error.refused || signal?.aborted) throw error
    // A node that refuses a batch may answer single calls.
    const alone = await eachAlone(post, forwarded, signal)
    if (!alone) throw error
    return answered(`[${[...refusals, ...alone].join()}]`)
  }
}

/**
 * Sends each call that has an id in a request of its own, and returns the answers; undefined if the node answers none. A call that
 * fails gets its own error. A call that changes state isn't sent again, and gets an error. Stops when the node is busy, doesn't
 * answer, or refuses the first calls.
 */
async function eachAlone(
  post: PostToNode,
  calls: readonly JsonObject[],
  signal: AbortSignal | undefined,
): Promise<readonly string[] | undefined> {
  const answers: string[] = []
  let works = false
  let refusals = 0
  let stopped: NodeFailure | undefined
  const one = async (call: JsonObject): Promise<string> => {
    const [id, method] = [call.get('id'), String(call.get('method'))]
    if (isStateChanging(method) || isBroadcast(method))
      return refused(id, internalError, 'The node failed to answer the batch that contains this call')
    try {
      if (stopped) throw stopped
      const answer = await post(writeStrictJson(call), signal)
      if (answer.trim() === '') throw new NodeFailure('The node does not answer', { refused: true })
      works = true
      return answer
    } catch (error) {
      if (!(error instanceof NodeFailure)) throw error
      if (!error.refused || (!works && ++refusals >= mostAtOnce)) stopped ??= error
      return refused(id, error.busy ? limitExceeded : internalError, error.message)
    }
  }
  const asked = calls.filter((call) => call.has('id'))
  await fewAtOnce(asked, async (call) => {
    answers.push(await one(call))
  })
  return works ? answers : undefined
}

function answerTo(forwarded: readonly JsonObject[], refusals: readonly string[], answer: string): DataAnswer {
  const others = answer.trim()
  // In JSON-RPC, notifications get no answer, alone or in a batch.
  if (others === '') {
    if (forwarded.some((call) => call.has('id')))
      throw new NodeFailure('The node does not answer', { refused: true })
    return refusals.length > 0 ? answered(`[${refusals.join()}]`) : { ...answered(''), status: 204 }
  }
  if (refusals.length === 0) return answered(answer)
  if (!others.startsWith('[')) throw new NodeFailure('The node does not answer batches', { refused: true })
  const rest = others.slice(1).trimStart()
  return answered(`[${refusals.join()}${rest.startsWith(']') ? '' : ','}${rest}`)
}

function check(call: JsonValue, supported: ReadonlySet<string>): Checked {
  const fields: JsonObject = call instanceof Map ? call : new Map()
  const [id, method, params = null] = [fields.get('id'), fields.get('method'), fields.get('params')]
  const refuse = (code: number, message: string) => ({ cost: 1, refusal: refused(id, code, message) })
  if (id !== undefined && !isId(id))
    return { cost: 1, refusal: refused(null, invalidRequest, 'The id must be a text or a number') }
  if (typeof method !== 'string' || !supported.has(method)) return refuse(unknownMethod, unsupported(method))
  if (params !== null && !Array.isArray(params) && !(params instanceof Map))
    return refuse(invalidRequest, 'The params must be a list or an object')
  const unbounded = simulations[method]?.(Array.isArray(params) ? params : [])
  if (unbounded !== undefined) return refuse(invalidParams, unbounded)
  const forwarded = new Map<string, JsonValue>([['jsonrpc', '2.0']])
  if (id !== undefined) forwarded.set('id', id)
  forwarded.set('method', method)
  if (params !== null) forwarded.set('params', params)
  return { cost: method in simulations ? simulationCost : 1, forwarded }
}

function fieldOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return value instanceof Map ? (value as JsonObject).get(name) : undefined
}

function isId(id: JsonValue): id is null | string | JsonNumber {
  if (typeof id === 'string') return id.length <= longestId
  return id === null || (id instanceof JsonNumber && id.text.length <= longestId)
}

function unsupported(method: JsonValue | undefined): string {
  const name =
    method === undefined ? 'undefined' : typeof method === 'string' ? method : writeStrictJson(method)
  return `The method ${name.slice(0, 100)} is not supported`
}

function named(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}

function refused(id: JsonValue | undefined, code: number, message: string): string {
  const error = JSON.stringify({ code, message })
  return `{"jsonrpc":"2.0","id":${writeStrictJson(id ?? null)},"error":${error}}`
}

function answered(body: string): DataAnswer {
  return { status: 200, contentType: 'application/json', body }
}
