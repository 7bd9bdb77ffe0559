import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import type { SolanaFeature } from 'latchkey/wallets'
import { base58Bytes } from '../families/bytes.ts'
import type { WalletFamily } from './wallet-family.ts'

/** `solana:signIn` is left out, because the wallet would compose the sign-in message itself. */
const features: readonly SolanaFeature[] = [
  'standard:disconnect',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
]

/** The PKCS #8 header of an ed25519 seed, and the length of its public key's SPKI header (RFC 8410). */
const seedPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const keyPrefixLength = 12

/** A secret is the base58 of seed and public key, as wallets export it. Keypair files of Solana's tools work too. */
export const solanaWallets: WalletFamily = {
  secretForm: 'a key of this chain family (64 bytes in base58, or a keypair file)',
  readSecret,
  makeSecret: () => secretOf(randomBytes(32)),
  addressOf: async (secret) => base58.encode(base58.decode(secret).slice(32)),
  async wallet({ networks, keys, known, health, intercept }) {
    const { solanaWallet } = await import('latchkey/wallets')
    const chains = networks.map(({ caipNetworkId, rpcUrls }) => ({
      id: caipNetworkId as `solana:${string}`,
      rpcUrls: rpcUrls.default.http,
    }))
    // The wallet doesn't check the cluster. The command `sign transaction` checks it, unless `--offline` is given.
    const wallet = solanaWallet({ ...known, keys, chains, health, features, anyCluster: true, intercept })
    return {
      request: ({ method, params }) => wallet.request({ method, params }, chains[0]?.id ?? ''),
      connector: async (options) =>
        (await import('latchkey/connectors')).standardConnector({ ...options, wallet: wallet.standard }),
      accounts: async () => wallet.standard.accounts.map(({ address }) => address),
    }
  },
}

function readSecret(text: string): string | undefined {
  const bytes = bytesOf(text)
  if (bytes?.length !== 64) return undefined
  const secret = secretOf(bytes.subarray(0, 32))
  return secret === base58.encode(bytes) ? secret : undefined
}

/** Encodes the seed, then its public key. */
function secretOf(seed: Uint8Array): string {
  const key = createPrivateKey({ key: Buffer.concat([seedPrefix, seed]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return base58.encode(Uint8Array.from([...seed, ...spki.subarray(keyPrefixLength)]))
}

function bytesOf(text: string): Uint8Array | undefined {
  if (!text.startsWith('[')) return base58Bytes(text, 88)
  try {
    const numbers: unknown = JSON.parse(text)
    const isByte = (each: unknown) => Number.isInteger(each) && Number(each) >= 0 && Number(each) < 256
    return Array.isArray(numbers) && numbers.every(isByte) ? Uint8Array.from(numbers) : undefined
  } catch {
    return undefined
  }
}
