import { createECDH, createHash, randomBytes } from 'node:crypto'
import { base58, bech32 } from '@scure/base'
import type { CaipNetworkId } from 'latchkey'
import type { ActingWallet, WalletFamily } from './acting-wallet.ts'
import { actingWallet, chainNames } from './bip122-acting.ts'

/** The order of secp256k1. A private key is above zero and below it (SEC 2, section 2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const prefixes: Readonly<Record<string, string>> = { Mainnet: 'bc', Regtest: 'bcrt' }

/** The secret is a private key as `0x` and 64 hex digits. Wallet Import Format is read too. */
export const bip122Wallets: WalletFamily = {
  secretForm: 'a private key of this chain family (64 hex digits, or Wallet Import Format)',
  readSecret: (text) => hexSecret(/^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1] ?? importFormat(text)),
  makeSecret() {
    for (;;) {
      const made = hexSecret(randomBytes(32).toString('hex'))
      if (made) return made
    }
  },
  /** The P2WPKH address. */
  async addressOf(secret, network) {
    const keys = createECDH('secp256k1')
    keys.setPrivateKey(secret.slice(2), 'hex')
    const key = sha256(keys.getPublicKey(null, 'compressed') as unknown as Uint8Array)
    const program = createHash('ripemd160').update(key).digest()
    const name = network ? chainNames[network.caipNetworkId] : 'Mainnet'
    return bech32.encode(prefixes[name ?? ''] ?? 'tb', [0, ...bech32.toWords(program)])
  },
  actingWallet,
  async connector({ id, name, wallet }) {
    const { bitcoinConnector } = await import('latchkey/connectors')
    const provider = {
      request: (method: string, input?: unknown) => wallet.request({ method, params: [input] }),
      addListener(event: string, listener: (payload: never) => void) {
        wallet.on(event, listener)
        return () => wallet.removeListener(event, listener)
      },
    }
    return bitcoinConnector({ id, name, dialect: 'sats-connect', provider })
  },
  async accountsOf(wallet) {
    const { addresses = [] } = await ask<{ addresses?: { address: string }[] }>(wallet, 'wallet_getAccount')
    return addresses.map(({ address }) => address)
  },
  async networkOf(wallet) {
    const { bitcoin } = await ask<{ bitcoin?: { name?: string } }>(wallet, 'wallet_getNetwork')
    const known = Object.entries(chainNames).find(([, name]) => name === bitcoin?.name)
    return known?.[0] as CaipNetworkId | undefined
  },
}

async function ask<T>(wallet: ActingWallet, method: string): Promise<T> {
  const { result } = (await wallet.request({ method })) as { result?: T }
  return (result ?? {}) as T
}

function hexSecret(digits: string | undefined): string | undefined {
  const value = BigInt(`0x${digits ?? '0'}`)
  return !digits || value === 0n || value >= order ? undefined : `0x${digits.toLowerCase()}`
}

/** Decodes WIF: Base58Check of the network byte, the key, and 1 for a compressed public key, the only kind used here. */
function importFormat(text: string): string | undefined {
  let bytes: Buffer
  try {
    bytes = text.length <= 60 ? Buffer.from(base58.decode(text)) : Buffer.alloc(0)
  } catch {
    return undefined
  }
  const checksum = sha256(sha256(bytes.subarray(0, 34))).subarray(0, 4)
  const good = bytes.length === 38 && bytes[33] === 1 && checksum.equals(bytes.subarray(34))
  return good && (bytes[0] === 0x80 || bytes[0] === 0xef) ? bytes.subarray(1, 33).toString('hex') : undefined
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
