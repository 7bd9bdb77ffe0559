import type { InjectedWallet } from './injected-wallet.ts'
import type { FeatureShape, WalletShape } from './shape.ts'

/** An object that a wallet injects into the page: its plain data, and the functions that answer its calls. */
export interface InjectedTarget {
  readonly shape: WalletShape
  call(path: string, args: readonly unknown[]): unknown
}

type Tell = (target: string, event: string, payload: unknown) => void
type Methods = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>

/** Returns all objects that a wallet injects into the page. Passes the wallet's events to `tell`. */
export function injectedTargets(wallet: InjectedWallet, tell: Tell): readonly InjectedTarget[] {
  const makers = [eip6963, standard, bitcoin, injectedWeb3, keplr]
  return makers.flatMap((make) => make(wallet, tell) ?? [])
}

function methodOf(methods: unknown, path: string): (...args: readonly unknown[]) => unknown {
  const method = Object.hasOwn(methods as object, path) ? (methods as Methods)[path] : undefined
  if (typeof method !== 'function') throw new Error(`The wallet has no method ${path}`)
  return method
}

function eip6963({ id, name, icon, eip155 }: InjectedWallet, tell: Tell): InjectedTarget | undefined {
  if (!eip155) return undefined
  const { provider } = eip155.wallet
  const target = `${id} eip155`
  for (const event of ['accountsChanged', 'chainChanged', 'disconnect', 'connect', 'message'])
    provider.on(event, (payload: unknown) => tell(target, event, payload))
  const info = { ...eip155.info, name, icon }
  return {
    shape: { kind: 'eip6963', target, info, legacy: eip155.legacy },
    call: (path, args) => methodOf({ request: provider.request }, path)(...args),
  }
}

/** Combines the families of one wallet into one wallet-standard object, with the features and accounts of all families. */
function standard(
  { id, name, icon, solana, bip122 }: InjectedWallet,
  tell: Tell,
): InjectedTarget | undefined {
  const parts = [
    solana?.wallet.standard,
    bip122?.inject.as === 'wallet-standard' ? bip122.wallet.standard : undefined,
  ].filter((part) => part !== undefined)
  if (parts.length === 0) return undefined
  const target = `${id} standard`
  const lists = new Map<object, readonly unknown[]>()
  const accounts = () => parts.flatMap((part) => lists.get(part) ?? [])
  const features = new Map<string, { shape: FeatureShape; run: Methods }>()
  for (const part of parts) {
    const { on } = part.features['standard:events'] as {
      on: (event: string, heard: (news: unknown) => void) => void
    }
    on('change', (properties) => {
      const list = (properties as { accounts?: unknown } | null | undefined)?.accounts
      if (!Array.isArray(list)) return tell(target, 'change', properties)
      lists.set(part, list)
      tell(target, 'accounts', accounts())
      tell(target, 'change', { accounts: accounts() })
    })
    for (const [feature, value] of Object.entries(part.features)) {
      if (feature === 'standard:events') continue
      const entries = Object.entries(value as object)
      const methods = entries.filter(([, member]) => typeof member === 'function')
      const run = Object.fromEntries(
        methods.map(([method, member]) => [
          method,
          async (...args: readonly unknown[]) => {
            const answer = await member(...args)
            if (method !== 'connect') return answer
            lists.set(part, part.accounts)
            tell(target, 'accounts', accounts())
            return feature === 'standard:connect' ? { accounts: accounts() } : answer
          },
        ]),
      )
      const before = features.get(feature)
      features.set(feature, {
        shape: {
          fields: Object.fromEntries(entries.filter(([, member]) => typeof member !== 'function')),
          methods: methods.map(([method]) => method),
        },
        // If two families have the same feature, such as `standard:disconnect`, a call to it runs the feature in both families.
        run: before ? together(before.run, run) : run,
      })
    }
  }
  return {
    shape: {
      kind: 'standard',
      target,
      name,
      icon,
      chains: parts.flatMap(({ chains }) => chains),
      features: Object.fromEntries([...features].map(([feature, { shape }]) => [feature, shape])),
    },
    call(path, args) {
      const [feature = '', method = ''] = path.split(' ')
      return methodOf(features.get(feature)?.run ?? {}, method)(...args)
    },
  }
}

function together(first: Methods, second: Methods): Methods {
  return Object.fromEntries(
    Object.keys(second).map((method) => [
      method,
      async (...args: readonly unknown[]) => {
        await first[method]?.(...args)
        return second[method]?.(...args)
      },
    ]),
  )
}

function bitcoin({ id, name, icon, bip122 }: InjectedWallet, tell: Tell): InjectedTarget | undefined {
  if (!bip122 || bip122.inject.as === 'wallet-standard') return undefined
  const { wallet, inject } = bip122
  const target = `${id} bip122`
  const hear = (
    events: readonly string[],
    on: (event: string, heard: (payload: unknown) => void) => unknown,
  ) => {
    for (const event of events) on(event, (payload) => tell(target, event, payload))
  }
  if (inject.as === 'unisat') {
    const { on, removeListener: _, ...methods } = wallet.unisat
    hear(['accountsChanged', 'chainChanged', 'networkChanged'], on)
    return {
      shape: { kind: 'object', target, path: inject.at ?? 'unisat', methods: Object.keys(methods) },
      call: (path, args) => methodOf(methods, path)(...args),
    }
  }
  const path = inject.as === 'leather' ? 'LeatherProvider' : inject.at
  const provider = inject.as === 'leather' ? wallet.leather : wallet.satsConnect
  if (inject.as === 'sats-connect')
    hear(['accountChange', 'networkChange', 'disconnect'], wallet.satsConnect.addListener)
  const listed = inject.as === 'sats-connect' ? { name, icon } : undefined
  return {
    shape: { kind: 'request', target, path, listed },
    call: (method, args) => methodOf({ request: provider.request }, method)(...args),
  }
}

function injectedWeb3({ id, polkadot }: InjectedWallet, tell: Tell): InjectedTarget | undefined {
  if (!polkadot) return undefined
  const { wallet, key } = polkadot
  const target = `${id} polkadot`
  type Enabled = Awaited<ReturnType<typeof wallet.injected.enable>>
  let enabled: Enabled | undefined
  let visibleAccounts: unknown
  let release = () => {}
  /**
   * Reports changes of the accounts after each `enable`, because the page may call `enable` again after the user revoked its
   * permission.
   */
  const follow = ({ accounts }: Enabled) =>
    new Promise<void>((resolve) => {
      release()
      release = accounts.subscribe((list) => {
        visibleAccounts = list
        tell(target, 'accounts', list)
        resolve()
      })
    })
  return {
    shape: { kind: 'injectedWeb3', target, key, version: wallet.injected.version },
    async call(path, args) {
      if (path === 'enable') {
        enabled = await wallet.injected.enable(args[0] as string | undefined)
        await follow(enabled)
        return undefined
      }
      if (!enabled) throw new Error('The source has not been enabled yet')
      if (path === 'accounts.shown') return visibleAccounts
      const { accounts, signer } = enabled
      if (path === 'accounts.get') return accounts.get(args[0] as boolean | undefined)
      return methodOf(signer, path)(...args)
    },
  }
}

function keplr({ id, cosmos }: InjectedWallet, tell: Tell): InjectedTarget | undefined {
  if (!cosmos) return undefined
  const { wallet, at } = cosmos
  const target = `${id} cosmos`
  wallet.onKeyChanged(() => tell(target, 'key', undefined))
  return {
    shape: {
      kind: 'keplr',
      target,
      path: at,
      methods: wallet.methods,
      event: `${at.split('.')[0]}_keystorechange`,
    },
    call: (path, args) => methodOf(wallet.provider, path)(...args),
  }
}
