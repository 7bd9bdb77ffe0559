import { systemClock } from '../../platform/system-clock.ts'
import type { Clock } from '../../ports.ts'
import {
  type PolkadotWalletOptions as HonestOptions,
  type PolkadotWallet as HonestWallet,
  polkadotWallet,
} from '../../wallets/polkadot/wallet.ts'
import { type WalletScript, walletScript } from './script.ts'

export interface PolkadotWalletOptions extends Omit<HonestOptions, 'intercept'> {
  readonly clock?: Clock | undefined
}

export interface PolkadotWallet extends HonestWallet {
  /** What the wallet does with `enable`, `accounts.get`, `signRaw`, `signPayload` and WalletConnect's methods. */
  readonly script: WalletScript
}

/** Creates a scripted Polkadot wallet with real keys and the interface of Polkadot extensions. */
export function createPolkadotWallet({
  clock = systemClock,
  ...options
}: PolkadotWalletOptions): PolkadotWallet {
  const script = walletScript({ clock, moveTo: () => {}, loseConnection: () => wallet.emit([]) })
  const wallet = polkadotWallet({ ...options, intercept: script.run })
  return Object.assign(wallet, { script })
}
