import type { Wallet } from '@wallet-standard/base'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { ConnectorFactory } from '../core/wallet/connector.ts'
import { WalletStandardConnector } from './injected/wallet-standard-connector.ts'
import { standardFamilies } from './injected/wallet-standard-families.ts'

export interface StandardConnectorOptions {
  readonly id: string
  readonly name: string
  readonly wallet: Wallet
  readonly imageUrl?: string | undefined
}

/**
 * Wraps a wallet-standard wallet that the host supplies, for `options.connectors`: one that does not register itself.
 * @throws `config/invalid-options` when it has what no family of wallet-standard needs.
 */
export function standardConnector(options: StandardConnectorOptions): ConnectorFactory {
  const families = standardFamilies.filter((family) => family.accepts(options.wallet))
  if (families.length === 0)
    throw latchkeyError('config/invalid-options', {
      values: { field: 'connectors', reason: `the wallet of "${options.id}" lacks a feature that it needs` },
    })
  return (context) => new WalletStandardConnector({ ...options, type: 'EXTERNAL', families }, context)
}
