import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { ConnectorFactory } from '../core/wallet/connector.ts'
import type { InjectedWeb3ConnectorOptions } from './injected/injected-web3-connector.ts'
import { lazyInjectedWeb3 } from './injected/lazy-connectors.ts'

export type ExternalInjectedWeb3Options = Omit<InjectedWeb3ConnectorOptions, 'type'>

/**
 * Wraps a Polkadot extension that the host supplies, for `options.connectors`. For extensions that don't inject themselves into
 * `window.injectedWeb3`.
 * @throws `config/invalid-options` when the provider has no `enable`.
 */
export function injectedWeb3Connector(options: ExternalInjectedWeb3Options): ConnectorFactory {
  const { enable, connect } = options.provider ?? {}
  if (typeof (connect ?? enable) !== 'function')
    throw latchkeyError('config/invalid-options', {
      values: { field: 'connectors', reason: `the provider of "${options.id}" has no enable function` },
    })
  return (context) => lazyInjectedWeb3({ ...options, type: 'EXTERNAL' }, context)
}
