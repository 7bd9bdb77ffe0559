import { randomBytes } from 'node:crypto'
import type { ActingWallet, WalletFamily } from './acting-wallet.ts'
import { actingWallet } from './eip155-acting.ts'

/** The order of secp256k1. A private key is above zero and below it (SEC 2, section 2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The secret is a private key as `0x` and 64 hex digits. */
export const eip155Wallets: WalletFamily = {
  secretForm: 'a private key of this chain family (64 hex digits)',
  readSecret,
  makeSecret() {
    for (;;) {
      const made = readSecret(randomBytes(32).toString('hex'))
      if (made) return made
    }
  },
  /** Returns a checksummed address. */
  async addressOf(secret) {
    const { privateKeyToAddress } = await import('viem/accounts').catch(missingViem)
    return privateKeyToAddress(secret as `0x${string}`)
  },
  actingWallet({ networks, ...rest }) {
    const chains = networks.map(({ id, rpcUrls }) => ({
      id: Number(id),
      rpcUrl: rpcUrls.default.http[0] ?? '',
    }))
    return actingWallet({ chains, ...rest })
  },
  async connector({ id, name, wallet }) {
    const { externalConnector } = await import('latchkey')
    return externalConnector({ id, name, provider: wallet })
  },
  accountsOf: async (wallet) => (await ask(wallet, 'eth_accounts')) as readonly string[],
  networkOf: async (wallet) => `eip155:${Number(await ask(wallet, 'eth_chainId'))}`,
}

function readSecret(text: string): string | undefined {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]
  const value = BigInt(`0x${digits ?? '0'}`)
  return !digits || value === 0n || value >= order ? undefined : `0x${digits.toLowerCase()}`
}

function ask(wallet: ActingWallet, method: string): Promise<unknown> {
  return wallet.request({ method })
}

/** Used by Web3 Secret Storage. */
export async function keccak256(bytes: Uint8Array): Promise<Uint8Array> {
  const viem = await import('viem').catch(missingViem)
  return viem.keccak256(bytes, 'bytes')
}

async function missingViem(cause: unknown): Promise<never> {
  const { latchkeyError } = await import('latchkey/testing')
  throw latchkeyError('config/peer-missing', {
    values: { feature: 'A wallet with eip155 keys', install: 'npm install viem' },
    cause,
  })
}
