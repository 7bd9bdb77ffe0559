import type { AdapterFactory, Capability } from '../../core/wallet/adapter.ts'
import type { SolanaOptions } from './options.ts'

export type { SolanaOptions } from './options.ts'

/** The solana family, for `options.adapters`. The rest is loaded at the first connect; @solana/web3.js at the first read or send. */
export function solana(options: SolanaOptions = {}): AdapterFactory<'solana'> {
  const capabilities: ReadonlySet<Capability> = new Set([
    'balance.native',
    'balance.token',
    'send.native',
    'send.token',
    'send.transaction',
    'sign.message',
    'sign.transaction',
    'sign.allTransactions',
    'network.switch',
    'fee.estimate',
    'transaction.status',
  ])
  return {
    namespace: 'solana',
    capabilities,
    create: async (context) => (await import('./adapter.ts')).solanaAdapter(context, capabilities, options),
  }
}
