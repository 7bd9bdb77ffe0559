import { missingPackages } from '../families/peers.ts'
import { makeHexKey, readHexKey } from './hex-key.ts'
import type { WalletFamily } from './wallet-family.ts'

/** A secret is a private key: `0x` and 64 hex digits. */
export const eip155Wallets: WalletFamily = {
  secretForm: 'a private key of this chain family (64 hex digits)',
  readSecret: readHexKey,
  makeSecret: makeHexKey,
  async addressOf(secret) {
    const { privateKeyToAddress } = await import('viem/accounts').catch(missingViem)
    return privateKeyToAddress(secret as `0x${string}`)
  },
  async wallet({ networks, keys, known, health, intercept }) {
    const { eip155Wallet } = await import('latchkey/wallets')
    const chains = networks.map(({ id, rpcUrls }) => ({ id: Number(id), rpcUrls: rpcUrls.default.http }))
    const { provider } = eip155Wallet({ ...known, keys, chains, health, intercept })
    return {
      request: provider.request,
      connector: async (options) => (await import('latchkey')).externalConnector({ ...options, provider }),
      accounts: async () => (await provider.request({ method: 'eth_accounts' })) as readonly string[],
      network: async () => `eip155:${Number(await provider.request({ method: 'eth_chainId' }))}`,
    }
  },
}

export async function keccak256(bytes: Uint8Array): Promise<Uint8Array> {
  const viem = await import('viem').catch(missingViem)
  return viem.keccak256(bytes, 'bytes')
}

function missingViem(cause: unknown): never {
  throw missingPackages('A wallet with eip155 keys', ['viem'], cause)
}
