import type { AdapterEvents, ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Logger } from '../../ports.ts'
import type { ActivityController } from '../features/activity/activity-controller.ts'
import type { ConnectionsController } from '../wallet/connections-controller.ts'

/** Adds the adapter's payments to the stored activity. */
export function listPayments(
  adapter: ChainAdapter,
  deps: {
    readonly activity: Pick<ActivityController, 'sent'>
    readonly connections: Pick<ConnectionsController, 'of'>
    readonly log: Pick<Logger, 'warn'>
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
}
