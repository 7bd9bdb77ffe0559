import { base58, hex } from '@scure/base'
import type { ServiceWallet } from '../../core/wallet/wallet-service.ts'
import { solanaAddressOf } from '../../wallets/solana/address.ts'

/** The wallet's private keys, in the formats that the wallets in `src/wallets` accept. */
export interface Secrets {
  /** The private key: `0x` and 64 hex digits. */
  readonly eip155: string
  /** The private key: 64 bytes in base58, the seed and the public key. */
  readonly solana: string
}

/** The number of bytes that 24 BIP-39 words encode. */
export const entropySize = 32

/** Returns the 24 BIP-39 words. */
export async function phraseOf(entropy: Uint8Array): Promise<string> {
  const [{ entropyToMnemonic }, { wordlist }] = await Promise.all([
    import('@scure/bip39'),
    import('@scure/bip39/wordlists/english.js'),
  ])
  return entropyToMnemonic(entropy, wordlist)
}

/** Derives the keys at m/44'/60'/0'/0/0 and m/44'/501'/0'/0'. Other wallets derive the same keys from the words. */
export async function secretsOf(entropy: Uint8Array): Promise<Secrets> {
  const [{ mnemonicToSeed }, { HDKey }, { ed25519KeyAt }, { ed25519 }, phrase] = await Promise.all([
    import('@scure/bip39'),
    import('@scure/bip32'),
    import('./slip10.ts'),
    import('@noble/curves/ed25519'),
    phraseOf(entropy),
  ])
  const seed = await mnemonicToSeed(phrase)
  const root = HDKey.fromMasterSeed(seed)
  const node = root.derive("m/44'/60'/0'/0/0")
  const solanaKey = ed25519KeyAt(seed, [44, 501, 0, 0])
  const pair = new Uint8Array(64)
  try {
    if (!node.privateKey) throw new Error('The path leads to no key')
    pair.set(solanaKey)
    pair.set(ed25519.getPublicKey(solanaKey), 32)
    return { eip155: `0x${hex.encode(node.privateKey)}`, solana: base58.encode(pair) }
  } finally {
    root.wipePrivateData()
    node.wipePrivateData()
    for (const bytes of [seed, solanaKey, pair]) bytes.fill(0)
  }
}

export async function addressesOf(secrets: Secrets): Promise<ServiceWallet['addresses']> {
  const { eip155Keys } = await import('../../wallets/eip155/keys.ts')
  const { addresses } = await eip155Keys([secrets.eip155])
  return { eip155: addresses[0] ?? '', solana: solanaAddressOf(secrets.solana) }
}
