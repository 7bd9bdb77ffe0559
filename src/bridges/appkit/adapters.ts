import { bip122 } from 'latchkey/adapters/bip122'
import { eip155 } from 'latchkey/adapters/eip155'
import { solana } from 'latchkey/adapters/solana'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterFactory } from '../../core/wallet/adapter.ts'

/**
 * AppKit's names for three of our adapters. Each is what it is called after as far as a page can tell: the provider of a
 * connection of eip155 is one of EIP-1193, which ethers takes as it takes an extension's.
 */
class NamedAdapter<N extends ChainNamespace> implements AdapterFactory<N> {
  readonly namespace: N
  readonly capabilities: AdapterFactory<N>['capabilities']
  readonly create: AdapterFactory<N>['create']

  constructor(factory: AdapterFactory<N>, name: string, options: object) {
    // Whatever a host asks of an adapter would be lost here.
    const [field] = Object.keys(options)
    if (field !== undefined)
      throw latchkeyError('config/not-built', { values: { feature: `The option ${field} of ${name}` } })
    this.namespace = factory.namespace
    this.capabilities = factory.capabilities
    this.create = factory.create
  }
}

/** For ethers, and whatever else takes an EIP-1193 provider: `eip155()`. */
export class EthersAdapter extends NamedAdapter<'eip155'> {
  constructor(options: Record<string, never> = {}) {
    super(eip155(), 'EthersAdapter', options)
  }
}

/** `solana()`. Wallets are found by themselves: a list of them is refused. */
export class SolanaAdapter extends NamedAdapter<'solana'> {
  constructor(options: Record<string, never> = {}) {
    super(solana(), 'SolanaAdapter', options)
  }
}

/** `bip122()`. */
export class BitcoinAdapter extends NamedAdapter<'bip122'> {
  constructor(options: Record<string, never> = {}) {
    super(bip122(), 'BitcoinAdapter', options)
  }
}
