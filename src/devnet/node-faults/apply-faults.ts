import {
  FaultAbort,
  type FaultAnswer,
  type FaultCall,
  type FaultOutcome,
  type FaultReply,
  type FaultRequest,
  type NodeFault,
} from './node-fault.ts'
import { callsIn, type FaultNode, restCall, restOutcome, type WholeRequest } from './rpc-node.ts'

/**
 * Returns the answer to a request. If a fault's `request` answers the whole request, this answer is used. Otherwise a preflight
 * gets an empty answer. For any other request, the node answers, and each fault's `call` can replace or change the answer. Unless
 * the answer is `hang` or `reset`, each fault's `reply` can then change it.
 */
export async function applyFaults(
  faults: readonly NodeFault[],
  request: FaultRequest,
  whole: WholeRequest,
  node: FaultNode,
  signal: AbortSignal,
): Promise<FaultAnswer> {
  let answer: FaultAnswer | undefined
  for (const fault of faults) answer ??= await fault.request?.(request, node.ask)
  answer ??= request.isPreflight ? { body: '' } : await decided(faults, request, whole, node, signal)
  for (const fault of faults)
    if (fault.reply && typeof answer === 'object') answer = await fault.reply(answer, request)
  return answer
}

async function decided(
  faults: readonly NodeFault[],
  request: FaultRequest,
  whole: WholeRequest,
  node: FaultNode,
  signal: AbortSignal,
): Promise<FaultAnswer> {
  const links = faults.flatMap((fault) => (fault.call ? [fault.call.bind(fault)] : []))
  const outcomeOf = (call: FaultCall, ask: (call: FaultCall) => Promise<FaultOutcome>, at = 0) => {
    const link = links[at]
    const run = async (): Promise<FaultOutcome> =>
      link ? link(call, (changed = call) => outcomeOf(changed, ask, at + 1), node.ask) : ask(call)
    return run()
  }
  try {
    if (links.length === 0) return await node.pass(request.path, whole, signal)
    const [only] = request.calls
    if (only && restCall(only)) return await restReply(only, request, whole, node, signal, outcomeOf)
    const answers = await Promise.all(
      callsIn(whole.body).map(async (call) => {
        const { id, method, params } = call
        // If no fault changes the answer, the node's text is passed on, so that no number loses digits.
        let told: { readonly outcome: FaultOutcome; readonly text: string } | undefined
        const outcome = await outcomeOf({ method, params }, async (asked) => {
          const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, ...asked }))
          const { body: text } = await node.pass(request.path, { ...whole, body }, signal)
          told = { outcome: JSON.parse(text), text }
          return told.outcome
        })
        return outcome === told?.outcome
          ? told.text
          : JSON.stringify({ jsonrpc: '2.0', id, ...fields(outcome) })
      }),
    )
    const body = request.isBatch ? `[${answers}]` : (answers[0] ?? '')
    return { headers: { 'content-type': 'application/json' }, body }
  } catch (error) {
    // If the node doesn't answer, reset the connection, as a dead node does.
    return error instanceof FaultAbort ? error.answer : 'reset'
  }
}

async function restReply(
  call: FaultCall,
  { path }: FaultRequest,
  whole: WholeRequest,
  node: FaultNode,
  signal: AbortSignal,
  outcomeOf: (call: FaultCall, ask: (call: FaultCall) => Promise<FaultOutcome>) => Promise<FaultOutcome>,
): Promise<FaultReply> {
  let told: { readonly outcome: FaultOutcome; readonly reply: FaultReply } | undefined
  const outcome = await outcomeOf(call, async (asked) => {
    const reply = await node.pass(restCall(asked)?.path ?? path, whole, signal)
    told = { outcome: restOutcome(reply), reply }
    return told.outcome
  })
  if (outcome === told?.outcome) return told.reply
  if ('error' in outcome) return { status: httpStatus(outcome.error.code), body: outcome.error.message }
  const { result } = outcome
  const isText = typeof result === 'string'
  return {
    headers: { 'content-type': isText ? 'text/plain' : 'application/json' },
    body: isText ? result : JSON.stringify(result),
  }
}

function httpStatus(code: number): number {
  return code >= 400 && code < 600 ? code : 400
}

/** Returns only the result or the error. The caller writes the other fields, such as the version. */
function fields(outcome: FaultOutcome): FaultOutcome {
  return 'error' in outcome && outcome.error !== undefined
    ? { error: outcome.error }
    : { result: (outcome as { result: unknown }).result }
}
