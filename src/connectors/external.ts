import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { ConnectorFactory, ConnectorType } from '../core/wallet/connector.ts'
import type { Eip1193ConnectorOptions } from './injected/eip1193-connector.ts'
import { lazyEip1193 } from './injected/lazy-connectors.ts'

export interface ExternalConnectorOptions extends Omit<Eip1193ConnectorOptions, 'type'> {
  /** The type of the connector. Default: `EXTERNAL`. */
  readonly type?: ConnectorType | undefined
}

/**
 * Creates a connector for an EIP-1193 provider that the host supplies. Pass it to `options.connectors`.
 * @throws `config/invalid-options` if the provider has no `request`.
 */
export function externalConnector(options: ExternalConnectorOptions): ConnectorFactory {
  if (typeof options.provider?.request !== 'function')
    throw latchkeyError('config/invalid-options', {
      values: { field: 'connectors', reason: `the provider of "${options.id}" has no request function` },
    })
  return (context) => lazyEip1193({ ...options, type: options.type ?? 'EXTERNAL' }, context)
}
