import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { ConnectorFactory, ConnectorType } from '../core/wallet/connector.ts'
import { BitcoinConnector } from './injected/bitcoin/bitcoin-connector.ts'
import { type BitcoinDialectName, bitcoinDialect } from './injected/bitcoin/dialects.ts'

export interface BitcoinConnectorSettings {
  readonly id: string
  readonly name: string
  /** What the provider speaks. */
  readonly dialect: BitcoinDialectName
  readonly provider: object
  /** Default `EXTERNAL`. */
  readonly type?: ConnectorType | undefined
  readonly imageUrl?: string | undefined
}

/**
 * Wraps a Bitcoin wallet that the host supplies, for `options.connectors`.
 * @throws `config/invalid-options` when the provider is none of that kind.
 */
export function bitcoinConnector({
  dialect: kind,
  type,
  ...options
}: BitcoinConnectorSettings): ConnectorFactory {
  const dialect = bitcoinDialect(kind, options.provider)
  if (!dialect)
    throw latchkeyError('config/invalid-options', {
      values: { field: 'connectors', reason: `the provider of "${options.id}" is no ${kind} wallet` },
    })
  return (context) => new BitcoinConnector({ ...options, type: type ?? 'EXTERNAL', dialect }, context)
}
