import type { Adapters } from '../controllers/wallet/adapters.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { AdapterContext, AnyAdapterFactory, ChainAdapter } from '../core/wallet/adapter.ts'

export interface AdapterPool extends Adapters {
  dispose(): Promise<void>
}

/** Makes each adapter when it is first asked for, once; a failed attempt may be repeated. */
export function createAdapterPool(
  factories: readonly AnyAdapterFactory[],
  context: AdapterContext,
): AdapterPool {
  const made = new Map<ChainNamespace, Promise<ChainAdapter>>()
  const listeners = new Set<(adapter: ChainAdapter) => void>()
  const ready: ChainAdapter[] = []
  let disposed = false

  async function make(namespace: ChainNamespace): Promise<ChainAdapter> {
    const factory = factories.find((one) => one.namespace === namespace)
    if (!factory) throw latchkeyError('config/no-adapter', { values: { namespace } })
    const adapter = (await factory.create(context)) as ChainAdapter
    if (disposed) {
      await adapter.dispose()
      throw latchkeyError('config/disposed')
    }
    ready.push(adapter)
    for (const listener of listeners) listener(adapter)
    return adapter
  }

  return {
    namespaces: factories.map(({ namespace }) => namespace),
    async get(namespace) {
      if (disposed) throw latchkeyError('config/disposed')
      let adapter = made.get(namespace)
      if (!adapter) {
        adapter = make(namespace)
        made.set(namespace, adapter)
        adapter.catch(() => made.delete(namespace))
      }
      return adapter as never
    },
    onCreated(listener) {
      for (const adapter of ready) listener(adapter)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async dispose() {
      disposed = true
      await Promise.allSettled([...made.values()].map(async (adapter) => (await adapter).dispose()))
      made.clear()
    },
  }
}
