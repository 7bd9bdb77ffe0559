import type { Wallet } from '@wallet-standard/base'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { ConnectorFactory } from '../core/wallet/connector.ts'
import { lazyWalletStandard, standardIcon } from './injected/lazy-connectors.ts'
import { familiesOf } from './injected/wallet-standard-shapes.ts'

export interface StandardConnectorOptions {
  readonly id: string
  readonly name: string
  readonly wallet: Wallet
  readonly imageUrl?: string | undefined
}

/**
 * Creates a connector for a wallet-standard wallet that doesn't register itself. Pass it to `options.connectors`.
 * @throws `config/invalid-options` if the wallet doesn't have the features of any supported family.
 */
export function standardConnector(options: StandardConnectorOptions): ConnectorFactory {
  const families = familiesOf(options.wallet)
  if (families.length === 0)
    throw latchkeyError('config/invalid-options', {
      values: {
        field: 'connectors',
        reason: `the wallet of "${options.id}" has the features of no supported family`,
      },
    })
  const imageUrl = options.imageUrl ?? standardIcon(options.wallet)
  return (context) => lazyWalletStandard({ ...options, imageUrl, type: 'EXTERNAL', families }, context)
}
