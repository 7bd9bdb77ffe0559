import type { Connector, ConnectorContext } from '../../core/wallet/connector.ts'
import { LazyConnector } from '../lazy-connector.ts'
import type { KeplrConnectorOptions } from './keplr-connector.ts'

/** A Keplr-style wallet, loaded when it is first spoken to. */
export function lazyKeplr(options: KeplrConnectorOptions, context: ConnectorContext): Connector {
  return new LazyConnector({ ...options, chains: ['cosmos'] }, async () => {
    const { KeplrConnector } = await import('./keplr-connector.ts')
    return new KeplrConnector(options, context)
  })
}
