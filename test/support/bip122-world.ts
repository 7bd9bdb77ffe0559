import type { Devnet } from 'latchkey/devnet'
import type { Bip122Wallet, ContractWorld } from 'latchkey/testing'
import { discoverBitcoinWindow } from '../../src/connectors/injected/bitcoin/discovery.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { Connector, ConnectorContext } from '../../src/core/wallet/connector.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { bip122Surroundings, type Reach } from './bip122-surroundings.ts'
import { openFamilyWorld } from './family-world.ts'
import { registeredWallet, standardWalletOverRpc } from './standard-wallets.ts'

export interface Bip122WorldOptions {
  readonly devnet: Devnet
  readonly factory: AdapterFactory<'bip122'>
  readonly reach: Reach
}

/** Creates what a test of the contract suite needs (`ContractWorld`), with a wallet that runs in this process. */
export function openBip122World({
  devnet,
  factory,
  reach,
}: Bip122WorldOptions): Promise<ContractWorld<'bip122'>> {
  const { keys, surroundings } = bip122Surroundings(devnet, reach)
  const connect = (context: ConnectorContext) => connectors[reach](keys, context)
  return openFamilyWorld({ factory, surroundings, connect })
}

const connectors: Readonly<Record<Reach, (keys: Bip122Wallet, context: ConnectorContext) => Connector>> = {
  'sats-connect': (keys, context) =>
    injected(context, {
      btc_providers: [{ id: 'TestProviders.BitcoinProvider', name: 'Test Wallet' }],
      TestProviders: { BitcoinProvider: keys.satsConnect },
    }),
  unisat: (keys, context) => injected(context, { unisat: keys.unisat }),
  'wallet-standard': registeredWallet,
  'JSON-RPC': (keys, context) => standardWalletOverRpc('bip122', keys, context),
}

function injected(context: ConnectorContext, globals: Record<string, unknown>): Connector {
  const found: Connector[] = []
  const { page } = memoryPlatform({ globals })
  discoverBitcoinWindow({ ...context, page }, (connector) => void found.push(connector))()
  return found[0]!
}
