/**
 * The parts of @walletconnect/universal-provider 2.21.8 that Latchkey uses. A test fails if one of them changes. The types are
 * declared here, so that hosts can use Latchkey's types without installing the library.
 */

import type { LibraryStorage } from './storage.ts'

export interface SessionStruct {
  readonly topic: string
  /** Unix time in seconds. */
  readonly expiry: number
  readonly namespaces: Readonly<Record<string, object>>
  readonly self: { readonly publicKey: string }
  readonly peer: { readonly metadata?: unknown; readonly publicKey?: string }
  readonly pairingTopic?: string
}

export interface LibraryEvents {
  session_event: {
    topic: string
    params: { chainId: string; event: { name: string; data: unknown } }
  }
  session_update: { topic: string }
  /** `id` is the id of the wallet's request. It is 0 if the library removes the session itself. */
  session_delete: { topic: string; id?: number }
  session_expire: { topic: string }
  session_request_sent: { topic: string; request: object; id: number }
}
type EventName = keyof LibraryEvents

export interface RelayPayload {
  readonly id?: number | string
  readonly method: string
  readonly params?: object
}

/** An encrypted message from the relay. */
export interface RelayMessage {
  readonly topic: string
  readonly message: string
  /** Unix time in ms. */
  readonly publishedAt: number
  readonly transportType: 'relay'
}

export interface Relayer {
  readonly connected: boolean
  readonly connecting: boolean
  /** While this is true, the library doesn't connect by itself. */
  transportExplicitlyClosed: boolean
  request(payload: RelayPayload): Promise<unknown>
  publish(topic: string, message: string, opts?: object): Promise<void>
  transportOpen(url?: string): Promise<void>
  transportClose(): Promise<void>
  transportDisconnect(): Promise<void>
  unsubscribe(topic: string): Promise<void>
  readonly subscriber: {
    readonly hasAnyTopics: boolean
    readonly topics: readonly string[]
    readonly pending: Map<string, unknown>
    readonly subscriptions: Map<string, unknown>
    readonly topicMap: { get(topic: string): readonly string[]; delete(topic: string, id: string): void }
    readonly events: { emit(event: 'subscription_deleted', payload: object): unknown }
    /** The topics to subscribe to again after a reconnect. */
    cached?: readonly { readonly topic: string }[]
    start(): Promise<void>
    stop(): Promise<void>
  }
  readonly publisher: { readonly queue: Map<unknown, unknown> }
  readonly events?: {
    setMaxListeners?(count: number): unknown
    emit?(event: string, payload: object): unknown
  }
  /** The recorded messages, by topic and hash. */
  readonly messages?: { get(topic: string): Readonly<Record<string, string>> }
  /** An empty object until the first connection. */
  provider: RelayProvider
  on(event: string, listener: (payload: never) => void): void
  off(event: string, listener: (payload: never) => void): void
  publishCustom?(params: { readonly payload: object; readonly opts?: object }): Promise<void>
  /** Throws if the browser reports that the device is offline. */
  confirmOnlineStateOrThrow?(): Promise<void>
  /** Handles messages that were fetched from the relay. */
  handleBatchMessageEvents?(messages: object[]): Promise<void>
  /** Handles a message from the relay. The library calls this for each message. */
  onMessageEvent?(message: RelayMessage): Promise<void>
  /** Tells the relay that a message arrived. The library calls this before it records the message. */
  acknowledgePayload?(payload: RelayPayload): Promise<void>
  /**
   * Private functions of the library. We call them to open a second socket before the first is closed. If one is missing, the
   * library opens and closes its sockets itself.
   */
  createProvider?(): Promise<void>
  registerProviderListeners?(): void
  unregisterProviderListeners?(): void
}

/** A socket to the relay, and the calls over this socket. */
export interface RelayProvider {
  readonly connection?: { readonly socket?: { terminate?(): void } | undefined }
  readonly events?: { emit(event: 'connect'): unknown }
  connect?(): Promise<void>
  disconnect?(): Promise<void>
  request?(payload: RelayPayload): Promise<unknown>
  on?(event: 'error' | 'payload', listener: () => void): void
  off?(event: 'error' | 'payload', listener: () => void): void
}

/** The relayer methods that we replace. */
export type LibraryRelayer = Pick<Relayer, 'request' | 'transportOpen'>

interface Store<K, T> {
  readonly storageKey?: string
  readonly keys: readonly K[]
  getAll(): readonly T[]
  delete(key: K, reason: { code: number; message: string }): Promise<void>
}

export interface SignClient {
  readonly core: {
    readonly storage?: LibraryStorage
    readonly relayer: Relayer
    readonly heartbeat: {
      init(): Promise<void>
      stop(): void
      readonly events: { emit(event: string): unknown }
    }
    readonly verify: { register: (params: never) => Promise<unknown> }
    readonly expirer: {
      set(target: string | number, expiry: number): void
      del(target: string | number): void
    }
    readonly crypto: {
      getClientId(): Promise<string>
      deleteSymKey(topic: string): Promise<void>
      deleteKeyPair(publicKey: string): Promise<void>
      readonly keychain: { readonly keychain: ReadonlyMap<string, string> }
      /**
       * Decrypts a message. We replace this function to read answers before the library does. Returns undefined if the topic's
       * key can't decrypt the message.
       */
      decode?(topic: string, message: string, opts?: object): Promise<Envelope | undefined>
      encode?(topic: string, payload: Envelope, opts?: object): Promise<string>
      generateSharedKey?(self: string, peer: string): Promise<string>
    }
    /** The requests that the page and the wallet have sent. */
    readonly history?: {
      readonly records?: ReadonlyMap<
        unknown,
        {
          readonly id: number
          readonly topic: string
          readonly request: { readonly method: string; readonly params?: unknown }
        }
      >
    }
    readonly pairing: {
      /** Marks a pairing as used, and extends the time until the pairing expires. */
      activate?(params: { readonly topic: string }): Promise<void>
      updateExpiry?(params: { readonly topic: string; readonly expiry: number }): Promise<void>
      readonly events: {
        on(event: 'pairing_create', listener: (pairing: { topic: string }) => void): void
        off(event: 'pairing_create', listener: (pairing: { topic: string }) => void): void
      }
    }
  }
  readonly session: Store<string, SessionStruct>
  readonly proposal: Store<
    number,
    { readonly id: number; readonly pairingTopic: string; readonly proposer: { readonly publicKey: string } }
  > & { update?(key: number, change: { readonly expiryTimestamp: number }): Promise<void> }
  readonly pairing: Store<
    string,
    { readonly topic: string; readonly active: boolean /** In Unix seconds. */; readonly expiry?: number }
  >
  /** The events of this engine settle pending requests. We use them to drop requests without a caller, and to find ids in use. */
  readonly engine: {
    isValidDisconnect?(params: unknown): Promise<void>
    deleteSession?(params: { readonly topic: string }): Promise<void>
    sendResult?(params: object): Promise<void>
    /** Handles a wallet's approval of a proposal. Creates the session's key and subscribes to the session's topic. */
    onSessionProposeResponse?(topic: string, payload: Envelope, transportType: 'relay'): Promise<void>
    readonly events?: {
      emit(event: string, payload: object): unknown
      on(event: string, listener: (payload: never, listener?: unknown) => void): unknown
      off(event: string, listener: (payload: never, listener?: unknown) => void): unknown
      listenerCount(event: string): number
    }
  }
  connect(params: {
    optionalNamespaces: object
  }): Promise<{ uri?: string; approval(): Promise<SessionStruct> }>
  request(params: {
    topic: string
    chainId: string
    request: { method: string; params: unknown }
    expiry?: number
  }): Promise<unknown>
  disconnect(params: { topic: string; reason: { code: number; message: string } }): Promise<void>
  on<E extends EventName>(event: E, listener: (payload: LibraryEvents[E]) => void): unknown
  off<E extends EventName>(event: E, listener: (payload: LibraryEvents[E]) => void): unknown
}

/** A client that supports sign-in while connecting (S3.6.4). The host's own client may not support it. */
export interface SignInClient extends SignClient {
  readonly core: SignClient['core'] & {
    readonly crypto: {
      generateSharedKey(self: string, peer: string): Promise<string>
      decode(topic: string, message: string, opts?: object): Promise<Envelope | undefined>
      encode(topic: string, payload: Envelope, opts?: object): Promise<string>
      readonly keychain: { readonly storageKey?: string; set(id: string, key: string): Promise<void> }
    }
    readonly history: Required<NonNullable<SignClient['core']['history']>>
    readonly relayer: { subscribe(topic: string, opts: object): Promise<unknown> }
  }
  readonly session: SignClient['session'] & { set(topic: string, struct: object): Promise<void> }
  readonly engine: { readonly events: NonNullable<SignClient['engine']['events']> }
  readonly auth: {
    /** The topics on which the answers arrive, one per pairing. */
    readonly pairingTopics: Store<string, { readonly topic: string; readonly pairingTopic: string }>
    readonly requests: Store<number, { readonly id: number; readonly pairingTopic: string }>
  }
  readonly metadata: object
  authenticate(params: AuthenticateParams): Promise<{
    readonly uri: string
    /** Waits for the wallet's answer. Starts the library's time limit of one hour. */
    response(): Promise<{ readonly session?: SessionStruct }>
  }>
}

/** A decoded message. */
export interface Envelope {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: object
  readonly result?: unknown
  readonly error?: { readonly code?: unknown } | undefined
}

/** The parameters of a sign-in request. The library adds the version and the time. It doesn't support a request id. */
export interface AuthenticateParams {
  readonly chains: readonly string[]
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly statement?: string | undefined
  readonly exp?: string | undefined
  readonly nbf?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
export const userDisconnected = { code: 6000, message: 'User disconnected.' }
export const methodUnsupported = { code: 10_001, message: 'Unsupported wc_ method.' }
