import { parseExactJson } from '../../core/json/exact-json.ts'
import { answeredError } from '../../transport/json-rpc/endpoint-errors.ts'
import { answersById } from '../../transport/json-rpc/json-rpc-answer.ts'
import { fewAtOnce } from './few-at-once.ts'

/** Posts a JSON-RPC body to a node and returns the text of the answer. */
export type PostToNode = (body: string, signal?: AbortSignal) => Promise<string>

export interface NodeCall {
  readonly method: string
  readonly params: readonly unknown[] | Readonly<Record<string, unknown>>
}

/** A node's answer to one call of a batch. An integer that is too large for a double is a string of digits. */
export type NodeOutcome<T> =
  | { readonly result: T }
  | {
      readonly error: string
      /** Whether the node is too busy for the call, or can't answer it for another reason, such as missing data. */
      readonly node?: 'busy' | 'unable' | undefined
      readonly exceeded?: NodeFailure['exceeded']
    }

/** The maximum number of calls per batch. Most nodes accept this number. */
const longestBatch = 500
/** The maximum length in characters of a node's error message that clients get. */
const longestMessage = 500

/** The error of a node that doesn't answer, or refuses a call that must succeed. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
  /** Defined if the node is busy. `retryAfter` is the node's `Retry-After` header. */
  readonly busy: { readonly retryAfter?: string | undefined } | undefined
  /**
   * Whether the node answered with an error or an unusable text, or left calls unanswered. The calls of a batch may then succeed
   * one by one.
   */
  readonly refused: boolean
  /** The limit of the service that the answer exceeded, if any. */
  readonly exceeded: 'size' | 'time' | undefined

  constructor(
    message: string,
    { busy, refused = false, exceeded }: Partial<Pick<NodeFailure, 'busy' | 'refused' | 'exceeded'>> = {},
  ) {
    super(message)
    this.busy = busy
    this.refused = refused
    this.exceeded = exceeded
  }
}

/** Batches calls to one node. */
export class NodeCalls {
  readonly #post: PostToNode

  constructor(post: PostToNode) {
    this.#post = post
  }

  /** @throws NodeFailure when the node fails or refuses the call. */
  async call<T>(method: string, params: NodeCall['params'], signal?: AbortSignal): Promise<T> {
    const [outcome] = await this.all<T>([{ method, params }], signal)
    return resultOf(outcome)
  }

  /** Returns the outcomes in the order of the calls. @throws NodeFailure */
  async all<T>(calls: readonly NodeCall[], signal?: AbortSignal): Promise<readonly NodeOutcome<T>[]> {
    const outcomes: NodeOutcome<T>[] = []
    for (let at = 0; at < calls.length; at += longestBatch)
      outcomes.push(...(await this.#batch<T>(calls.slice(at, at + longestBatch), signal)))
    return outcomes
  }

  async #batch<T>(calls: readonly NodeCall[], signal?: AbortSignal): Promise<readonly NodeOutcome<T>[]> {
    // Sends a single call without a batch, because some nodes refuse every batch.
    const answers = calls.length > 1 ? await this.#answersTo(calls, signal) : undefined
    if (answers) return calls.map(({ method }, id) => outcomeOf<T>(method, answers.get(String(id))))
    const outcomes: NodeOutcome<T>[] = []
    await fewAtOnce(calls, async (call, at) => {
      outcomes[at] = await this.#alone<T>(call, signal)
    })
    return outcomes
  }

  /** Returns the answers by id; undefined if the node refuses the batch as a whole. */
  async #answersTo(
    calls: readonly NodeCall[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, unknown> | undefined> {
    const batch = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    try {
      const answers = parsed(await this.#post(JSON.stringify(batch), signal))
      return Array.isArray(answers) ? answersById(answers.filter(isAnswer), 0, calls.length) : undefined
    } catch (error) {
      if (error instanceof NodeFailure && error.refused) return undefined
      throw error
    }
  }

  async #alone<T>({ method, params }: NodeCall, signal?: AbortSignal): Promise<NodeOutcome<T>> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
    const answer = parsed(await this.#post(body, signal))
    const { id, error } = Object(answer) as Partial<Answer>
    // A node that can't parse a call answers with an error without the call's id.
    const isOurs = isAnswer(answer) ? String(id) === '0' : Boolean(error)
    return outcomeOf<T>(method, isOurs ? answer : undefined)
  }
}

function outcomeOf<T>(method: string, answer: unknown): NodeOutcome<T> {
  if (answer === undefined) throw new NodeFailure(`The node did not answer ${method}`, { refused: true })
  const { result, error } = answer as Answer
  if (!error) return { result: result as T }
  const refusal = { error: `The node refused ${method}: ${messageOf(error)}` }
  return { ...refusal, node: stateIn(method, error) }
}

/**
 * Returns whether the error is about the node; undefined if it is about the call. A contract chooses the text of a revert and how
 * long its code runs, so a revert and a time limit aren't about the node.
 */
function stateIn(method: string, error: unknown): 'busy' | 'unable' | undefined {
  const { data } = Object(error) as { readonly data?: unknown }
  if (/revert|time[d -]*out/i.test(`${messageOf(error)} ${typeof data === 'string' ? data : ''}`))
    return undefined
  const { code } = answeredError(error, method, { host: '' })
  if (code === 'rpc/limit-exceeded') return 'busy'
  return /^rpc\/(unavailable|not-kept|refused)$/.test(code) ? 'unable' : undefined
}

/**
 * @throws NodeFailure when the node was too busy for one of the calls or couldn't answer it, so that the caller doesn't count the
 * answer as missing.
 */
export function refuseUnable(outcomes: readonly (NodeOutcome<unknown> | undefined)[]): void {
  for (const outcome of outcomes)
    if (outcome && 'error' in outcome && outcome.node)
      throw new NodeFailure(outcome.error, outcome.node === 'busy' ? { busy: {} } : {})
}

/** @throws NodeFailure when the outcome is an error, or is missing. */
export function resultOf<T>(outcome: NodeOutcome<T> | undefined): T {
  if (outcome && 'result' in outcome) return outcome.result
  throw new NodeFailure(outcome?.error ?? 'The node did not answer')
}

function messageOf(error: unknown): string {
  const { message, data } = Object(error) as { readonly message?: unknown; readonly data?: unknown }
  if (typeof message !== 'string') return 'it gave no reason'
  // CometBFT gives the reason in `data`.
  const reason = message === 'Internal error' && typeof data === 'string' ? `${message}: ${data}` : message
  return reason.slice(0, longestMessage)
}

interface Answer {
  readonly id: number | string
  readonly result?: unknown
  readonly error?: unknown
}

function isAnswer(value: unknown): value is Answer {
  const { id } = Object(value) as { readonly id?: unknown }
  return typeof id === 'number' || typeof id === 'string'
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    throw new NodeFailure("The node answered with text that isn't JSON", { refused: true })
  }
}
