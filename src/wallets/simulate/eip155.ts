import type { ChainNetwork } from '../../core/chain/network.ts'
import { decodeEip155Call, type Eip155Call } from '../decode/eip155.ts'
import type { Eip155Action } from '../decode/eip155-action.ts'
import { eip155Actions } from '../decode/eip155-actions.ts'
import { nativeAmount } from '../describe/described.ts'
import { type TokenOf, tokenAmount, tokensOf } from '../describe/token.ts'
import type { NodeCall } from '../node-pool.ts'
import { ProviderError } from '../provider-error.ts'
import { eip155Failure, revertText } from './eip155-failure.ts'
import { type Log, logsOf, transfersIn } from './eip155-logs.ts'
import { Changes, listed, membersOf, native, readable, type Simulation } from './simulation.ts'

interface Facts {
  readonly node: NodeCall
  readonly tokenOf: TokenOf | undefined
}

/** Simulates a transaction or a batch. */
export async function simulateEip155(
  method: string,
  [first]: readonly unknown[],
  network: ChainNetwork,
  { node, tokenOf }: Facts,
): Promise<Simulation> {
  const fields = membersOf(first) ?? {}
  const batch = method === 'wallet_sendCalls'
  const given = batch ? (fields.calls as readonly Readonly<Record<string, unknown>>[]) : [fields]
  const calls = given.map((call) => decodeEip155Call(call))
  const { from } = fields
  if (typeof from !== 'string') throw new Error('the request names no account')
  const account = from.toLowerCase()
  const result = await run(calls, account, node)
  if ('failure' in result) return result
  const changes = new Changes()
  for (const { asset, from, to, amount } of transfersIn(result.logs)) {
    if (from === account) changes.add(asset, -amount)
    if (to === account) changes.add(asset, amount)
  }
  const inner = calls.map(({ to, value, data }) => ({ to, value, data: data?.hex ?? '0x' }))
  const expected = expectedOf(eip155Actions(inner, from), account, changes)
  const assets = new Set([...(expected?.assets ?? []), ...changes.assets])
  // Look up only the first tokens, because a contract may report thousands. The amounts of the other tokens are shown in the
  // smallest unit.
  const contracts = [...assets].filter((asset) => /^0x[0-9a-f]{40}$/.test(asset)).slice(0, listed)
  const tokens = await tokensOf(contracts, tokenOf)
  // Show the contract of each token that the account would receive, because a contract can have any symbol. The amount of an
  // unknown or unverified token already shows the contract.
  const received = contracts.filter((contract) => {
    const token = tokens[contract]
    return changes.of(contract) > 0n && token && !token.unverified
  })
  return {
    ...{ changes, expected },
    notes: received.map((contract) => ['token', `${tokens[contract]?.symbol} is the contract ${contract}`]),
    amount(asset, amount) {
      if (asset === native) return nativeAmount(amount, network)
      const [contract = '', id] = asset.split('#')
      if (id === undefined) return tokenAmount(amount, contract, tokens).text
      const count = amount === 1n ? '' : `${amount} of the `
      return `${count}NFT no. ${id} of the collection ${contract}`
    },
  }
}

type Result = { readonly logs: readonly Log[] } | { readonly failure: string }

/**
 * Runs the calls one after another with `eth_simulateV1`. If the node doesn't support this, runs a single call with
 * `debug_traceCall`.
 */
async function run(calls: readonly Eip155Call[], from: string, node: NodeCall): Promise<Result> {
  const each = calls.map(({ to, value, data }) => ({
    from,
    ...(to !== undefined && { to }),
    value: `0x${value.toString(16)}`,
    input: data?.hex ?? '0x',
  }))
  try {
    const block = { blockStateCalls: [{ calls: each }], traceTransfers: true }
    return simulated(await node('eth_simulateV1', [block, 'latest']), calls.length)
  } catch (error) {
    const failure = eip155Failure(error)
    if (failure) return failure
    // The tracer runs only one call: a second call wouldn't see the effects of the first.
    if (!(error instanceof ProviderError) || error.code === 4901 || each.length !== 1) throw error
    return traced(node, each[0])
  }
}

function simulated(answer: unknown, count: number): Result {
  const [block] = readable(Array.isArray(answer) ? (answer as readonly unknown[]) : undefined)
  const calls = membersOf(block)?.calls
  const results = readable(Array.isArray(calls) && calls.length === count ? calls.map(membersOf) : undefined)
  const failed = results.findIndex((call) => call?.status !== '0x1')
  if (failed >= 0) {
    const { returnData, error } = readable(results[failed])
    const which = count > 1 ? `of call ${failed + 1} ` : ''
    return { failure: `${which}reverts${revertText(returnData, membersOf(error)?.message)}` }
  }
  return { logs: results.flatMap((call) => logsOf(call?.logs)) }
}

async function traced(node: NodeCall, call: unknown): Promise<Result> {
  const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  try {
    const top = readable(membersOf(await node('debug_traceCall', [call, 'latest', tracer])))
    if (top.error !== undefined) return { failure: `reverts${revertText(top.output, top.error)}` }
    return { logs: logsInTrace(top) }
  } catch (error) {
    const failure = eip155Failure(error)
    if (failure) return failure
    throw error
  }
}

/** Returns the logs of a call and of the calls inside it. Payments are logs too, as in `traceTransfers`. */
function logsInTrace(frame: Readonly<Record<string, unknown>>): readonly Log[] {
  // A failed call has no effects.
  if (frame.error !== undefined) return []
  const { type, from, to, value, logs = [], calls = [] } = frame
  const pays = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(String(type))
  const inner = readable(Array.isArray(calls) ? calls.map((call) => readable(membersOf(call))) : undefined)
  return [
    ...(pays && BigInt(String(value ?? 0)) > 0n
      ? [{ payment: { from: String(from), to: String(to), amount: BigInt(String(value)) } }]
      : []),
    ...logsOf(logs),
    ...inner.flatMap(logsInTrace),
  ]
}

/**
 * Returns the balance changes that the decoded actions cause for the account. Returns undefined if the changes of an action
 * aren't known in advance.
 */
function expectedOf(
  actions: readonly Eip155Action[],
  account: string,
  changes: Changes,
): Changes | undefined {
  const expected = new Changes()
  for (const action of actions) {
    const move = moveOf(action, changes)
    if (!move) return undefined
    const { asset, amount } = move
    if ((move.from ?? action.by ?? account) === account) expected.add(asset, -amount)
    if (move.to === account) expected.add(asset, amount)
  }
  return expected
}

interface Move {
  readonly asset: string
  readonly amount: bigint
  /** The account that pays. Undefined if the acting account pays. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

function moveOf(action: Eip155Action, changes: Changes): Move | undefined {
  switch (action.kind) {
    case 'allow':
    case 'allow-all':
      return { asset: native, amount: 0n }
    case 'pay':
      return { asset: native, amount: action.amount, to: action.to }
    case 'transfer': {
      // If the contract is an NFT contract, the same call moves an NFT, and the number in the call is the NFT's id.
      const nft = `${action.token}#${action.amount}`
      if (!action.certain && changes.of(nft) !== 0n) return { ...action, asset: nft, amount: 1n }
      return { ...action, asset: action.token }
    }
    case 'transfer-nft':
      return { ...action, asset: `${action.collection}#${action.id}`, amount: action.count ?? 1n }
    default:
      return undefined
  }
}
