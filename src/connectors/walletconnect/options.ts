import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ConnectorApp } from '../../core/wallet/connector.ts'
import type { KeyValueStore } from '../../ports.ts'
import { hostClient } from './host-client.ts'

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
    return hostClient(provider)
      ? undefined
      : latchkeyError('config/invalid-options', {
          values: {
            field: 'universalProvider',
            reason:
              'it must be what `await UniversalProvider.init(…)` of @walletconnect/universal-provider gave',
          },
        })
  if (projectId || relayUrl) return undefined
  return latchkeyError('config/project-id-not-configured')
}
