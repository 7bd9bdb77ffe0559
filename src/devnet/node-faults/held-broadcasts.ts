import { broadcasts } from './call-family.ts'
import type { NodeFault } from './node-fault.ts'
import { acceptedAs, hashOfBroadcast } from './transaction-hash.ts'

/** Accepts broadcasts and passes them on after `ms`. Drops the remaining ones when it ends. */
export function heldBroadcasts(ms: number): NodeFault {
  const timers = new Set<NodeJS.Timeout>()
  return {
    async call(call, next, ask) {
      if (!broadcasts(call)) return next()
      const timer = setTimeout(() => {
        timers.delete(timer)
        // As with a private mempool, no caller learns that the node refuses the transaction now.
        ask(call).catch(() => {})
      }, ms)
      timers.add(timer)
      return { result: acceptedAs(call, hashOfBroadcast(call)) }
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
