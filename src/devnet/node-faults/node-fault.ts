/** One call of a request: a JSON-RPC method, or the HTTP method and the path on bip122, such as `GET /fee-estimates`. */
export interface FaultCall {
  readonly method: string
  /** The JSON-RPC parameters, or the HTTP body. */
  readonly params?: unknown
}

export interface FaultRequest {
  /** Empty for a preflight. */
  readonly calls: readonly FaultCall[]
  readonly isBatch: boolean
  /** Whether it is a browser's CORS preflight. */
  readonly isPreflight: boolean
  /** The origin of the page that asks. Undefined for a program. */
  readonly origin: string | undefined
  /** The path with its query, as it was requested. */
  readonly path: string
}

/** The result of one call. On bip122, `result` is the body, parsed if it is a JSON object or list. */
export type FaultOutcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

export interface FaultReply {
  /** Default: 200. */
  readonly status?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body: string
  /** Closes the connection after half of the body. */
  readonly cut?: boolean | undefined
  /** Whether the headers that allow pages to read the reply are missing. */
  readonly noCors?: boolean | undefined
}

/** `hang` never answers; `reset` closes the connection. */
export type FaultAnswer = FaultReply | 'hang' | 'reset'

/** Asks the node itself, past all faults. */
export type AskNode = (call: FaultCall) => Promise<FaultOutcome>

/** A way in which a node misbehaves. A hook may also pass on its input unchanged. */
export interface NodeFault {
  /** Answers a whole request in the node's place. Undefined passes it on. */
  request?(request: FaultRequest, ask: AskNode): FaultAnswer | undefined | Promise<FaultAnswer | undefined>
  /** Decides the outcome of one call. `next` asks the node, through the faults that follow. */
  call?(
    call: FaultCall,
    next: (call?: FaultCall) => Promise<FaultOutcome>,
    ask: AskNode,
  ): FaultOutcome | Promise<FaultOutcome>
  /** Changes the reply of the node, or of the faults before. */
  reply?(reply: FaultReply, request: FaultRequest): FaultAnswer | Promise<FaultAnswer>
  /** Drops what the fault still holds, such as transactions that it hasn't delivered. */
  stop?(): void
}

/** Thrown by `call` to end the whole request with this answer. */
export class FaultAbort extends Error {
  override readonly name = 'FaultAbort'
  constructor(readonly answer: FaultAnswer) {
    super('The node fault ends the request')
  }
}

/** A row of the table of faults. */
export interface FaultRow {
  /** What the node does. Shown in the docs and in the help. */
  readonly text: string
  /** The argument after the colon, with its default in words. Absent: there is none. */
  readonly argument?: string | undefined
  /** @throws `InvalidArgument` */
  create(argument: string | undefined): NodeFault
}

/** The fault doesn't accept this argument. */
export class InvalidArgument extends Error {}

/** Reads an argument that must be a whole number of at least `least`. */
export function numberArgument(text: string | undefined, fallback: number, least = 1): number {
  if (text === undefined) return fallback
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw new InvalidArgument(`needs a whole number from ${least} on`)
}

/** Reads an argument that must be one of these words. The first is the default. */
export function wordArgument<T extends string>(text: string | undefined, words: readonly T[]): T {
  const found = words.find((word) => word === (text ?? words[0]))
  if (found !== undefined) return found
  throw new InvalidArgument(`needs one of ${words.join(', ')}`)
}

/** Returns a JSON-RPC error as an outcome. */
export function failure(code: number, message: string, data?: unknown): FaultOutcome {
  return { error: { code, message, ...(data !== undefined && { data }) } }
}

/** Returns a JSON-RPC error without the id of a call, as servers in front of nodes answer. */
export function errorBody(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })
}
