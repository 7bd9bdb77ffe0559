import { systemClock } from '../../platform/system-clock.ts'
import type { Clock } from '../../ports.ts'
import {
  bip122Wallet,
  type Bip122WalletOptions as HonestOptions,
  type Bip122Wallet as HonestWallet,
} from '../../wallets/bip122/wallet.ts'
import { type WalletScript, walletScript } from './script.ts'

export interface Bip122WalletOptions extends Omit<HonestOptions, 'intercept'> {
  readonly clock?: Clock | undefined
}

export interface Bip122Wallet extends HonestWallet {
  /** What the wallet does with each request, by the method's name in each interface. */
  readonly script: WalletScript
}

/** Creates a scripted Bitcoin wallet with real keys and the interfaces of real wallets. */
export function createBip122Wallet({ clock = systemClock, ...options }: Bip122WalletOptions): Bip122Wallet {
  const script = walletScript({
    clock,
    moveTo: (network) => void wallet.switchTo(network),
    loseConnection: (error) => wallet.emit('disconnect', error),
  })
  const wallet = bip122Wallet({ ...options, intercept: script.run })
  return Object.assign(wallet, { script })
}
