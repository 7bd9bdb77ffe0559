import type { AdapterFactory, Capability } from '../../core/wallet/adapter.ts'

/** The bip122 family (Bitcoin), for `options.adapters`. The rest is loaded at the first connect; bitcoinjs-lib at the first read or send. */
export function bip122(): AdapterFactory<'bip122'> {
  const capabilities: ReadonlySet<Capability> = new Set([
    'balance.native',
    'send.native',
    'send.transaction',
    'sign.message',
    'sign.transaction',
    'network.switch',
    'fee.estimate',
    'transaction.status',
  ])
  return {
    namespace: 'bip122',
    capabilities,
    create: async (context) => new (await import('./adapter.ts')).Bip122Adapter(context, capabilities),
  }
}
