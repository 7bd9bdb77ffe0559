/** A request to an endpoint, independent of the protocol. */
export interface EndpointCall {
  /** Identifies the call: equal calls have equal texts. */
  readonly text: string
  /** The method or the path, for errors. */
  readonly name: string
  /**
   * A `read` may be retried and shared among identical calls. A `broadcast` is idempotent and may be retried. A `write` is sent
   * exactly once, even if it fails.
   */
  readonly kind: 'read' | 'broadcast' | 'write'
  /** Whether two endpoints may be asked at the same time. */
  readonly hedged: boolean
}

/** A client for one endpoint that never retries. */
export interface EndpointClient<C extends EndpointCall> {
  readonly host: string
  /** May batch the calls of one tick. */
  request(call: C, signal?: AbortSignal): Promise<unknown>
  /** Sends the call on its own, exactly once. */
  deliver(call: C, signal?: AbortSignal): Promise<unknown>
}
