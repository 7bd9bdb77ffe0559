import { unknownNetwork } from '../../core/chain/unknown-network.ts'
import { browserWalletName, phoneWalletName } from '../../core/wallet/list/wallet-list.ts'
import { accountButtonWords } from '../language/account-button-words.ts'
import { nameWords } from '../language/english/shell.ts'
import type { Language } from '../language/language.ts'
import { clip } from './row.tsx'

/** This name is the same in every language. */
export const walletConnect = 'WalletConnect'

const buttonScope = { name: 'button', strings: accountButtonWords } as const

/** Returns a wallet's name. The generic browser wallet and Solana's Mobile Wallet Adapter have our own texts. */
export function walletName({ say }: Language, name: string): string {
  if (name === phoneWalletName) return say(nameWords, 'phoneWallet')
  return name === browserWalletName ? say(nameWords, 'browserWallet') : clip(name)
}

/** Returns a network's name, or our own text for a network that the host didn't configure. */
export function networkName({ say }: Language, { name }: { readonly name: string }): string {
  return name === unknownNetwork ? say(buttonScope, 'unknownNetwork') : name
}

/** Capitalizes one of our own texts. */
export function capital({ tag }: Language, text: string): string {
  return text.charAt(0).toLocaleUpperCase(tag) + text.slice(1)
}
