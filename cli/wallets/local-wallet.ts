import { familyOf } from '../families/families.ts'
import { walletFamily } from './families.ts'
import type { LocalWallet, WalletSettings } from './wallet-family.ts'

export interface LocalWalletOptions extends WalletSettings {
  /** Called once, before the first approval or signature. Resolves with the secret. */
  readonly open: () => Promise<string>
}

/** Creates a wallet that stays locked, and asks for no password, until its key is needed. */
export async function localWallet({ open, ...settings }: LocalWalletOptions): Promise<LocalWallet> {
  const { networks, address } = settings
  const [network] = networks
  const { wallet } = await walletFamily(familyOf(network ?? { chainNamespace: 'eip155' }))
  let opening: Promise<readonly string[]> | undefined
  const keys = () => {
    opening ??= open().then(
      (secret) => [secret],
      (error: unknown) => {
        // The next use asks again.
        opening = undefined
        throw error
      },
    )
    return opening
  }
  const known = address === undefined ? { authorized: false } : { addresses: [address], authorized: true }
  const { opened, ...made } = await wallet({ ...settings, keys, known })
  return {
    ...made,
    async unlock() {
      await keys()
      await opened?.()
    },
  }
}
