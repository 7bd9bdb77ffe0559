import { systemClock } from '../../platform/system-clock.ts'
import type { Clock } from '../../ports.ts'
import {
  type SolanaWalletOptions as HonestOptions,
  type SolanaWallet as HonestWallet,
  solanaWallet,
} from '../../wallets/solana/wallet.ts'
import { type WalletScript, walletScript } from './script.ts'

export interface SolanaWalletOptions extends Omit<HonestOptions, 'intercept'> {
  readonly clock?: Clock | undefined
}

export interface SolanaWallet extends HonestWallet {
  /** It knows the features by their names, a silent connect as `standard:connect silent`. */
  readonly script: WalletScript
}

/** A wallet with real keys in the shape of wallet-standard, which does what its script says. */
export function createSolanaWallet({ clock = systemClock, ...options }: SolanaWalletOptions): SolanaWallet {
  const script = walletScript({
    clock,
    moveTo: () => {},
    loseConnection: () => wallet.emit({ accounts: [] }),
  })
  const wallet = solanaWallet({ ...options, intercept: script.run })
  return Object.assign(wallet, { script })
}
