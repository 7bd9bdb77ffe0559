import type { Devnet } from 'latchkey/devnet'
import { type ContractWorld, registerStandardWallet, type SolanaWallet } from 'latchkey/testing'
import { discoverWalletStandard } from '../../src/connectors/injected/wallet-standard.ts'
import { WalletStandardConnector } from '../../src/connectors/injected/wallet-standard-connector.ts'
import { standardFamilies } from '../../src/connectors/injected/wallet-standard-families.ts'
import { rpcErrorFrom } from '../../src/core/errors/rpc-errors.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { Connector, ConnectorContext, ConnectorSession } from '../../src/core/wallet/connector.ts'
import { openFamilyWorld } from './family-world.ts'
import { solanaSurroundings } from './solana-surroundings.ts'

/** How the wallet is reached, and how it sends. */
export const reaches = {
  registered: 'sign-and-send',
  'registered, sign-only': 'sign-only',
  'JSON-RPC': 'rpc',
} as const

export interface SolanaWorldOptions {
  readonly devnet: Devnet
  readonly factory: AdapterFactory<'solana'>
  readonly reach: keyof typeof reaches
  readonly token?: 0 | 1
}

/** A world for the contract suite in this process. */
export function openSolanaWorld({
  devnet,
  factory,
  reach,
  token = 0,
}: SolanaWorldOptions): Promise<ContractWorld<'solana'>> {
  const { keys, surroundings } = solanaSurroundings({ devnet, speaks: reaches[reach], token })
  const connect = (context: ConnectorContext) =>
    reach === 'JSON-RPC' ? overRpc(keys, context) : registered(keys, context)
  return openFamilyWorld({ factory, surroundings, connect })
}

function registered(keys: SolanaWallet, context: ConnectorContext): Connector {
  const found: Connector[] = []
  const stopRegistering = registerStandardWallet(context.page, keys.standard)
  const stopListening = discoverWalletStandard(context, (connector) => void found.push(connector))
  stopRegistering()
  stopListening()
  return found[0]!
}

/** The session of a wallet-standard wallet whose channel speaks JSON-RPC, as WalletConnect's does. */
function overRpc(keys: SolanaWallet, context: ConnectorContext): Connector {
  const options = { id: 'rpc', name: 'Over RPC', type: 'EXTERNAL', wallet: keys.standard } as const
  const inner = new WalletStandardConnector(
    { ...options, families: standardFamilies.filter(({ namespace }) => namespace === 'solana') },
    context,
  )
  const spoken = <S extends ConnectorSession | null>(session: S): S =>
    session &&
    (new Proxy(session, {
      get(target, property) {
        if (property === 'methods') return { solana: 'any' }
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
