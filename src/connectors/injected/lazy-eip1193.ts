import type { Connector, ConnectorContext } from '../../core/wallet/connector.ts'
import { LazyConnector } from '../lazy-connector.ts'
import type { Eip1193ConnectorOptions } from './eip1193-connector.ts'

/** A wallet behind an EIP-1193 provider, loaded when it is first spoken to. */
export function lazyEip1193(options: Eip1193ConnectorOptions, context: ConnectorContext): Connector {
  return new LazyConnector({ ...options, chains: options.chains ?? ['eip155'] }, async () => {
    const { Eip1193Connector } = await import('./eip1193-connector.ts')
    return new Eip1193Connector(options, context)
  })
}
