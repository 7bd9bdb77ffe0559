import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainAdapter } from '../../core/wallet/adapter.ts'
import { ContractViolation, settles } from './assert.ts'

const synchronous: ReadonlySet<PropertyKey> = new Set([
  'on',
  'connections',
  'supports',
  'isAddress',
  'normalizeAddress',
  'isMistyped',
])

/**
 * Wraps an adapter. At each call of an asynchronous method, checks that the method doesn't throw,
 * and that its promise settles. The promise may reject only with an error code of the library.
 */
export function watchedAdapter<N extends ChainNamespace>(
  adapter: ChainAdapter<N>,
  timeout: number,
): ChainAdapter<N> {
  return new Proxy(adapter, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target)
      if (typeof member !== 'function') return member
      const call = member.bind(target) as (...values: unknown[]) => unknown
      if (synchronous.has(property)) return call
      return (...values: unknown[]) => {
        let result: unknown
        try {
          result = call(...values)
        } catch (error) {
          throw new ContractViolation(`${String(property)} threw instead of rejecting: ${String(error)}`)
        }
        return settles(result, String(property), timeout)
      }
    },
  })
}
