import { systemClock } from '../../platform/system-clock.ts'
import type { Clock } from '../../ports.ts'
import {
  cosmosWallet,
  type CosmosWalletOptions as HonestOptions,
  type CosmosWallet as HonestWallet,
} from '../../wallets/cosmos/wallet.ts'
import { type WalletScript, walletScript } from './script.ts'

export interface CosmosWalletOptions extends Omit<HonestOptions, 'intercept'> {
  readonly clock?: Clock | undefined
}

export interface CosmosWallet extends HonestWallet {
  /** What the wallet does with each request, by Keplr's method name. */
  readonly script: WalletScript
}

/** Creates a scripted Cosmos wallet with real keys and Keplr's interface. */
export function createCosmosWallet({ clock = systemClock, ...options }: CosmosWalletOptions): CosmosWallet {
  // Keplr has no event for a lost connection. The page only hears that its approval has ended.
  const script = walletScript({ clock, moveTo: () => {}, loseConnection: () => wallet.revoke() })
  const wallet = cosmosWallet({ ...options, intercept: script.run })
  return Object.assign(wallet, { script })
}
