import { systemClock } from '../../platform/system-clock.ts'
import {
  eip155Wallet,
  type Eip155WalletOptions as HonestOptions,
  type Eip155Wallet as HonestWallet,
} from '../../wallets/eip155/wallet.ts'
import { type WalletScript, walletScript } from './script.ts'

export interface Eip155WalletOptions extends Omit<HonestOptions, 'intercept'> {}

export interface Eip155Wallet extends HonestWallet {
  readonly script: WalletScript
}

/** Creates a scripted Ethereum wallet with real keys and an EIP-1193 provider. */
export function createEip155Wallet({ clock = systemClock, ...options }: Eip155WalletOptions): Eip155Wallet {
  const script = walletScript({
    clock,
    moveTo: (chainId) => wallet.switchTo(chainId),
    loseConnection: (error) => wallet.loseConnection(error),
  })
  const wallet = eip155Wallet({ now: () => clock.now(), ...options, clock, intercept: script.run })
  return Object.assign(wallet, { script })
}
