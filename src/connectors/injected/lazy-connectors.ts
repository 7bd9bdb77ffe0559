import type { Wallet } from '@wallet-standard/base'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Connector, ConnectorContext } from '../../core/wallet/connector.ts'
import { walletBounds } from '../../core/wallet-limits.ts'
import { type ConnectorFace, LazyConnector } from '../lazy-connector.ts'
import type { BitcoinConnectorOptions } from './bitcoin/bitcoin-connector.ts'
import type { BitcoinDialectName } from './bitcoin/dialect-names.ts'
import type { Eip1193ConnectorOptions } from './eip1193-connector.ts'
import type { InjectedWeb3ConnectorOptions } from './injected-web3-connector.ts'
import type { KeplrConnectorOptions } from './keplr-connector.ts'
import type { WalletStandardConnectorOptions } from './wallet-standard-connector.ts'

// All lazy connectors are in one file, because each file with an import() adds a list of chunks to the bundle.

/** What discovery knows about a wallet. */
type Known = Pick<ConnectorFace, 'explorerId' | 'familiar'>

/** Returns a connector for a wallet with an EIP-1193 provider. Its code loads at the first use. */
export function lazyEip1193(options: Eip1193ConnectorOptions & Known, context: ConnectorContext): Connector {
  return new LazyConnector({ ...options, chains: options.chains ?? ['eip155'] }, async () => {
    const { Eip1193Connector } = await import('./eip1193-connector.ts')
    return new Eip1193Connector(options, context)
  })
}

/** Returns a connector for a wallet with Keplr's interface. Its code loads at the first use. */
export function lazyKeplr(options: KeplrConnectorOptions & Known, context: ConnectorContext): Connector {
  return new LazyConnector({ ...options, chains: ['cosmos'] }, async () => {
    const { KeplrConnector } = await import('./keplr-connector.ts')
    return new KeplrConnector(options, context)
  })
}

/** Returns a connector for a Polkadot extension. Its code loads at the first use. */
export function lazyInjectedWeb3(
  options: InjectedWeb3ConnectorOptions & Known,
  context: ConnectorContext,
): Connector {
  return new LazyConnector({ ...options, chains: ['polkadot'] }, async () => {
    const { InjectedWeb3Connector } = await import('./injected-web3-connector.ts')
    return new InjectedWeb3Connector(options, context)
  })
}

const image = /^data:image\/(svg\+xml|webp|png|gif);base64,/

/** Returns the wallet's icon if it is a valid image and not too long. */
export function standardIcon({ icon }: Wallet): string | undefined {
  return typeof icon === 'string' && icon.length <= walletBounds.iconLength && image.test(icon)
    ? icon
    : undefined
}

export interface LazyWalletStandardOptions extends Omit<WalletStandardConnectorOptions, 'families'>, Known {
  readonly families: readonly ChainNamespace[]
}

/** Returns a connector for a wallet-standard wallet. Its code loads at the first use. */
export function lazyWalletStandard(options: LazyWalletStandardOptions, context: ConnectorContext): Connector {
  const { wallet, families: chains } = options
  return new LazyConnector({ ...options, provider: wallet, chains }, async () => {
    const [{ WalletStandardConnector }, { standardFamilies }] = await Promise.all([
      import('./wallet-standard-connector.ts'),
      import('./wallet-standard-families.ts'),
    ])
    const families = standardFamilies.filter(({ namespace }) => chains.includes(namespace))
    return new WalletStandardConnector({ ...options, families }, context)
  })
}

export interface LazyBitcoinOptions extends Omit<BitcoinConnectorOptions, 'dialect'>, Known {
  readonly dialect: BitcoinDialectName
}

/** Returns a connector for a Bitcoin wallet. Its code, with the code of the wallet's interface, loads at the first use. */
export function lazyBitcoin(options: LazyBitcoinOptions, context: ConnectorContext): Connector {
  return new LazyConnector({ ...options, chains: ['bip122'] }, async () => {
    const [{ BitcoinConnector }, { bitcoinDialect }] = await Promise.all([
      import('./bitcoin/bitcoin-connector.ts'),
      import('./bitcoin/dialects.ts'),
    ])
    return new BitcoinConnector(
      { ...options, dialect: bitcoinDialect(options.dialect, options.provider) },
      context,
    )
  })
}
