/** A request to an endpoint. Its form is the same for all protocols. */
export interface EndpointCall {
  /** The text that identifies the call. Equal calls have equal texts. */
  readonly text: string
  /** The method or the path. Used in errors. */
  readonly name: string
  /**
   * A `read` or a `broadcast` may be retried and shared among identical calls. A `broadcast` is idempotent. A `write` is sent
   * exactly once, even if it fails.
   */
  readonly kind: 'read' | 'broadcast' | 'write'
  /** Whether a `read` is never shared, because each caller needs an answer of its own. Default: false. */
  readonly own?: boolean | undefined
  /** Whether two endpoints may get the call at the same time. */
  readonly hedged: boolean
}

/** A client for one endpoint that never retries. */
export interface EndpointClient<C extends EndpointCall> {
  readonly host: string
  /** Sends the call. May put all calls of one tick into a batch. */
  request(call: C, signal?: AbortSignal): Promise<unknown>
  /** Sends the call without a batch, exactly once. */
  deliver(call: C, signal?: AbortSignal): Promise<unknown>
}
