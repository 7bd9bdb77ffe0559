import type { offlineSigners } from '../../wallets/cosmos/offline-signer.ts'
import type { WalletBridge, WalletShape } from './shape.ts'

/**
 * Injects wallets into a page, as an extension does. The keys stay in another process. This function runs before the page's own
 * scripts. It is sent to the page as source text, so it can't use anything outside itself.
 */
export function injectWallets(
  shapes: readonly WalletShape[],
  bridge: WalletBridge,
  signersOf: typeof offlineSigners,
): void {
  type Listener = (payload: unknown) => void
  type Call = (path: string, ...args: unknown[]) => Promise<unknown>
  /** The form in which sats-connect passes a listener. */
  type ListenerInfo = { readonly eventName: string; readonly cb: Listener }
  type Shape<K extends WalletShape['kind']> = Extract<WalletShape, { kind: K }>
  const view = window as unknown as Record<string, unknown>

  // A copy of `wire.ts`.
  const pack = (value: unknown) =>
    JSON.stringify(value, function (this: unknown, _: string, each: unknown) {
      if (typeof each === 'bigint') return { $bigint: String(each) }
      if (each instanceof Uint8Array) return { $bytes: [...each] }
      if (each === undefined && Array.isArray(this)) return { $undefined: true }
      return each
    })
  const unpack = (text: string) =>
    JSON.parse(text, (_, each) => {
      if (typeof each !== 'object' || each === null) return each
      if ('$bigint' in each) return BigInt(each.$bigint)
      if ('$bytes' in each) return Uint8Array.from(each.$bytes)
      if ('$undefined' in each) return undefined
      return each
    })

  const listeners = new Map<string, Set<Listener>>()
  const listen = (target: string, event: string, listener: Listener) => {
    const key = `${target} ${event}`
    listeners.set(key, (listeners.get(key) ?? new Set()).add(listener))
    return () => void listeners.get(key)?.delete(listener)
  }
  /** This script's own listeners, which are called before the page's listeners. */
  const hooks = new Map<string, Listener>()
  let heard: number | undefined
  const deliver = (text: string) => {
    for (const { number, target, event, payload } of unpack(text)) {
      if (heard !== undefined && number <= heard) continue
      heard = number
      hooks.get(`${target} ${event}`)?.(payload)
      for (const listener of [...(listeners.get(`${target} ${event}`) ?? [])]) listener(payload)
    }
  }

  const send = async (text: string): Promise<string> => {
    if (bridge.kind === 'function') return (view[bridge.name] as (text: string) => Promise<string>)(text)
    const response = await fetch(bridge.call, { method: 'POST', body: text })
    if (!response.ok) throw new Error(`The wallets' server answered ${response.status}`)
    return response.text()
  }
  const callsOf =
    (target: string): Call =>
    async (path, ...args) => {
      const answer = unpack(await send(pack({ target, path, args, heard })))
      // The call may have caused events before its answer. Emit them before the answer, so that the order is the same as within
      // one process.
      deliver(pack(answer.events))
      if ('thrown' in answer) throw answer.thrown
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
      return answer.result
    }
  const methodsOf = (call: Call, methods: readonly string[], prefix = '') =>
    Object.fromEntries(
      methods.map((method) => [method, (...args: unknown[]) => call(`${prefix}${method}`, ...args)]),
    )
  const put = (path: string, value: unknown) => {
    const names = path.split('.')
    const last = names.pop() as string
    let where = view
    for (const name of names) {
      where[name] ??= {}
      where = where[name] as Record<string, unknown>
    }
    where[last] = value
  }

  const makers: { readonly [K in WalletShape['kind']]: (shape: Shape<K>) => void } = {
    eip6963({ target, info, legacy }) {
      const call = callsOf(target)
      const releases = new Map<string, Map<Listener, () => void>>()
      const provider = {
        request: (request: unknown) => call('request', request),
        on(event: string, listener: Listener) {
          const known = releases.get(event) ?? new Map()
          releases.set(event, known.set(listener, listen(target, event, listener)))
          return provider
        },
        removeListener(event: string, listener: Listener) {
          releases.get(event)?.get(listener)?.()
          return provider
        },
      }
      const detail = Object.freeze({ info: Object.freeze(info), provider })
      const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      window.addEventListener('eip6963:requestProvider', announce)
      announce()
      if (legacy) view.ethereum = provider
    },

    standard({ target, name, icon, chains, features }) {
      const call = callsOf(target)
      let accounts: readonly unknown[] = []
      hooks.set(`${target} accounts`, (list) => {
        accounts = list as readonly unknown[]
      })
      const made = Object.entries(features).map(([feature, { fields, methods }]) => [
        feature,
        {
          ...fields,
          ...methodsOf(call, methods, `${feature} `),
        },
      ])
      const wallet = Object.freeze({
        version: '1.0.0',
        name,
        icon,
        chains,
        get accounts() {
          return accounts
        },
        features: {
          ...Object.fromEntries(made),
          'standard:events': {
            version: '1.0.0',
            on: (event: string, listener: Listener) => listen(target, event, (payload) => listener(payload)),
          },
        },
      })
      const register = (api: { register(wallet: unknown): unknown }) => void api.register(wallet)
      window.addEventListener('wallet-standard:app-ready', (event) =>
        register((event as CustomEvent<{ register(wallet: unknown): unknown }>).detail),
      )
      window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    },

    object({ target, path, methods }) {
      const releases = new Map<Listener, () => void>()
      put(path, {
        ...methodsOf(callsOf(target), methods),
        on: (event: string, listener: Listener) =>
          void releases.set(listener, both(releases.get(listener), listen(target, event, listener))),
        removeListener: (_event: string, listener: Listener) => releases.get(listener)?.(),
      })
    },

    request({ target, path, listed }) {
      const call = callsOf(target)
      put(path, {
        request: (method: string, params?: unknown) => call('request', method, params),
        addListener: (event: string | ListenerInfo, listener?: Listener) =>
          typeof event === 'string'
            ? listen(target, event, listener as Listener)
            : listen(target, event.eventName, event.cb),
      })
      if (!listed) return
      view.btc_providers ??= []
      ;(view.btc_providers as unknown[]).push({ id: path, ...listed })
    },

    injectedWeb3({ target, key, version }) {
      const call = callsOf(target)
      const extension = {
        accounts: {
          get: (anyType?: boolean) => call('accounts.get', anyType),
          subscribe(listener: Listener) {
            let told = false
            const tell = (payload: unknown) => {
              told = true
              listener(payload)
            }
            const release = listen(target, 'accounts', tell)
            // Ignore this answer if an event arrived during the call: the event's accounts are newer.
            call('accounts.shown').then(
              (shown) => told || tell(shown),
              () => {},
            )
            return () => {
              told = true
              release()
            }
          },
        },
        signer: methodsOf(call, ['signRaw', 'signPayload']),
      }
      put(`injectedWeb3.${key}`, {
        version,
        async enable(origin?: string) {
          await call('enable', origin)
          return extension
        },
      })
    },

    keplr({ target, path, methods, event }) {
      const call = callsOf(target)
      const requests = {
        ...methodsOf(call, methods),
        // Older versions of CosmJS pass `accountNumber` as an object, which can't be serialized.
        signDirect: (chainId: unknown, signer: unknown, signDoc: { accountNumber: unknown }, more: unknown) =>
          call(
            'signDirect',
            chainId,
            signer,
            { ...signDoc, accountNumber: String(signDoc.accountNumber) },
            more,
          ),
      }
      put(path, { ...requests, ...signersOf(requests as unknown as Parameters<typeof signersOf>[0]) })
      hooks.set(`${target} key`, () => window.dispatchEvent(new Event(event)))
    },
  }
  function both(first: (() => void) | undefined, second: () => void) {
    return () => {
      first?.()
      second()
    }
  }

  const source = bridge.kind === 'http' ? new EventSource(bridge.events) : undefined
  source?.addEventListener('message', ({ data }) => deliver(data))
  Object.defineProperty(window, 'latchkeyTestWallets', {
    // Configurable, because a test page that stays open may inject wallets again.
    configurable: true,
    value: Object.freeze({
      deliver,
      /** The `EventSource` through which the page's server can send more events. */
      source,
      /** Returns the number of listeners that the page has on a wallet. */
      listenerCount: (target: string) =>
        [...listeners].reduce((sum, [key, { size }]) => sum + (key.startsWith(`${target} `) ? size : 0), 0),
    }),
  })
  for (const shape of shapes) (makers[shape.kind] as (shape: WalletShape) => void)(shape)
}
