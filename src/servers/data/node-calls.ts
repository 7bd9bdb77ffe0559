import { parseExactJson } from '../../core/json/exact-json.ts'

/** Posts a JSON-RPC body to a node and returns the response text. The server injects it, with a timeout. */
export type PostToNode = (body: string, signal?: AbortSignal) => Promise<string>

export interface NodeCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** A node's result for one call of a batch. Integers too large for a double are strings of digits. */
export type NodeOutcome<T> = { readonly result: T } | { readonly error: string }

/** Maximum calls per batch that nodes accept. */
const longestBatch = 500
/** In characters. Clients see it. */
const longestMessage = 500

/** Thrown when a node does not answer, or refuses a call that must succeed. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'

  constructor(
    message: string,
    /** Set if the node is busy, with its `Retry-After`. */
    readonly busy?: { readonly retryAfter?: string | undefined } | undefined,
  ) {
    super(message)
  }
}

/** Batches calls to one node. */
export class NodeCalls {
  readonly #post: PostToNode

  constructor(post: PostToNode) {
    this.#post = post
  }

  /** @throws NodeFailure when the node fails or refuses the call. */
  async call<T>(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<T> {
    const [outcome] = await this.all<T>([{ method, params }], signal)
    return resultOf(outcome)
  }

  /** Outcomes in the order of the calls. @throws NodeFailure */
  async all<T>(calls: readonly NodeCall[], signal?: AbortSignal): Promise<readonly NodeOutcome<T>[]> {
    const outcomes: NodeOutcome<T>[] = []
    for (let at = 0; at < calls.length; at += longestBatch)
      outcomes.push(...(await this.#batch<T>(calls.slice(at, at + longestBatch), signal)))
    return outcomes
  }

  async #batch<T>(calls: readonly NodeCall[], signal?: AbortSignal): Promise<readonly NodeOutcome<T>[]> {
    const batch = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    const answers = parsed(await this.#post(JSON.stringify(batch), signal))
    const byId = new Map(
      answers.flatMap((answer) => (isAnswer(answer) ? [[Number(answer.id), answer] as const] : [])),
    )
    return calls.map(({ method }, id) => {
      const answer = byId.get(id)
      if (!answer) throw new NodeFailure(`The node did not answer ${method}`)
      return answer.error
        ? { error: `The node refused ${method}: ${messageOf(answer.error)}` }
        : { result: answer.result as T }
    })
  }
}

/** @throws NodeFailure when the outcome is an error or missing. */
export function resultOf<T>(outcome: NodeOutcome<T> | undefined): T {
  if (outcome && 'result' in outcome) return outcome.result
  throw new NodeFailure(outcome?.error ?? 'The node did not answer')
}

function messageOf(error: unknown): string {
  const { message } = Object(error) as { readonly message?: unknown }
  return typeof message === 'string' ? message.slice(0, longestMessage) : 'it gave no reason'
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

function parsed(text: string): readonly unknown[] {
  let answers: unknown
  try {
    answers = parseExactJson(text)
  } catch {
    throw new NodeFailure('The node answered what is no JSON')
  }
  if (Array.isArray(answers)) return answers
  throw new NodeFailure('The node does not answer batches')
}
