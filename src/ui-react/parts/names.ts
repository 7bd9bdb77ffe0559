import { unknownNetwork } from '../../core/chain/unknown-network.ts'
import { browserWalletName } from '../../core/wallet/wallet-list.ts'
import { nameWords } from '../language/english/shell.ts'
import type { Language } from '../language/language.ts'
import { quietWords } from '../language/quiet-words.ts'
import { clip } from './row.tsx'

/** The same in every language. */
export const walletConnect = 'WalletConnect'

const buttonScope = { name: 'button', strings: quietWords } as const

/** What a wallet is called: by itself, or by us where it has no name of its own. */
export function walletName({ say }: Language, name: string): string {
  return name === browserWalletName ? say(nameWords, 'browserWallet') : clip(name)
}

/** What a network is called: by the host, or by us where it is none of the host's. */
export function networkName({ say }: Language, { name }: { readonly name: string }): string {
  return name === unknownNetwork ? say(buttonScope, 'unknownNetwork') : name
}

/** One of our own words at the beginning of a sentence. */
export function capital({ tag }: Language, text: string): string {
  return text.charAt(0).toLocaleUpperCase(tag) + text.slice(1)
}
