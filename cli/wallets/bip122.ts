import { bech32 } from '@scure/base'
import type { CaipNetworkId } from 'latchkey'
import { base58Bytes, hash160, sha256 } from '../families/bytes.ts'
import { makeHexKey, publicKeyOf, readHexKey } from './hex-key.ts'
import type { WalletFamily } from './wallet-family.ts'

/** For each network, by CAIP-2 id: its name in sats-connect, and its bech32 prefix. */
const chains: Readonly<Record<string, readonly [name: string, prefix: string]>> = {
  'bip122:000000000019d6689c085ae165831e93': ['Mainnet', 'bc'],
  'bip122:00000000da84f2bafbbc53dee25a72ae': ['Testnet4', 'tb'],
  'bip122:00000008819873e925422c1ff0f99f7c': ['Signet', 'tb'],
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': ['Regtest', 'bcrt'],
}

/** A secret is a private key: `0x` and 64 hex digits, or Wallet Import Format. */
export const bip122Wallets: WalletFamily = {
  secretForm: 'a private key of this chain family (64 hex digits, or Wallet Import Format)',
  readSecret: (text) => readHexKey(text) ?? readHexKey(importFormat(text)),
  makeSecret: makeHexKey,
  /** Returns the P2WPKH address. */
  async addressOf(secret, network) {
    const [, prefix] = network ? (chains[network.caipNetworkId] ?? []) : ['', 'bc']
    return bech32.encode(prefix ?? 'tb', [0, ...bech32.toWords(hash160(publicKeyOf(secret)))])
  },
  async wallet({ networks, keys, known, allowSighash, intercept }) {
    const { bip122Wallet } = await import('latchkey/wallets')
    const ids = networks.map(({ caipNetworkId }) => caipNetworkId as `bip122:${string}`)
    const wallet = bip122Wallet({ ...known, keys, networks: ids, allowSighash, intercept })
    const provider = wallet.satsConnect
    const ask = async <T>(method: string) => {
      const { result } = (await provider.request(method)) as { result?: T }
      return result
    }
    return {
      request: (call) => wallet.request(call, wallet.network),
      async connector(options) {
        const { bitcoinConnector } = await import('latchkey/connectors')
        return bitcoinConnector({ ...options, dialect: 'sats-connect', provider })
      },
      async accounts() {
        const found = await ask<{ addresses: { address: string }[] }>('wallet_getAccount')
        return found?.addresses.map(({ address }) => address) ?? []
      },
      async network() {
        const found = await ask<{ bitcoin: { name: string } }>('wallet_getNetwork')
        const known = Object.entries(chains).find(([, [name]]) => name === found?.bitcoin.name)
        return known?.[0] as CaipNetworkId | undefined
      },
    }
  },
}

/** Decodes WIF: Base58Check of the network byte, the key, and the byte 1, which means that the public key is compressed. */
function importFormat(text: string): string {
  const bytes = Buffer.from(base58Bytes(text, 60) ?? [])
  const checksum = sha256(sha256(bytes.subarray(0, 34))).subarray(0, 4)
  const good = bytes.length === 38 && bytes[33] === 1 && checksum.equals(bytes.subarray(34))
  return good && (bytes[0] === 0x80 || bytes[0] === 0xef) ? bytes.subarray(1, 33).toString('hex') : ''
}
