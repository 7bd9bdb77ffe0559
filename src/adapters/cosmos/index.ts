import type { AdapterFactory, Capability } from '../../core/wallet/adapter.ts'
import { commonCapabilities } from '../shared/common-capabilities.ts'

/**
 * Creates the adapter for Cosmos SDK networks, for `options.adapters`. The adapter loads at the first connect. stargate loads at the first read or
 * send.
 */
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
