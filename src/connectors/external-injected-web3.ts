import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { ConnectorFactory } from '../core/wallet/connector.ts'
import type { InjectedWeb3ConnectorOptions } from './injected/injected-web3-connector.ts'
import { lazyInjectedWeb3 } from './injected/lazy-connectors.ts'

export type ExternalInjectedWeb3Options = Omit<InjectedWeb3ConnectorOptions, 'type'>

/**
 * Creates a connector for a Polkadot extension that isn't in `window.injectedWeb3`. Pass it to `options.connectors`.
 * @throws `config/invalid-options` if the provider has neither `connect` nor `enable`.
 */
export function injectedWeb3Connector(options: ExternalInjectedWeb3Options): ConnectorFactory {
  const { enable, connect } = options.provider ?? {}
  if (typeof (connect ?? enable) !== 'function')
    throw latchkeyError('config/invalid-options', {
      values: { field: 'connectors', reason: `the provider of "${options.id}" has no enable function` },
    })
  return (context) => lazyInjectedWeb3({ ...options, type: 'EXTERNAL' }, context)
}
