import type { AdapterFactory, Capability } from '../../core/wallet/adapter.ts'
import { commonCapabilities } from '../shared/common-capabilities.ts'
import type { SolanaOptions } from './options.ts'

export type { SolanaOptions } from './options.ts'

/**
 * Creates the adapter for Solana, for `options.adapters`. The adapter loads at the first connect. @solana/web3.js loads at the
 * first read or send.
 */
export function solana(options: SolanaOptions = {}): AdapterFactory<'solana'> {
  const capabilities: ReadonlySet<Capability> = new Set([
    ...commonCapabilities,
    'balance.token',
    'send.token',
    'sign.transaction',
    'sign.allTransactions',
  ])
  return {
    namespace: 'solana',
    capabilities,
    create: async (context) => (await import('./adapter.ts')).solanaAdapter(context, capabilities, options),
  }
}
