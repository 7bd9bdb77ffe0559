import type { AdapterEvents, ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Logger } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import type { ActivityController } from '../features/activity/activity-controller.ts'
import type { ConnectionsController } from '../wallet/connections-controller.ts'
import type { NativeBalanceCache } from '../wallet/stored-balances.ts'

// Only the type is imported, because the module itself loads with the first read of a balance.
const cache: NativeBalanceCache = 'nativeBalanceCache'

/**
 * Adds the adapter's payments to the stored activity. When a payment settles, removes all cached native balances, because the
 * paying account may not be the active account, and the recipient may be another account of the visitor.
 */
export function listPayments(
  adapter: ChainAdapter,
  deps: {
    readonly activity: Pick<ActivityController, 'sent' | 'on'>
    readonly connections: Pick<ConnectionsController, 'of'>
    readonly log: Pick<Logger, 'warn'>
    readonly persistence: Pick<Persistence, 'setCache'>
  },
): void {
  const { namespace } = adapter
  const list = (event: AdapterEvents['transactionSent'] | AdapterEvents['sending']) => {
    const from = event.from ?? deps.connections.of(namespace)?.addresses[0]
    if (!from) return
    const stored = deps.activity
      .sent({ ...event, namespace, from })
      .catch((error) => deps.log.warn("The activity doesn't list or store a payment", error))
    if ('hold' in event) event.hold?.(stored)
  }
  adapter.on('transactionSent', list)
  adapter.on('sending', list)
  deps.activity.on('settled', (settled) => {
    if (settled.namespace === namespace) deps.persistence.setCache(cache, undefined, () => undefined)
  })
}
