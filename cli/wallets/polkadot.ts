import { randomBytes } from 'node:crypto'
import type { ChainNetwork } from 'latchkey'
import { missingPackages } from '../families/peers.ts'
import type { WalletFamily } from './wallet-family.ts'

/** A secret is an sr25519 mini secret: `0x` and 64 hex digits. `subkey` and extensions export it. */
export const polkadotWallets: WalletFamily = {
  secretForm: 'a secret seed of this chain family (64 hex digits)',
  readSecret(text) {
    const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]
    return digits && `0x${digits.toLowerCase()}`
  },
  makeSecret: () => `0x${randomBytes(32).toString('hex')}`,
  async addressOf(secret, network?: Partial<ChainNetwork>) {
    const { encodeAddress, sr25519PairFromSeed } = await import('@polkadot/util-crypto').catch(missingLibrary)
    const { publicKey } = sr25519PairFromSeed(Buffer.from(secret.slice(2), 'hex'))
    return encodeAddress(publicKey, network?.ss58Prefix ?? 42)
  },
  async wallet({ keys, known, intercept }) {
    const { polkadotWallet } = await import('latchkey/wallets')
    const wallet = polkadotWallet({ ...known, keys, intercept })
    const provider = wallet.injected
    return {
      async request({ params: [payload] }) {
        const { signer } = await provider.enable()
        return signer.signPayload(payload as never)
      },
      connector: async (options) =>
        (await import('latchkey/connectors')).injectedWeb3Connector({ ...options, provider }),
      // A page without listeners counts as disconnected. An extension doesn't learn that a page disconnects: it only loses the page's listeners.
      accounts: async () => (wallet.listenerCount() === 0 ? [] : wallet.addresses()),
    }
  },
}

function missingLibrary(cause: unknown): never {
  throw missingPackages('A wallet with polkadot keys', ['@polkadot/api'], cause)
}
