import type { AdapterFactory, Capability } from '../../core/wallet/adapter.ts'
import { commonCapabilities } from '../shared/common-capabilities.ts'

/**
 * Creates the adapter for Polkadot, Kusama, their Asset Hubs and other Substrate networks, for `options.adapters`. The adapter loads at the first
 * connect. @polkadot/api loads at the first read or send.
 */
export function polkadot(): AdapterFactory<'polkadot'> {
  const capabilities: ReadonlySet<Capability> = new Set([
    ...commonCapabilities,
    'balance.token',
    'send.token',
    'sign.transaction',
  ])
  return {
    namespace: 'polkadot',
    capabilities,
    create: async (context) => (await import('./adapter.ts')).polkadotAdapter(context, capabilities),
  }
}
