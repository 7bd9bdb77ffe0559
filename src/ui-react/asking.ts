import type { Latchkey } from '../client/create-latchkey.ts'
import type { RouterData } from '../controllers/shell/views.ts'
import type { Runtime } from './runtime.ts'

/** Asks the wallet; the view that waits with the visitor takes it over. */
export function beginAsking(runtime: Runtime, data: RouterData): void {
  const control = new AbortController()
  const done = ask(runtime.latchkey, data, control.signal)
  // The view tells of it.
  done.catch(() => {})
  runtime.asking = { data, done, control }
}

/**
 * In ms: what a wallet's answer changes is drawn by then, also on a slow machine, and nobody has noticed the wait. So long
 * waits what need not come first.
 */
export const drawnWithin = 50

/** The visitor went elsewhere before its view was drawn. A connection that is being closed with is done by then. */
export function dropAsking(runtime: Runtime): void {
  const { asking, latchkey } = runtime
  if (!asking || latchkey.router.state.data === asking.data) return
  runtime.asking = undefined
  setTimeout(() => asking.control.abort(), drawnWithin)
}

/** Joins what was begun at the click, else asks. */
export function continueAsking(runtime: Runtime, data: RouterData, signal: AbortSignal): Promise<unknown> {
  const { asking } = runtime
  runtime.asking = undefined
  if (asking?.data !== data) return ask(runtime.latchkey, data, signal)
  signal.addEventListener('abort', () => asking.control.abort(), { once: true })
  return asking.done
}

function ask(latchkey: Latchkey, { connector, network, switchToChain }: RouterData, signal: AbortSignal) {
  // The family that was chosen, or that the modal was opened for.
  const family = switchToChain ?? latchkey.connector.state.filterByNamespace
  const only = family && connector?.chains.includes(family)
  const there = network && connector?.chains.includes(network.chainNamespace)
  return latchkey.connect(
    {
      connectorId: connector?.id ?? '',
      namespaces: only ? [family] : undefined,
      network: there ? network.caipNetworkId : undefined,
    },
    { signal },
  )
}
