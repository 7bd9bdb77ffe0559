import type { Devnet } from 'latchkey/devnet'
import { type ContractWorld, cosmosRpc, type MemoryPage } from 'latchkey/testing'
import { discoverKeplrWallets } from '../../src/connectors/injected/keplr-wallets.ts'
import { keplrErrorFrom } from '../../src/core/errors/keplr-errors.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { Connector, ConnectorContext, ConnectorSession } from '../../src/core/wallet/connector.ts'
import { cosmosSurroundings, keplrKinds } from './cosmos-surroundings.ts'
import { openFamilyWorld } from './family-world.ts'

/** How the wallet is reached, and how it signs. */
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

/** A world for the contract suite in this process. */
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
    return overRpc(found[0]!, cosmosRpc(keys, reach.endsWith('hex') ? 'hex' : 'base64'))
  }
  return openFamilyWorld({ factory, surroundings, connect })
}

/** A session whose channel speaks JSON-RPC, as WalletConnect's does. */
function overRpc(inner: Connector, request: ReturnType<typeof cosmosRpc>): Connector {
  const spoken = <S extends ConnectorSession | null>(session: S): S =>
    session &&
    (new Proxy(session, {
      get(target, property) {
        if (property === 'methods') return { cosmos: 'any' }
        if (property !== 'channel') return Reflect.get(target, property, target)
        return () => ({
          kind: 'rpc',
          request: async (call: { method: string; params?: object }, on: string) => {
            try {
              return await request(call, on)
            } catch (error) {
              throw keplrErrorFrom(error, call.method)
            }
          },
        })
      },
    }) as S)
  return new Proxy(inner, {
    get(target, property) {
      if (property === 'open')
        return async (...given: Parameters<Connector['open']>) => spoken(await target.open(...given))
      if (property === 'restore')
        return async (...given: Parameters<Connector['restore']>) => spoken(await target.restore(...given))
      const member: unknown = Reflect.get(target, property, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  }) as Connector
}
