import type { AdapterFactory, Capability } from '../../core/wallet/adapter.ts'
import { commonCapabilities } from '../shared/common-capabilities.ts'

/** The cosmos family (chains of the Cosmos SDK), for `options.adapters`. The rest is loaded at the first connect; stargate at the first read or send. */
export function cosmos(): AdapterFactory<'cosmos'> {
  const capabilities: ReadonlySet<Capability> = new Set([
    ...commonCapabilities,
    'balance.token',
    'send.token',
    'sign.transaction',
    'network.add',
  ])
  return {
    namespace: 'cosmos',
    capabilities,
    create: async (context) => (await import('./adapter.ts')).cosmosAdapter(context, capabilities),
  }
}
