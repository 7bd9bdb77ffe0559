/**
 * The parts of @walletconnect/universal-provider 2.21.8 that we use, and no others; a test fails when one of them changes. They
 * are written out here, so that hosts need not install the library to use our types.
 */

export interface SessionStruct {
  readonly topic: string
  /** In seconds. */
  readonly expiry: number
  readonly namespaces: Readonly<Record<string, object>>
  readonly self: { readonly publicKey: string }
  readonly peer: { readonly metadata?: unknown }
}

export interface LibraryEvents {
  session_event: {
    topic: string
    params: { chainId: string; event: { name: string; data: unknown } }
  }
  session_update: { topic: string }
  session_delete: { topic: string }
  session_expire: { topic: string }
  session_request_sent: { topic: string; request: object; id: number }
}
type EventName = keyof LibraryEvents

export interface RelayPayload {
  readonly id?: number | string
  readonly method: string
  readonly params?: object
}

export interface Relayer {
  readonly connected: boolean
  readonly connecting: boolean
  /** While it is true the library makes no attempt of its own. */
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
    /** The topics to which it subscribes again after a reconnect. */
    cached?: readonly { readonly topic: string }[]
    start(): Promise<void>
    stop(): Promise<void>
  }
  readonly publisher: { readonly queue: Map<unknown, unknown> }
  readonly events?: { setMaxListeners?(count: number): unknown }
  readonly provider: { connect?(): Promise<void>; on?(event: 'error', listener: () => void): void }
  on(event: string, listener: (payload: never) => void): void
  off(event: string, listener: (payload: never) => void): void
  /** The only part that is not public in the library. Where it is missing, the library connects by its own rules. */
  createProvider?(): Promise<void>
}

/** The two methods of the library's relayer that ours replace. */
export type LibraryRelayer = Pick<Relayer, 'request' | 'transportOpen'>

interface Store<K, T> {
  readonly keys: readonly K[]
  getAll(): readonly T[]
  delete(key: K, reason: { code: number; message: string }): Promise<void>
}

export interface SignClient {
  readonly core: {
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
      /** Opens a message. We look at answers here, before the library does. Undefined for one that the topic's key does not open. */
      decode?(topic: string, message: string, opts?: object): Promise<Envelope | undefined>
    }
    /** What was asked, by either side. */
    readonly history?: {
      readonly records?: ReadonlyMap<
        unknown,
        { readonly id: number; readonly topic: string; readonly request: { readonly method: string } }
      >
    }
    readonly pairing: {
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
  >
  readonly pairing: Store<string, { readonly topic: string; readonly active: boolean }>
  /** Its events settle pending requests. We use them to drop requests without a caller, and to notice ids that are in use. */
  readonly engine: {
    isValidDisconnect?(params: unknown): Promise<void>
    deleteSession?(params: { readonly topic: string }): Promise<void>
    readonly events?: {
      emit(event: string, payload: object): unknown
      on(event: 'newListener', listener: (name: unknown) => void): unknown
      off(event: 'newListener', listener: (name: unknown) => void): unknown
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

/** A client that can have a wallet sign in as it connects. That of a host may be one that cannot. Facts 6.4. */
export interface SignInClient extends SignClient {
  readonly core: SignClient['core'] & {
    readonly crypto: {
      generateSharedKey(self: string, peer: string): Promise<string>
      decode(topic: string, message: string, opts?: object): Promise<Envelope | undefined>
      encode(topic: string, payload: Envelope, opts?: object): Promise<string>
    }
    readonly history: Required<NonNullable<SignClient['core']['history']>>
    readonly relayer: { subscribe(topic: string, opts: object): Promise<unknown> }
  }
  readonly session: SignClient['session'] & { set(topic: string, struct: object): Promise<void> }
  readonly engine: { readonly events: NonNullable<SignClient['engine']['events']> }
  readonly auth: {
    /** Where the answers come, each on a topic of its own. */
    readonly pairingTopics: Store<string, { readonly topic: string; readonly pairingTopic: string }>
    readonly requests: Store<number, { readonly id: number; readonly pairingTopic: string }>
  }
  readonly metadata: object
  authenticate(params: AuthenticateParams): Promise<{
    readonly uri: string
    /** It counts an hour from here. */
    response(): Promise<{ readonly session?: SessionStruct }>
  }>
}

/** What a message is decoded to. */
export interface Envelope {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: object
  readonly result?: unknown
  readonly error?: { readonly code?: unknown } | undefined
}

/** The library adds a version and the time. It has no place for a request id. */
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
