import type { AdapterFactory, Capability } from '../../core/wallet/adapter.ts'

/** The eip155 family (Ethereum and its likes), for `options.adapters`. The rest is loaded at the first connect; viem at the first read or send. */
export function eip155(): AdapterFactory<'eip155'> {
  const capabilities: ReadonlySet<Capability> = new Set([
    'balance.native',
    'balance.token',
    'send.native',
    'send.token',
    'send.batch',
    'send.transaction',
    'sign.message',
    'sign.typedData',
    'network.switch',
    'network.add',
    'fee.estimate',
    'transaction.status',
  ])
  return {
    namespace: 'eip155',
    capabilities,
    create: async (context) => (await import('./adapter.ts')).eip155Adapter(context, capabilities),
  }
}
