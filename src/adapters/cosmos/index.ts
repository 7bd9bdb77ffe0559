import type { AdapterFactory, Capability } from '../../core/wallet/adapter.ts'

/** The cosmos family (chains of the Cosmos SDK), for `options.adapters`. The rest is loaded at the first connect; stargate at the first read or send. */
export function cosmos(): AdapterFactory<'cosmos'> {
  const capabilities: ReadonlySet<Capability> = new Set([
    'balance.native',
    'balance.token',
    'send.native',
    'send.token',
    'send.transaction',
    'sign.message',
    'sign.transaction',
    'network.switch',
    'network.add',
    'fee.estimate',
    'transaction.status',
  ])
  return {
    namespace: 'cosmos',
    capabilities,
    create: async (context) => (await import('./adapter.ts')).cosmosAdapter(context, capabilities),
  }
}
