/** What is asked of an endpoint, in whatever protocol. */
export interface EndpointCall {
  /** Equal calls have equal texts. */
  readonly text: string
  /**
   * A `read` may be repeated, and shared by who asks the same. A `broadcast` carries what is the same however often it arrives:
   * it may be repeated. A `write` is delivered exactly once, whatever comes of it.
   */
  readonly kind: 'read' | 'broadcast' | 'write'
}

/** One endpoint, one attempt a call. */
export interface EndpointClient<C extends EndpointCall> {
  readonly host: string
  /** Calls of one tick may travel together. */
  request(call: C, signal?: AbortSignal): Promise<unknown>
  /** Travels alone, exactly once. */
  deliver(call: C, signal?: AbortSignal): Promise<unknown>
}
