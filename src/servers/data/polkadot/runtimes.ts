import { loadRuntime, type Runtime, readSpecVersion } from '../../../adapters/polkadot/chain/runtime.ts'
import type { Hex } from '../../../core/chain/caip.ts'
import type { NodeCalls } from '../node-calls.ts'

/** The port through which the adapter's code sends requests. */
type Port = Parameters<typeof loadRuntime>[0]
type Asking = Parameters<Port['request']>

/**
 * The maximum number of runtimes in memory. The metadata of a runtime is large. While the index catches up, it needs an older
 * runtime than the balances need.
 */
const mostKept = 2

/** The runtimes of a chain. A chain replaces its runtime a few times a year. */
export class Runtimes {
  readonly #port: Port
  readonly #kept = new Map<number, Promise<Runtime>>()

  constructor(node: NodeCalls) {
    this.#port = rpcPort(node)
  }

  /** Returns the runtime of the newest block. */
  newest(signal?: AbortSignal): Promise<Runtime> {
    return this.#load(undefined, signal)
  }

  /**
   * Returns for each block the runtime that encoded the block.
   * @param parents The hashes of the blocks' parents, in the order of the chain.
   */
  async after(parents: readonly string[], signal: AbortSignal): Promise<readonly Runtime[]> {
    const [first, last] = [parents[0], parents.at(-1)] as (Hex | undefined)[]
    if (first === undefined || last === undefined) return []
    const versions = await Promise.all([first, last].map((at) => readSpecVersion(this.#port, at, { signal })))
    if (versions[0] === versions[1]) {
      const runtime = await this.#load(first, signal)
      return parents.map(() => runtime)
    }
    const found: Runtime[] = []
    for (const parent of parents) found.push(await this.#load(parent as Hex, signal))
    return found
  }

  async #load(at: Hex | undefined, signal?: AbortSignal): Promise<Runtime> {
    const version = await readSpecVersion(this.#port, at, { signal })
    const known = this.#kept.get(version)
    if (known) return known
    // Takes no abort signal, because other requests may wait for the same runtime.
    const loading = loadRuntime(this.#port, at)
    this.#kept.set(version, loading)
    loading.catch(() => this.#kept.delete(version))
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break
      this.#kept.delete(oldest)
    }
    return loading
  }
}

export function rpcPort(node: NodeCalls): Port {
  return {
    request: <T>({ method, params = [] }: Asking[0], opts?: Asking[1]) =>
      node.call<T>(method, params as readonly unknown[], opts?.signal),
  }
}
