import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { ConnectorFactory } from '../core/wallet/connector.ts'
import type { KeplrProvider } from '../core/wallet/keplr.ts'
import { lazyKeplr } from './injected/lazy-connectors.ts'

export interface ExternalKeplrOptions {
  readonly id: string
  readonly name: string
  readonly provider: KeplrProvider
  /** The window event that the wallet emits when the visitor selects another key. Default: `keplr_keystorechange`. */
  readonly event?: string | undefined
  readonly imageUrl?: string | undefined
}

/**
 * Creates a connector for a provider that the host supplies and that has Keplr's interface. Pass it to `options.connectors`.
 * @throws `config/invalid-options` if the provider lacks `enable` or `getKey`.
 */
export function keplrConnector(options: ExternalKeplrOptions): ConnectorFactory {
  const { id, provider, event = 'keplr_keystorechange' } = options
  if (typeof provider?.enable !== 'function' || typeof provider.getKey !== 'function')
    throw latchkeyError('config/invalid-options', {
      values: { field: 'connectors', reason: `the provider of "${id}" has no enable or no getKey function` },
    })
  return (context) => lazyKeplr({ ...options, event, type: 'EXTERNAL' }, context)
}
