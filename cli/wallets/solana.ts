import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import type { ConnectorFactory } from 'latchkey'
import type { SolanaWallet } from 'latchkey/wallets'
import type { ActingWallet, WalletFamily } from './acting-wallet.ts'
import { actingWallet } from './solana-acting.ts'

type Wallet = SolanaWallet['standard']
type Account = Wallet['accounts'][number]

/** The PKCS #8 prefix of an ed25519 seed, and the length of the SPKI prefix of its public key (RFC 8410). */
const seedPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const keyPrefixLength = 12

/** The secret is the base58 of seed and public key, as wallets export it. Keypair files of Solana's tools are read too. */
export const solanaWallets: WalletFamily = {
  secretForm: 'a key of this chain family (64 bytes in base58, or a keypair file)',
  readSecret,
  makeSecret: () => secretOf(randomBytes(32)),
  addressOf: async (secret) => base58.encode(base58.decode(secret).slice(32)),
  actingWallet,
  connector: async ({ id, name, wallet }) => {
    const { standardConnector } = await import('latchkey/connectors')
    const factory: ConnectorFactory = (context) => {
      const chains = context.networks.map(({ caipNetworkId }) => caipNetworkId)
      return standardConnector({ id, name, wallet: standardOf(wallet, name, chains) })(context)
    }
    return factory
  },
  async accountsOf(wallet) {
    const request = { method: 'standard:connect', params: [{ silent: true }] }
    const { accounts } = (await wallet.request(request)) as { accounts: readonly Account[] }
    return accounts.map(({ address }) => address)
  },
  // Each request names its network.
  networkOf: async () => undefined,
}

function readSecret(text: string): string | undefined {
  const bytes = bytesOf(text)
  if (bytes?.length !== 64) return undefined
  const secret = secretOf(bytes.subarray(0, 32))
  return secret === base58.encode(bytes) ? secret : undefined
}

/** Encodes the seed followed by its public key. */
function secretOf(seed: Uint8Array): string {
  const key = createPrivateKey({ key: Buffer.concat([seedPrefix, seed]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return base58.encode(Uint8Array.from([...seed, ...spki.subarray(keyPrefixLength)]))
}

function bytesOf(text: string): Uint8Array | undefined {
  try {
    if (!text.startsWith('[')) return text.length <= 88 ? base58.decode(text) : undefined
    const numbers: unknown = JSON.parse(text)
    const isByte = (each: unknown) => Number.isInteger(each) && Number(each) >= 0 && Number(each) < 256
    return Array.isArray(numbers) && numbers.every(isByte) ? Uint8Array.from(numbers) : undefined
  } catch {
    return undefined
  }
}

/** The wallet in the shape of wallet-standard: features, and accounts that change. */
function standardOf(acting: ActingWallet, name: string, chains: readonly string[]): Wallet {
  let accounts: readonly Account[] = []
  const asked =
    (method: string) =>
    (...params: readonly unknown[]) =>
      acting.request({ method, params })
  const signing = (method: string) => ({
    version: '1.0.0',
    [method]: asked(`solana:${method}`),
    supportedTransactionVersions: ['legacy', 0],
  })
  return {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,',
    chains: chains as Wallet['chains'],
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect(...params: readonly unknown[]) {
          const answer = (await asked('standard:connect')(...params)) as { accounts: readonly Account[] }
          accounts = answer.accounts
          return answer
        },
      },
      'standard:disconnect': { version: '1.0.0', disconnect: asked('standard:disconnect') },
      'standard:events': {
        version: '1.0.0',
        on(event: 'change', listener: (properties: unknown) => void) {
          const heard = (properties: { readonly accounts?: readonly Account[] }) => {
            accounts = properties.accounts ?? accounts
            listener(properties)
          }
          acting.on(event, heard)
          return () => acting.removeListener(event, heard)
        },
      },
      'solana:signMessage': { version: '1.1.0', signMessage: asked('solana:signMessage') },
      'solana:signTransaction': signing('signTransaction'),
      'solana:signAndSendTransaction': signing('signAndSendTransaction'),
    },
  }
}
