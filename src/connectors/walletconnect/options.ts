import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ConnectorApp } from '../../core/wallet/connector.ts'
import type { KeyValueStore } from '../../ports.ts'

/** Each option that is not given is taken from the client's options. */
export interface WalletConnectOptions extends Partial<Omit<ConnectorApp, 'name' | 'endpoints'>> {
  /** `wss://…`; default: the client's `endpoints.relay`, else the public relay, which needs a project id. */
  readonly relayUrl?: string | undefined
  /** Default: the client's `endpoints.verify`, else none: then no host is asked to vouch for the page. */
  readonly verifyUrl?: string | undefined
  /** Where sessions are kept. Default: the client's storage; in a browser what the library uses by itself, IndexedDB. */
  readonly storage?: KeyValueStore | undefined
}

/** Why WalletConnect cannot be used with these options; undefined when it can. The public relay needs a project id. */
export function problemWith(
  options: WalletConnectOptions,
  app: ConnectorApp | undefined,
): LatchkeyError | undefined {
  const { projectId = app?.projectId, relayUrl = app?.endpoints.relay } = options
  const provider = options.universalProvider ?? app?.universalProvider
  if (provider)
    // The whole shape is checked where the provider is used: see `hostClient`.
    return typeof (provider as { client?: { connect?: unknown } }).client?.connect === 'function'
      ? undefined
      : wrongProvider()
  if (projectId || relayUrl) return undefined
  return latchkeyError('config/project-id-not-configured')
}

/** For a `universalProvider` that is something else. */
export function wrongProvider(): LatchkeyError {
  return latchkeyError('config/invalid-options', {
    values: {
      field: 'universalProvider',
      reason: 'must be what UniversalProvider.init() gave',
    },
  })
}
