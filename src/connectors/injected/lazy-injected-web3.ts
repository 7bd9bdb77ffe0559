import type { Connector, ConnectorContext } from '../../core/wallet/connector.ts'
import { LazyConnector } from '../lazy-connector.ts'
import type { InjectedWeb3ConnectorOptions } from './injected-web3-connector.ts'

/** An extension of the Polkadot family, loaded when it is first spoken to. */
export function lazyInjectedWeb3(
  options: InjectedWeb3ConnectorOptions,
  context: ConnectorContext,
): Connector {
  return new LazyConnector({ ...options, chains: ['polkadot'] }, async () => {
    const { InjectedWeb3Connector } = await import('./injected-web3-connector.ts')
    return new InjectedWeb3Connector(options, context)
  })
}
