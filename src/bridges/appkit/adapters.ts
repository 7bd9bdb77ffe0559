import { bip122 } from 'latchkey/adapters/bip122'
import { eip155 } from 'latchkey/adapters/eip155'
import { solana } from 'latchkey/adapters/solana'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterFactory } from '../../core/wallet/adapter.ts'

/**
 * The base class of Latchkey's adapters with AppKit's names. For a page, they behave like AppKit's adapters. For example, the
 * provider of an eip155 connection implements EIP-1193, which ethers accepts.
 */
class NamedAdapter<N extends ChainNamespace> implements AdapterFactory<N> {
  readonly namespace: N
  readonly capabilities: AdapterFactory<N>['capabilities']
  readonly create: AdapterFactory<N>['create']

  constructor(factory: AdapterFactory<N>, name: string, options: object) {
    // Refuses options, because they would have no effect.
    const [field] = Object.keys(options)
    if (field !== undefined)
      throw latchkeyError('config/not-built', { values: { feature: `The option ${field} of ${name}` } })
    this.namespace = factory.namespace
    this.capabilities = factory.capabilities
    this.create = factory.create
  }
}

/** The adapter `eip155()`, for ethers and for other libraries that accept an EIP-1193 provider. */
export class EthersAdapter extends NamedAdapter<'eip155'> {
  constructor(options: Record<string, never> = {}) {
    super(eip155(), 'EthersAdapter', options)
  }
}

/** The adapter `solana()`. It finds the wallets by itself, so passing a list of wallets throws. */
export class SolanaAdapter extends NamedAdapter<'solana'> {
  constructor(options: Record<string, never> = {}) {
    super(solana(), 'SolanaAdapter', options)
  }
}

/** The adapter `bip122()`. */
export class BitcoinAdapter extends NamedAdapter<'bip122'> {
  constructor(options: Record<string, never> = {}) {
    super(bip122(), 'BitcoinAdapter', options)
  }
}
