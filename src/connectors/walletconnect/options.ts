import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ConnectorApp } from '../../core/wallet/connector.ts'
import type { KeyValueStore } from '../../ports.ts'

/** The options of `walletConnect`. The client's options replace missing options. */
export interface WalletConnectOptions extends Partial<Omit<ConnectorApp, 'name' | 'endpoints'>> {
  /**
   * The URL of the relay, `wss://…`. Default: the client's `endpoints.relay`, or otherwise the public relay, which needs a
   * project id.
   */
  readonly relayUrl?: string | undefined
  /**
   * The URL of the server that confirms the page's origin to wallets. Default: the client's `endpoints.verify`. If neither is
   * set, no server confirms the origin.
   */
  readonly verifyUrl?: string | undefined
  /** The storage of the sessions. Default: IndexedDB in browsers, and the client's storage elsewhere. */
  readonly storage?: KeyValueStore | undefined
}

/**
 * Returns why WalletConnect can't be used with these options. Returns undefined if it can be used. The public relay needs a
 * project id.
 */
export function problemWith(
  options: WalletConnectOptions,
  app: ConnectorApp | undefined,
): LatchkeyError | undefined {
  const { projectId = app?.projectId, relayUrl = app?.endpoints.relay } = options
  const provider = options.universalProvider ?? app?.universalProvider
  if (provider)
    // This checks only part of the provider. `hostClient` checks the rest at the first use.
    return typeof (provider as { client?: { connect?: unknown } }).client?.connect === 'function'
      ? undefined
      : wrongProvider()
  if (projectId || relayUrl) return undefined
  return latchkeyError('config/project-id-not-configured')
}

/** Returns the error for an option `universalProvider` that isn't such a provider. */
export function wrongProvider(): LatchkeyError {
  return latchkeyError('config/invalid-options', {
    values: {
      field: 'universalProvider',
      reason: 'must be the result of UniversalProvider.init()',
    },
  })
}
