import { withOwnCore } from '../../connectors/walletconnect/library/global-core.ts'
import type { SignClient as LinkedClient } from '../../connectors/walletconnect/library/library.ts'
import { libraryStorage } from '../../connectors/walletconnect/library/storage.ts'
import { preventStrayErrors } from '../../connectors/walletconnect/library/stray-errors.ts'
import { refusePlainEnvelopes } from '../../connectors/walletconnect/relay/plain-envelopes.ts'
import { RelayLink } from '../../connectors/walletconnect/relay/relay-link.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Cacao } from '../../core/sign-in/sign-in.ts'
import { memoryStore } from '../../platform/memory-store.ts'
import { nodePlatform } from '../../platform/node.ts'
import type { Clock, KeyValueStore, Logger } from '../../ports.ts'
import { refuseUpdatesOfPages, type Updated } from './own-namespaces.ts'
import { type Envelopes, type IdOnTopic, keepIdsApart } from './request-ids.ts'

/** An error as sent to the page. */
export interface WireError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** One family of a session, as wallets approve it (CAIP-25). */
export interface ApprovedScope {
  readonly accounts: string[]
  readonly methods: string[]
  readonly events: string[]
  readonly chains?: string[]
}
export type Namespaces = Record<string, ApprovedScope>

export interface ProposedScope {
  readonly chains?: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

export interface PeerMetadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

interface SettledSession {
  readonly topic: string
  readonly pairingTopic: string
  readonly namespaces: Namespaces
  /** Unix time in seconds. */
  readonly expiry: number
  readonly peer: { readonly metadata: PeerMetadata }
}

interface WalletEvents {
  session_proposal: {
    id: number
    params: {
      pairingTopic: string
      requiredNamespaces: Record<string, ProposedScope>
      optionalNamespaces: Record<string, ProposedScope>
      proposer: { metadata: PeerMetadata }
    }
  }
  session_request: {
    id: number
    topic: string
    params: { chainId: string; request: { method: string; params: unknown; expiryTimestamp?: number } }
  }
  session_authenticate: {
    id: number
    topic: string
    params: { requester: { metadata: PeerMetadata }; authPayload: unknown; expiryTimestamp?: number }
  }
  session_delete: { topic: string }
  session_expire: { topic: string }
  proposal_expire: { id: number }
}

/**
 * The members of @walletconnect/sign-client 2.21.8 that this code uses. They are declared here, so that the library's types
 * need not be installed.
 */
export interface WalletClient {
  on<E extends keyof WalletEvents>(event: E, listener: (payload: WalletEvents[E]) => void): unknown
  pair(params: { uri: string }): Promise<unknown>
  approve(params: {
    id: number
    namespaces: Namespaces
    sessionProperties?: Record<string, string>
  }): Promise<{ topic: string }>
  reject(params: { id: number; reason: WireError }): Promise<void>
  approveSessionAuthenticate(params: { id: number; auths: readonly Cacao[] }): Promise<{
    readonly session?: { readonly topic: string }
  }>
  rejectSessionAuthenticate(params: { id: number; reason: WireError }): Promise<void>
  formatAuthMessage(params: { request: Cacao['p']; iss: string }): string
  respond(params: { topic: string; response: object }): Promise<void>
  update(params: { topic: string; namespaces: Namespaces }): Promise<{ acknowledged(): Promise<void> }>
  extend(params: { topic: string }): Promise<{ acknowledged(): Promise<void> }>
  emit(params: { topic: string; event: { name: string; data: unknown }; chainId: string }): Promise<void>
  ping(params: { topic: string }): Promise<void>
  disconnect(params: { topic: string; reason: WireError }): Promise<void>
  readonly session: {
    readonly keys: readonly string[]
    getAll(): SettledSession[]
    get(topic: string): SettledSession
  }
  readonly core: Omit<LinkedClient['core'], 'crypto'> & {
    readonly crypto: Omit<LinkedClient['core']['crypto'], 'decode'> & Envelopes
    readonly verify: { resolve: (params: never) => Promise<unknown> }
    readonly relayer: { readonly events: { setMaxListeners(count: number): unknown } }
  }
  readonly engine: Updated['engine'] & { isValidDisconnect?: (params: never) => Promise<void> }
}

export interface WalletClientOptions {
  readonly relayUrl: string
  readonly projectId: string
  readonly name: string
  readonly storage: KeyValueStore | undefined
  readonly clock: Clock
  readonly log: Logger
}

export interface OpenClient {
  readonly client: WalletClient
  readonly idOn: IdOnTopic
  /** Resolves when the relay is connected. */
  up(): Promise<void>
  end(): Promise<void>
}

/**
 * Opens a sign-client with its own core. It contacts only the relay, not WalletConnect's other servers.
 *
 * @throws `config/peer-missing`
 */
export async function openClient(options: WalletClientOptions): Promise<OpenClient> {
  const { relayUrl, projectId, name, storage = memoryStore(), clock, log } = options
  const { SignClient } = await import('@walletconnect/sign-client').catch((cause) => {
    throw latchkeyError('config/peer-missing', {
      values: { feature: 'A WalletConnect wallet', install: 'npm install @walletconnect/sign-client' },
      cause,
    })
  })
  // Use a unique prefix, because several wallets in one process must not share the library's global object.
  const prefix = `latchkey-wallet-${crypto.randomUUID()}`
  const made = await withOwnCore(prefix, () =>
    SignClient.init({
      relayUrl,
      projectId,
      logger: 'silent',
      telemetryEnabled: false,
      customStoragePrefix: prefix,
      storage: libraryStorage(storage, '@latchkey/wc-wallet/') as never,
      // With its request queue, sign-client handles only one request per second.
      signConfig: { disableRequestQueue: true },
      metadata: { name, description: 'A wallet without a screen', url: 'https://localhost', icons: [] },
    }),
  )
  const client = made as unknown as WalletClient
  client.core.verify.register = async () => undefined
  client.core.verify.resolve = async () => undefined
  // Node warns of a leak at more than ten listeners. This isn't a leak: sign-client adds a listener for each pending message.
  client.core.relayer.events.setMaxListeners(0)
  preventStrayErrors(client)
  refusePlainEnvelopes(client.core.crypto)
  refuseUpdatesOfPages(client)
  const idOn = keepIdsApart(client)
  const link = new RelayLink({
    core: client.core,
    clock,
    page: nodePlatform().page,
    log,
    awaited: true,
  })
  return { client, idOn, up: () => link.up(), end: () => link.end() }
}
