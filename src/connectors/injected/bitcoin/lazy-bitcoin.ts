import type { Connector, ConnectorContext } from '../../../core/wallet/connector.ts'
import { LazyConnector } from '../../lazy-connector.ts'
import type { BitcoinConnectorOptions } from './bitcoin-connector.ts'
import type { BitcoinDialectName } from './dialect-names.ts'

export interface LazyBitcoinOptions extends Omit<BitcoinConnectorOptions, 'dialect'> {
  readonly dialect: BitcoinDialectName
}

/** A Bitcoin wallet, loaded with what it speaks when it is first spoken to. */
export function lazyBitcoin(options: LazyBitcoinOptions, context: ConnectorContext): Connector {
  return new LazyConnector({ ...options, chains: ['bip122'] }, async () => {
    const [{ BitcoinConnector }, { bitcoinDialect }] = await Promise.all([
      import('./bitcoin-connector.ts'),
      import('./dialects.ts'),
    ])
    return new BitcoinConnector(
      { ...options, dialect: bitcoinDialect(options.dialect, options.provider) },
      context,
    )
  })
}
