import { UniversalProvider } from '@walletconnect/universal-provider'
import type { Relay } from 'latchkey/devnet'

/** Creates WalletConnect's provider, as a host would. `release` ends the provider. */
export async function openHostProvider(relay: Relay) {
  const prefix = `host-${crypto.randomUUID()}`
  const provider = await UniversalProvider.init({
    relayUrl: relay.url,
    projectId: 'host',
    logger: 'silent',
    telemetryEnabled: false,
    disableProviderPing: true,
    customStoragePrefix: prefix,
    storageOptions: { database: ':memory:' },
    metadata: { name: 'The host', description: '', url: 'https://host.example', icons: [] },
  })
  // Replaces a function of the library that would send a request to its vendor's server.
  provider.client.core.verify.register = async () => undefined as never
  const release = async () => {
    provider.client.core.heartbeat.stop()
    await provider.client.core.relayer.transportClose().catch(() => {})
    for (const key of [`_walletConnectCore_${prefix}`, `_walletConnectCore_${prefix}_count`])
      delete (globalThis as Record<string, unknown>)[key]
  }
  return { provider, release }
}
