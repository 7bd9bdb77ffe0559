import type { Wallet } from '@wallet-standard/base'
import { walletCall } from './wallet-calls.ts'

type Watching = Parameters<typeof walletCall>[0]
type Feature = Readonly<Record<string, unknown>>

/**
 * Returns a function that wraps wallet-standard wallets and records the calls of their features. For the same wallet, it
 * returns the same wrapper.
 */
export function standardWalletWatch(watching: Watching): (wallet: unknown) => unknown {
  const known = new WeakMap<object, object>()
  return (wallet) => {
    if (!isWallet(wallet)) return wallet
    const before = known.get(wallet)
    if (before) return before
    const features = new WeakMap<object, Wallet['features']>()
    const watched: Wallet = {
      get version() {
        return wallet.version
      },
      get name() {
        return wallet.name
      },
      get icon() {
        return wallet.icon
      },
      get chains() {
        return wallet.chains
      },
      get accounts() {
        return wallet.accounts
      },
      get features() {
        const real = wallet.features
        const shown = features.get(real) ?? watchedFeatures(watching, wallet.name, real)
        features.set(real, shown)
        return shown
      },
    }
    known.set(wallet, watched)
    return watched
  }
}

function watchedFeatures(
  watching: Watching,
  wallet: string,
  features: Wallet['features'],
): Wallet['features'] {
  return Object.fromEntries(
    Object.entries(features).map(([name, feature]) => [
      name,
      typeof feature === 'object' && feature
        ? watchedFeature(watching, wallet, name, feature as Feature)
        : feature,
    ]),
  ) as Wallet['features']
}

function watchedFeature(watching: Watching, wallet: string, name: string, feature: Feature): Feature {
  return Object.fromEntries(
    Object.entries(feature).map(([key, member]) => {
      if (typeof member !== 'function') return [key, member]
      // Don't record this call, because adding a listener sends no request.
      if (key === 'on') return [key, member.bind(feature)]
      const call = (...inputs: readonly unknown[]) => {
        const silent = Boolean((inputs[0] as { silent?: unknown } | undefined)?.silent)
        return walletCall(watching, wallet, silent ? `${name} (silent)` : name, inputs, () =>
          member.apply(feature, inputs),
        )
      }
      return [key, call]
    }),
  )
}

function isWallet(value: unknown): value is Wallet {
  const wallet = value as Partial<Wallet> | null
  return typeof wallet === 'object' && typeof wallet?.features === 'object' && typeof wallet.name === 'string'
}
