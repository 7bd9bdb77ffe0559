import type { Adapters } from '../controllers/wallet/adapters.ts'
import { loadEach } from '../core/async/load-once.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { AdapterContext, AnyAdapterFactory, ChainAdapter } from '../core/wallet/adapter.ts'

export interface AdapterPool extends Adapters {
  dispose(): Promise<void>
}

/** Creates the adapter of a family for which the host passed none. This adapter works only with WalletConnect sessions. */
async function sessionOnly(namespace: ChainNamespace, context: AdapterContext): Promise<ChainAdapter> {
  return (await import('../adapters/session-only/adapter.ts')).sessionOnlyAdapter(namespace, context)
}

/**
 * Creates each adapter at its first use, and passes it to `watch` before any caller gets it. After a failure, the next call
 * tries again.
 */
export function createAdapterPool(
  factories: readonly AnyAdapterFactory[],
  context: AdapterContext,
  watch: (adapter: ChainAdapter) => Promise<void>,
): AdapterPool {
  const listeners = new Set<(adapter: ChainAdapter) => void>()
  const ready: ChainAdapter[] = []
  let disposed = false

  const made = loadEach(async (namespace: ChainNamespace): Promise<ChainAdapter> => {
    const factory = factories.find((one) => one.namespace === namespace)
    const adapter = await (factory ? factory.create(context) : sessionOnly(namespace, context))
    try {
      await watch(adapter)
    } catch (error) {
      // The next call creates another adapter.
      await adapter.dispose().catch(() => {})
      throw error
    }
    if (disposed) {
      await adapter.dispose()
      throw latchkeyError('config/disposed')
    }
    ready.push(adapter)
    for (const listener of listeners) listener(adapter)
    return adapter
  })

  return {
    namespaces: factories.map(({ namespace }) => namespace),
    async get(namespace) {
      if (disposed) throw latchkeyError('config/disposed')
      return made.load(namespace) as never
    },
    onCreated(listener) {
      for (const adapter of ready) listener(adapter)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async dispose() {
      disposed = true
      await Promise.allSettled(made.all().map(async (adapter) => (await adapter).dispose()))
    },
  }
}
