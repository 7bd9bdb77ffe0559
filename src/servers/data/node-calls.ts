import { parseExactJson } from '../../core/exact-json.ts'

/** Sends one body of JSON-RPC to a node and gives the text of its answer. Whoever serves brings it, with its timeout. */
export type PostToNode = (body: string, signal?: AbortSignal) => Promise<string>

export interface NodeCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** What a node answered to one call of several; integers that a double cannot hold are texts of their digits. */
export type NodeOutcome<T> = { readonly result: T } | { readonly error: string }

/** As many as nodes take in one batch. */
const longestBatch = 500

/** What the service throws when a node does not answer, or refuses what it must answer. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
}

/** Calls to one node, sent in batches. */
export class NodeCalls {
  readonly #post: PostToNode

  constructor(post: PostToNode) {
    this.#post = post
  }

  /** @throws NodeFailure also when the node refuses the call. */
  async call<T>(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<T> {
    const [outcome] = await this.all<T>([{ method, params }], signal)
    return resultOf(outcome)
  }

  /** The outcomes in the order of the calls. @throws NodeFailure */
  async all<T>(calls: readonly NodeCall[], signal?: AbortSignal): Promise<readonly NodeOutcome<T>[]> {
    const outcomes: NodeOutcome<T>[] = []
    for (let at = 0; at < calls.length; at += longestBatch)
      outcomes.push(...(await this.#batch<T>(calls.slice(at, at + longestBatch), signal)))
    return outcomes
  }

  async #batch<T>(calls: readonly NodeCall[], signal?: AbortSignal): Promise<readonly NodeOutcome<T>[]> {
    const batch = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    const answers = parsed(await this.#post(JSON.stringify(batch), signal))
    const byId = new Map(answers.map((answer) => [Number(answer.id), answer]))
    return calls.map(({ method }, id) => {
      const answer = byId.get(id)
      if (!answer) throw new NodeFailure(`The node did not answer ${method}`)
      return answer.error
        ? { error: `The node refused ${method}: ${String(Object(answer.error).message)}` }
        : { result: answer.result as T }
    })
  }
}

/** @throws NodeFailure for what is no result. */
export function resultOf<T>(outcome: NodeOutcome<T> | undefined): T {
  if (outcome && 'result' in outcome) return outcome.result
  throw new NodeFailure(outcome?.error ?? 'The node did not answer')
}

function parsed(text: string): readonly { id?: unknown; result?: unknown; error?: unknown }[] {
  let answers: unknown
  try {
    answers = parseExactJson(text)
  } catch {
    throw new NodeFailure('The node answered what is no JSON')
  }
  if (Array.isArray(answers)) return answers
  throw new NodeFailure('The node does not answer batches')
}
