import type { Devnet } from 'latchkey/devnet'
import { type Bip122Wallet, type ContractWorld, registerStandardWallet } from 'latchkey/testing'
import { discoverBitcoinWindow } from '../../src/connectors/injected/bitcoin/discovery.ts'
import { discoverWalletStandard } from '../../src/connectors/injected/wallet-standard.ts'
import { WalletStandardConnector } from '../../src/connectors/injected/wallet-standard-connector.ts'
import { standardFamilies } from '../../src/connectors/injected/wallet-standard-families.ts'
import { rpcErrorFrom } from '../../src/core/errors/rpc-errors.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { Connector, ConnectorContext, ConnectorSession } from '../../src/core/wallet/connector.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { bip122Surroundings, type Reach } from './bip122-surroundings.ts'
import { openFamilyWorld } from './family-world.ts'

export interface Bip122WorldOptions {
  readonly devnet: Devnet
  readonly factory: AdapterFactory<'bip122'>
  readonly reach: Reach
}

/** A world for the contract suite in this process. */
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
  'wallet-standard': registered,
  'JSON-RPC': overRpc,
}

function injected(context: ConnectorContext, globals: Record<string, unknown>): Connector {
  const found: Connector[] = []
  const { page } = memoryPlatform({ globals })
  discoverBitcoinWindow({ ...context, page }, (connector) => void found.push(connector))()
  return found[0]!
}

function registered(keys: Bip122Wallet, context: ConnectorContext): Connector {
  const found: Connector[] = []
  const stopRegistering = registerStandardWallet(context.page, keys.standard)
  const stopListening = discoverWalletStandard(context, (connector) => void found.push(connector))
  stopRegistering()
  stopListening()
  return found[0]!
}

/** The session of a wallet-standard wallet whose channel speaks JSON-RPC, as WalletConnect's does. */
function overRpc(keys: Bip122Wallet, context: ConnectorContext): Connector {
  const options = { id: 'rpc', name: 'Over RPC', type: 'EXTERNAL', wallet: keys.standard } as const
  const families = standardFamilies.filter(({ namespace }) => namespace === 'bip122')
  const inner = new WalletStandardConnector({ ...options, families }, context)
  const spoken = <S extends ConnectorSession | null>(session: S): S =>
    session &&
    (new Proxy(session, {
      get(target, property) {
        if (property === 'methods') return { bip122: 'any' }
        if (property !== 'channel') return Reflect.get(target, property, target)
        return () => ({
          kind: 'rpc',
          request: async (call: { method: string; params?: object }, on: string) => {
            try {
              return await keys.request(call, on)
            } catch (error) {
              throw rpcErrorFrom(error, { method: call.method, source: 'wallet' })
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
