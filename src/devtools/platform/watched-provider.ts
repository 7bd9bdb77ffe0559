import { walletCall } from './wallet-calls.ts'

type Watching = Parameters<typeof walletCall>[0]
interface Provider {
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>
}

/**
 * Returns a function that wraps EIP-1193 providers and records their requests. For the same provider, it returns the same
 * wrapper.
 */
export function providerWatch(watching: Watching): <P>(provider: P, wallet: string) => P {
  const known = new WeakMap<object, unknown>()
  return <P>(provider: P, wallet: string): P => {
    if (!isProvider(provider)) return provider
    const before = known.get(provider)
    if (before) return before as P
    const request: Provider['request'] = (call) =>
      walletCall(watching, wallet, call?.method, call?.params, () => provider.request(call))
    const watched = new Proxy<object>(
      {},
      // Use an empty object as the target, because a proxy can't change the members of a frozen provider.
      {
        get(_, key) {
          if (key === 'request') return request
          const value: unknown = Reflect.get(provider, key, provider)
          return typeof value === 'function' ? value.bind(provider) : value
        },
        set: (_, key, value) => Reflect.set(provider, key, value, provider),
        has: (_, key) => Reflect.has(provider, key),
        getPrototypeOf: () => Reflect.getPrototypeOf(provider),
      },
    )
    known.set(provider, watched)
    return watched as P
  }
}

function isProvider(value: unknown): value is Provider & object {
  try {
    return typeof value === 'object' && typeof (value as Provider | null)?.request === 'function'
  } catch {
    return false
  }
}
