import { systemClock } from '../../platform/system-clock.ts'
import {
  type SolanaWalletOptions as HonestOptions,
  type SolanaWallet as HonestWallet,
  solanaWallet,
} from '../../wallets/solana/wallet.ts'
import { type WalletScript, walletScript } from './script.ts'

export interface SolanaWalletOptions extends Omit<HonestOptions, 'intercept'> {}

export interface SolanaWallet extends HonestWallet {
  /** What the wallet does with each request, by feature name. A silent connect has the name `standard:connect silent`. */
  readonly script: WalletScript
}

/** Creates a scripted Solana wallet with real keys and the wallet-standard interface. */
export function createSolanaWallet({ clock = systemClock, ...options }: SolanaWalletOptions): SolanaWallet {
  const script = walletScript({
    clock,
    moveTo: () => {},
    loseConnection: () => wallet.emit({ accounts: [] }),
  })
  const wallet = solanaWallet({ ...options, clock, intercept: script.run })
  return Object.assign(wallet, { script })
}
