import { SignClient } from '@walletconnect/sign-client'
import { refuseIdsInUse, withUniqueId } from '../../src/connectors/walletconnect/library/request-ids.ts'
import { preventStrayErrors } from '../../src/connectors/walletconnect/library/stray-errors.ts'

export type Proposed = Record<string, { chains: string[]; methods: string[]; events: string[] }>
type Client = Awaited<ReturnType<typeof SignClient.init>>

/**
 * The unmodified WalletConnect library on the page's side, with two exceptions. A session that ends twice causes no unhandled
 * rejection. And each request has its own id, because the library can give two requests of one millisecond the same id.
 */
export interface BareDapp {
  readonly client: Client
  /**
   * Proposes a session. Returns the pairing URI at once. `settled` resolves when the wallet has approved the session.
   */
  propose(
    namespaces: Proposed,
  ): Promise<{ uri: string; settled: Promise<Awaited<ReturnType<Client['session']['get']>>> }>
  request<T = unknown>(topic: string, chainId: string, method: string, params: unknown): Promise<T>
  close(): Promise<void>
}

export async function openBareDapp(relayUrl: string, name = 'Bare Dapp'): Promise<BareDapp> {
  const prefix = `dapp-${crypto.randomUUID()}`
  const client = await SignClient.init({
    relayUrl,
    projectId: 'dapp',
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: prefix,
    storageOptions: { database: ':memory:' },
    metadata: { name, description: '', url: 'https://dapp.example', icons: [] },
  })
  preventStrayErrors(client as never)
  refuseIdsInUse(client as never)
  return {
    client,
    async propose(namespaces) {
      const { uri = '', approval } = await client.connect({ optionalNamespaces: namespaces })
      const settled = approval()
      settled.catch(() => {})
      return { uri, settled }
    },
    request: (topic, chainId, method, params) =>
      withUniqueId(() => client.request({ topic, chainId, request: { method, params } })),
    async close() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose().catch(() => {})
      for (const key of [`_walletConnectCore_${prefix}`, `_walletConnectCore_${prefix}_count`])
        delete (globalThis as Record<string, unknown>)[key]
    },
  }
}
