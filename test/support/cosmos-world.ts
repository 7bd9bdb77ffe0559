import type { Devnet } from 'latchkey/devnet'
import type { ContractWorld, MemoryPage } from 'latchkey/testing'
import { cosmosRpc } from 'latchkey/wallets'
import { discoverKeplrWallets } from '../../src/connectors/injected/keplr-wallets.ts'
import { keplrErrorFrom } from '../../src/core/errors/keplr-errors.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { Connector, ConnectorContext } from '../../src/core/wallet/connector.ts'
import { cosmosSurroundings, keplrKinds } from './cosmos-surroundings.ts'
import { openFamilyWorld } from './family-world.ts'
import { overRpc } from './over-rpc.ts'

/** The interfaces to the wallet, each with the wallet's method for each kind of request. */
export const reaches = {
  injected: keplrKinds,
  'injected, on a Ledger': { ...keplrKinds, send: 'signAmino', signTransaction: 'signAmino' },
  'JSON-RPC with base64': { ...keplrKinds, sign: 'signAmino' },
  'JSON-RPC with hex': { ...keplrKinds, sign: 'signAmino' },
} as const

export interface CosmosWorldOptions {
  readonly devnet: Devnet
  readonly factory: AdapterFactory<'cosmos'>
  readonly reach: keyof typeof reaches
  readonly token?: 0 | 1
}

/** Creates what a test of the contract suite needs (`ContractWorld`), with a wallet that runs in this process. */
export function openCosmosWorld({
  devnet,
  factory,
  reach,
  token = 0,
}: CosmosWorldOptions): Promise<ContractWorld<'cosmos'>> {
  const ledger = reach === 'injected, on a Ledger'
  const { keys, surroundings, showOn } = cosmosSurroundings({
    devnet,
    methods: reaches[reach],
    ledger,
    token,
  })
  const connect = (context: ConnectorContext): Connector => {
    showOn(context.page as MemoryPage)
    const found: Connector[] = []
    discoverKeplrWallets(context, (connector) => void found.push(connector))()
    if (!reach.startsWith('JSON-RPC')) return found[0]!
    const request = cosmosRpc(keys, reach.endsWith('hex') ? 'hex' : 'base64')
    return overRpc(found[0]!, { namespace: 'cosmos', request, errorFrom: keplrErrorFrom })
  }
  return openFamilyWorld({ factory, surroundings, connect })
}
