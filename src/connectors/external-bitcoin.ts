import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { ConnectorFactory, ConnectorType } from '../core/wallet/connector.ts'
import { type BitcoinDialectName, hasDialect } from './injected/bitcoin/dialect-names.ts'
import { lazyBitcoin } from './injected/lazy-connectors.ts'

export interface BitcoinConnectorSettings {
  readonly id: string
  readonly name: string
  /** The interface of the provider. */
  readonly dialect: BitcoinDialectName
  readonly provider: object
  /** The type of the connector. Default: `EXTERNAL`. */
  readonly type?: ConnectorType | undefined
  readonly imageUrl?: string | undefined
}

/**
 * Creates a connector for a Bitcoin wallet that the host supplies. Pass it to `options.connectors`.
 * @throws `config/invalid-options` if the provider doesn't have the interface of `dialect`.
 */
export function bitcoinConnector(settings: BitcoinConnectorSettings): ConnectorFactory {
  const { id, provider, dialect, type = 'EXTERNAL' } = settings
  if (!hasDialect(provider, dialect))
    throw latchkeyError('config/invalid-options', {
      values: { field: 'connectors', reason: `the provider of "${id}" isn't a ${dialect} wallet` },
    })
  return (context) => lazyBitcoin({ ...settings, type }, context)
}
