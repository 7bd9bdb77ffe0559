import type { Hex } from '../../core/chain/caip.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { providerError } from '../../core/errors/provider-errors.ts'
import type { Connection } from '../../core/wallet/connection.ts'
import type { ConnectionProvider } from '../../core/wallet/connection-provider.ts'
import { type BridgedClient, connectionThrough, isThrough } from '../shared/connection-through.ts'
import { followingProvider } from './following-provider.ts'

export interface LatchkeyConnectorOptions {
  /** The Latchkey client. wagmi uses the client's wallets. */
  readonly client: BridgedClient<'eip155'>
  /**
   * The id of the wallet's connector, to connect without the modal. Default: the visitor chooses a wallet in the modal, which the
   * page must render.
   */
  readonly connectorId?: string | undefined
  /** The connector's id in wagmi and in wagmi's storage. Default: `latchkey`. */
  readonly id?: string | undefined
  /** The connector's name. Default: `Latchkey`. */
  readonly name?: string | undefined
  readonly icon?: string | undefined
}

interface Changes {
  readonly accounts?: readonly Hex[]
  readonly chainId?: number
}

/**
 * The part of wagmi's connector parameters that this file uses. wagmi's own types aren't imported, so that any version from 2 on
 * works.
 */
interface WagmiConfig<C> {
  readonly chains: readonly C[]
  readonly emitter: {
    emit(event: 'change', data: Changes): void
    emit(event: 'connect', data: Required<Changes>): void
    emit(event: 'disconnect'): void
  }
}

// This is a type alias, because an interface couldn't be assigned to wagmi's type, which has an index signature.
type WagmiConnector<C> = {
  readonly id: string
  readonly name: string
  readonly icon?: string | undefined
  readonly type: 'latchkey'
  setup(): Promise<void>
  connect(options?: {
    readonly chainId?: number | undefined
    readonly isReconnecting?: boolean | undefined
    readonly withCapabilities?: boolean | undefined
    // biome-ignore lint/suspicious/noExplicitAny: wagmi's type of the accounts depends on a type parameter of its own.
  }): Promise<{ readonly accounts: any; readonly chainId: number }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Hex[]>
  getChainId(): Promise<number>
  getProvider(): Promise<ConnectionProvider>
  isAuthorized(): Promise<boolean>
  switchChain(target: { readonly chainId: number }): Promise<C>
  onAccountsChanged(accounts: readonly string[]): void
  onChainChanged(chainId: string): void
  onDisconnect(): void
}

/** wagmi's `CreateConnectorFn`. */
export type WagmiConnectorFactory = <C extends { readonly id: number }>(
  config: WagmiConfig<C>,
) => WagmiConnector<C>

/**
 * Creates a wagmi connector for a client's wallets. wagmi and the client share one connection. If a visitor connects or
 * disconnects in the modal, wagmi also connects or disconnects.
 * @example
 * const config = createConfig({ chains: [mainnet], transports, connectors: [latchkeyConnector({ client })] })
 */
export function latchkeyConnector(options: LatchkeyConnectorOptions): WagmiConnectorFactory {
  const { client, connectorId, id = 'latchkey', name = 'Latchkey', icon } = options
  const known = () => client.connections.of('eip155')
  let provider: ConnectionProvider | undefined

  /** Returns the connection. If there is a stored connection, waits until it is restored. */
  async function connected(): Promise<Connection<'eip155'>> {
    const connection = await connectionThrough(client, 'eip155', { silent: true })
    if (!connection) throw providerError(latchkeyError('connection/not-connected'))
    return connection
  }

  return ({ chains, emitter }) => ({
    id,
    name,
    icon,
    type: 'latchkey',

    /** Listens to the connection. The listener is never removed, because wagmi can't dispose connectors. */
    async setup() {
      let before = known()
      client.connections.subscribe(() => {
        const [was, now] = [before, known()]
        before = now
        if (now === was) return
        if (was && now && was.id === now.id) return emitter.emit('change', shown(now))
        // For wagmi too, another wallet is another connection.
        if (was) emitter.emit('disconnect')
        if (now) emitter.emit('connect', shown(now))
      })
    },

    async connect({ chainId, isReconnecting, withCapabilities } = {}) {
      try {
        await client.ready()
        const before = known()
        const asked = isReconnecting
          ? await connected()
          : await connectionThrough(client, 'eip155', { connectorId })
        if (chainId !== undefined && asked && shown(asked).chainId !== chainId)
          try {
            await client.switchNetwork(`eip155:${chainId}`)
          } catch (error) {
            // As in wagmi's own connectors, only the visitor's refusal ends the call. After any other failure, the connection
            // stays on its network.
            if (isLatchkeyError(error, 'wallet/user-rejected')) {
              // wagmi shows this call as not connected, so the client shouldn't stay connected because of it.
              if (before?.id !== asked.id) await client.disconnect('eip155').catch(() => {})
              throw error
            }
          }
        const { accounts, chainId: on } = shown(await connected())
        return {
          accounts: withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts,
          chainId: on,
        }
      } catch (error) {
        throw providerError(error)
      }
    },
    disconnect: () => client.disconnect('eip155'),

    getAccounts: async () => shown(await connected()).accounts,
    getChainId: async () => shown(await connected()).chainId,
    async getProvider() {
      await connected()
      provider ??= followingProvider(client)
      return provider
    },
    /** wagmi reconnects each authorized connector. So of several connectors, only those of the connected wallet are. */
    async isAuthorized() {
      const connection = await connectionThrough(client, 'eip155', { silent: true })
      return connection !== undefined && isThrough(client, connection, connectorId)
    },

    async switchChain({ chainId }) {
      const chain = chains.find((one) => one.id === chainId)
      try {
        if (!chain)
          throw latchkeyError('network/not-added', {
            message: `wagmi was not configured with chain ${chainId}`,
          })
        await client.switchNetwork(`eip155:${chainId}`)
        return chain
      } catch (error) {
        throw providerError(error)
      }
    },

    // wagmi's type requires these functions. They do nothing, because the client reports changes of accounts and networks itself.
    onAccountsChanged: () => {},
    onChainChanged: () => {},
    onDisconnect: () => {},
  })
}

function shown({ accounts, network }: Connection<'eip155'>): Required<Changes> {
  return { accounts: accounts.map(({ address }) => address as Hex), chainId: Number(network.id) }
}
