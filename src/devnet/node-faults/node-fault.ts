/** A call in a request. `method` is a JSON-RPC method. On bip122, `method` is the HTTP method and the path, such as `GET /fee-estimates`. */
export interface FaultCall {
  readonly method: string
  /** The JSON-RPC parameters, or the HTTP body. */
  readonly params?: unknown
}

export interface FaultRequest {
  /** Empty for a preflight. */
  readonly calls: readonly FaultCall[]
  readonly isBatch: boolean
  readonly isPreflight: boolean
  /** The origin of the page that sent the request; undefined for a program. */
  readonly origin: string | undefined
  /** The path and the query. */
  readonly path: string
}

/** The result of a call. On bip122, `result` is the body, parsed if it is a JSON object or list. */
export type FaultOutcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

export interface FaultReply {
  /** Default: 200. */
  readonly status?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body: string
  /** If true, the connection is closed after half of the body. */
  readonly cut?: boolean | undefined
  /** If true, the reply lacks the headers that let pages read it (CORS). */
  readonly noCors?: boolean | undefined
}

/** `hang`: no answer. `reset`: the connection is closed. */
export type FaultAnswer = FaultReply | 'hang' | 'reset'

/** Asks the node without any fault. */
export type AskNode = (call: FaultCall) => Promise<FaultOutcome>

/** A way in which a node misbehaves. A hook can also leave everything unchanged. */
export interface NodeFault {
  /** Answers a whole request in place of the node. If this hook returns undefined, the next fault or the node answers. */
  request?(request: FaultRequest, ask: AskNode): FaultAnswer | undefined | Promise<FaultAnswer | undefined>
  /** Returns the outcome of a call. `next` asks the next fault or the node. */
  call?(
    call: FaultCall,
    next: (call?: FaultCall) => Promise<FaultOutcome>,
    ask: AskNode,
  ): FaultOutcome | Promise<FaultOutcome>
  /** Changes the reply of the previous faults or of the node. */
  reply?(reply: FaultReply, request: FaultRequest): FaultAnswer | Promise<FaultAnswer>
  /** Called when the fault is removed or the proxy stops. Drops what the fault holds, such as transactions. */
  stop?(): void
}

/** The error that `call` throws to end the whole request. */
export class FaultAbort extends Error {
  override readonly name = 'FaultAbort'
  constructor(readonly answer: FaultAnswer) {
    super('The node fault ends the request')
  }
}

/** A named fault. */
export interface FaultRow {
  /** What the node does. The docs and the help show this text. */
  readonly text: string
  /** The argument and its default in words, for the docs. Undefined if the fault has no argument. */
  readonly argument?: string | undefined
  /** @throws `InvalidArgument` */
  create(argument: string | undefined): NodeFault
}

/** The error for an argument that the fault doesn't accept. */
export class InvalidArgument extends Error {}

export function numberArgument(text: string | undefined, fallback: number, least = 1): number {
  if (text === undefined) return fallback
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw new InvalidArgument(`needs a whole number from ${least} on`)
}

/** Returns the argument if it is one of the words. Without an argument, returns the first word. */
export function wordArgument<T extends string>(text: string | undefined, words: readonly T[]): T {
  const found = words.find((word) => word === (text ?? words[0]))
  if (found !== undefined) return found
  throw new InvalidArgument(`needs one of ${words.join(', ')}`)
}

export function failure(code: number, message: string, data?: unknown): FaultOutcome {
  return { error: { code, message, ...(data !== undefined && { data }) } }
}

/** Returns a JSON-RPC error without a call's id. Servers in front of nodes answer like this. */
export function errorBody(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })
}
