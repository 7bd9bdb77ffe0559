import type { AdapterFactory, Capability } from '../../core/wallet/adapter.ts'
import { commonCapabilities } from '../shared/common-capabilities.ts'
import type { Eip155Options } from './options.ts'

export type { Eip155Options } from './options.ts'

/**
 * Creates the adapter for EVM networks (CAIP-2 namespace `eip155`), for `options.adapters`. The adapter loads at the first connect. viem loads at the
 * first read or send.
 */
export function eip155(options?: Eip155Options): AdapterFactory<'eip155'> {
  const capabilities: ReadonlySet<Capability> = new Set([
    ...commonCapabilities,
    'balance.token',
    'send.token',
    'send.batch',
    'sign.typedData',
    'network.add',
  ])
  return {
    namespace: 'eip155',
    capabilities,
    create: async (context) => (await import('./adapter.ts')).eip155Adapter(context, capabilities, options),
  }
}
