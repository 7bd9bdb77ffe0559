import { broadcasts } from './call-family.ts'
import type { NodeFault } from './node-fault.ts'
import { acceptedAs, hashOfBroadcast } from './transaction-hash.ts'

/** Accepts broadcasts, and passes each on after `ms`. Drops the broadcasts that still wait when the fault stops. */
export function heldBroadcasts(ms: number): NodeFault {
  const timers = new Set<NodeJS.Timeout>()
  return {
    async call(call, next, ask) {
      if (!broadcasts(call)) return next()
      const timer = setTimeout(() => {
        timers.delete(timer)
        // The node may refuse the transaction now. As with a private mempool, the sender doesn't learn about the refusal.
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
