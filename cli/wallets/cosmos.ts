import { createECDH, createHash, randomBytes } from 'node:crypto'
import { bech32 } from '@scure/base'
import { cosmosPrefix } from '../families/cosmos-prefix.ts'
import type { WalletFamily } from './acting-wallet.ts'
import { actingWallet, type KeplrLike, keplrLike } from './cosmos-acting.ts'

/** The order of secp256k1. A private key is above zero and below it (SEC 2, section 2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The secret is a private key as `0x` and 64 hex digits. Cosmos tools export it without the `0x`. */
export const cosmosWallets: WalletFamily = {
  secretForm: 'a private key of this chain family (64 hex digits)',
  readSecret,
  makeSecret() {
    for (;;) {
      const made = readSecret(randomBytes(32).toString('hex'))
      if (made) return made
    }
  },
  async addressOf(secret, network) {
    const pair = createECDH('secp256k1')
    pair.setPrivateKey(secret.slice(2), 'hex')
    const key = Buffer.from(pair.getPublicKey('hex', 'compressed'), 'hex')
    const hash = createHash('ripemd160').update(createHash('sha256').update(key).digest()).digest()
    return bech32.encode((await cosmosPrefix(network?.caipNetworkId)) ?? 'cosmos', bech32.toWords(hash))
  },
  actingWallet,
  async connector({ id, name, wallet }) {
    const { keplrConnector } = await import('latchkey/connectors')
    return keplrConnector({ id, name, provider: keplrLike(wallet) })
  },
  /** One address per prefix, on the approved chains. */
  async accountsOf(wallet) {
    const provider: KeplrLike = keplrLike(wallet)
    const chains = (await wallet.request({ method: 'approved' })) as readonly string[]
    const found = new Set<string>()
    for (const chain of chains)
      found.add(((await provider.getKey(chain)) as { bech32Address: string }).bech32Address)
    return [...found]
  },
  // Each request names its network.
  networkOf: async () => undefined,
}

function readSecret(text: string): string | undefined {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]
  const value = BigInt(`0x${digits ?? '0'}`)
  return !digits || value === 0n || value >= order ? undefined : `0x${digits.toLowerCase()}`
}
