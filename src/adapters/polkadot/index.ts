import type { AdapterFactory, Capability } from '../../core/wallet/adapter.ts'

/** The polkadot family (Polkadot, Kusama, their Asset Hubs and likes), for `options.adapters`. The rest is loaded at the first connect; @polkadot/api at the first read or send. */
export function polkadot(): AdapterFactory<'polkadot'> {
  const capabilities: ReadonlySet<Capability> = new Set([
    'balance.native',
    'balance.token',
    'send.native',
    'send.token',
    'send.transaction',
    'sign.message',
    'sign.transaction',
    'network.switch',
    'fee.estimate',
    'transaction.status',
  ])
  return {
    namespace: 'polkadot',
    capabilities,
    create: async (context) => (await import('./adapter.ts')).polkadotAdapter(context, capabilities),
  }
}
