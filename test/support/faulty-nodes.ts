import { withResolvers } from '../../src/core/async/with-resolvers.ts'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import { polkadotAccounts } from '../../src/devnet/accounts/polkadot.ts'
import { applyFaults } from '../../src/devnet/node-faults/apply-faults.ts'
import { broadcasts } from '../../src/devnet/node-faults/call-family.ts'
import { faultsFrom } from '../../src/devnet/node-faults/fault-text.ts'
import type {
  FaultAnswer,
  FaultCall,
  FaultRequest,
  NodeFault,
} from '../../src/devnet/node-faults/node-fault.ts'
import { callsIn, faultNode } from '../../src/devnet/node-faults/rpc-node.ts'
import { acceptedAs, hashOfBroadcast } from '../../src/devnet/node-faults/transaction-hash.ts'
import type { Fetch } from '../../src/ports.ts'
import type { IdleClock } from './idle-clock.ts'
import { never } from './loopback.ts'

/** Real nodes on a test's clock, behind a `fetch` with the faults of `startNodeFaults`. */
export interface FaultyNodes {
  readonly fetch: Fetch
  /**
   * The hashes of all transactions that were broadcast to these nodes, including transactions that a fault held back.
   */
  readonly broadcast: readonly string[]
  /** Resolves when a transaction is broadcast to one of the nodes. */
  onBroadcast(): Promise<void>
  /** Sets the faults of all nodes whose URL starts with `url`. */
  set(url: string, faults: readonly (string | NodeFault)[]): void
}

/**
 * @param targets The URLs of the real nodes. The keys are the URLs that the test's clients use.
 * @param settle Waits until a broadcast transaction is in a block. The test's clock stands still in the meantime, because blocks
 * take real time.
 */
export function faultyNodes(
  targets: Readonly<Record<string, string>>,
  clock: IdleClock,
  settle: () => Promise<void>,
): FaultyNodes {
  const active = new Map<string, readonly NodeFault[]>()
  const broadcast: string[] = []
  const asked = withResolvers<void>()
  return {
    broadcast,
    onBroadcast: () => asked.promise,
    set(url, faults) {
      for (const each of Object.keys(targets)) if (each.startsWith(url)) active.set(each, faultsFrom(faults))
    },
    async fetch(input, init) {
      const [url, target] = Object.entries(targets).find(([each]) => String(input).startsWith(each)) ?? []
      if (url === undefined || target === undefined) throw new TypeError(`not expected: ${input}`)
      const body = Buffer.from(init?.body === undefined ? '' : String(init.body))
      const method = init?.method ?? 'GET'
      const signal = init?.signal ?? new AbortController().signal
      const path = `/${String(input).slice(url.length)}`
      const request = requestOf(method, path, body)
      broadcast.push(...request.calls.filter(broadcasts).map(hashOfBroadcast))
      if (broadcast.length > 0) asked.resolve()
      const type = method === 'POST' && body.toString().startsWith('{') ? 'application/json' : 'text/plain'
      const whole = { method, body, type }
      const faults = active.get(url) ?? []
      const answer = await clock.during(applyFaults(faults, request, whole, faultNode(target), signal))
      if (request.calls.some(broadcasts)) void clock.during(settle())
      return respond(answer, signal)
    },
  }
}

function requestOf(method: string, path: string, body: Buffer): FaultRequest {
  const rpc = method === 'POST' ? callsIn(body) : []
  const own = { method: `${method} ${path}`, params: body.toString() }
  return {
    calls: rpc.length > 0 ? rpc.map(({ method, params }) => ({ method, params })) : [own],
    isBatch: rpc.length > 0 && /^\s*\[/.test(body.toString()),
    isPreflight: false,
    origin: undefined,
    path,
  }
}

function respond(answer: FaultAnswer, signal: AbortSignal): Response | Promise<never> {
  if (answer === 'hang') return never(signal)
  if (answer === 'reset' || answer.cut === true)
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } })
  const { status = 200, headers = {}, body } = answer
  return new Response(status === 204 ? null : body, { status, headers })
}

/**
 * Creates a fault that delays broadcasts. A broadcast succeeds at once, but the node gets the transaction after `ms` on the
 * test's clock, or when `deliver` is called.
 */
export function lateBroadcasts(
  ms: number,
  clock: IdleClock,
  settle: () => Promise<void>,
): NodeFault & { deliver(): Promise<void> } {
  const held = new Map<FaultCall, () => Promise<void>>()
  return {
    async call(call, next, ask) {
      if (!broadcasts(call)) return next()
      const pass = async () => {
        if (!held.delete(call)) return
        stop()
        await clock.during(ask(call).then(settle)).catch(() => {})
      }
      const stop = clock.after(ms, () => void pass())
      held.set(call, pass)
      return { result: acceptedAs(call, hashOfBroadcast(call)) }
    },
    async deliver() {
      for (const pass of [...held.values()]) await pass()
    },
  }
}

async function ask(url: string, method: string, params: unknown = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  return ((await response.json()) as { result?: unknown }).result
}

/** Waits until a real node has put all its transactions into blocks. */
export async function settleNode(family: ChainNamespace, url: string): Promise<void> {
  if (family === 'polkadot') await ask(url, 'system_accountNextIndex', [polkadotAccounts.alice!.address])
  if (family !== 'cosmos') return
  const waiting = async () => ((await ask(url, 'unconfirmed_txs', {})) as { n_txs: string }).n_txs
  while ((await waiting()) !== '0') await new Promise<void>((resolve) => setTimeout(resolve, 5))
}

/** Makes all blocks of the chain final. In some families, mines more blocks for this. */
export async function finalizeNode(family: ChainNamespace, url: string): Promise<void> {
  await settleNode(family, url)
  if (family === 'eip155') await ask(url, 'anvil_mine', ['0x82'])
  if (family === 'bip122') await fetch(`${url}/devnet/mine?blocks=6`, { method: 'POST' })
}

/**
 * Stores the state of an anvil node, and returns a function that restores this state. For other nodes, the function does nothing.
 * Tests restore the state to stay fast, because anvil becomes slow after thousands of blocks.
 */
export async function noteNode(family: ChainNamespace, url: string): Promise<() => Promise<void>> {
  if (family !== 'eip155') return async () => {}
  const snapshot = await ask(url, 'evm_snapshot')
  return async () => {
    if ((await ask(url, 'evm_revert', [snapshot])) !== true) throw new Error(`${url} didn't go back`)
  }
}
