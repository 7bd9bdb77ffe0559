import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { ConnectorFactory, ConnectorType } from '../core/wallet/connector.ts'
import { type BitcoinDialectName, hasDialect } from './injected/bitcoin/dialect-names.ts'
import { lazyBitcoin } from './injected/lazy-connectors.ts'

export interface BitcoinConnectorSettings {
  readonly id: string
  readonly name: string
  /** The provider's interface. */
  readonly dialect: BitcoinDialectName
  readonly provider: object
  /** Default `EXTERNAL`. */
  readonly type?: ConnectorType | undefined
  readonly imageUrl?: string | undefined
}

/**
 * Wraps a Bitcoin wallet that the host supplies, for `options.connectors`.
 * @throws `config/invalid-options` when the provider doesn't have the interface of `dialect`.
 */
export function bitcoinConnector(settings: BitcoinConnectorSettings): ConnectorFactory {
  const { id, provider, dialect, type = 'EXTERNAL' } = settings
  if (!hasDialect(provider, dialect))
    throw latchkeyError('config/invalid-options', {
      values: { field: 'connectors', reason: `the provider of "${id}" isn't a ${dialect} wallet` },
    })
  return (context) => lazyBitcoin({ ...settings, type }, context)
}
