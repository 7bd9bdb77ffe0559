import type { Devnet } from 'latchkey/devnet'
import { announceEip6963, type ContractWorld } from 'latchkey/testing'
import { externalConnector } from '../../src/connectors/external.ts'
import { discoverEip6963 } from '../../src/connectors/injected/eip6963.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { Connector, ConnectorContext } from '../../src/core/wallet/connector.ts'
import { eip155Surroundings } from './eip155-surroundings.ts'
import { openFamilyWorld } from './family-world.ts'

export interface Eip155WorldOptions {
  readonly devnet: Devnet
  readonly factory: AdapterFactory<'eip155'>
  /** How the client finds the wallet: announced in the page, or passed in with `externalConnector`. */
  readonly reach: 'injected' | 'external'
}

/** Creates what a test of the contract suite needs (`ContractWorld`), with a wallet that runs in this process. */
export async function openEip155World({
  devnet,
  factory,
  reach,
}: Eip155WorldOptions): Promise<ContractWorld<'eip155'>> {
  const { keys, ...surroundings } = eip155Surroundings(devnet)
  const { provider } = keys
  const external = externalConnector({ id: 'test', name: 'Test', provider })
  const discovered = (context: ConnectorContext) => {
    const found: Connector[] = []
    const stopAnnouncing = announceEip6963(context.page, provider)
    const stopListening = discoverEip6963(context, (connector) => void found.push(connector))
    stopAnnouncing()
    stopListening()
    return found[0]!
  }
  return openFamilyWorld({
    factory,
    surroundings,
    connect: reach === 'injected' ? discovered : external,
  })
}
