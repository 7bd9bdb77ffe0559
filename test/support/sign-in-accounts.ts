import { randomBytes } from 'node:crypto'
import type { StdSignDoc } from '@cosmjs/amino'
import { base58, hex } from '@scure/base'
import { Keypair } from '@solana/web3.js'
import { bip122Keys, cosmosKeys, polkadotKeys, solanaKeys } from 'latchkey/wallets'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { adr36Doc } from '../../src/adapters/cosmos/adr36.ts'
import type { CaipNetworkId } from '../../src/core/chain/caip.ts'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { SignInSession } from '../../src/core/sign-in/sign-in.ts'

/** An account with its own key, which signs texts. */
export interface Account {
  readonly chainId: CaipNetworkId
  readonly address: string
  sign(text: string): Promise<Pick<SignInSession, 'signature' | 'scheme' | 'publicKey'>>
}

const secret = () => `0x${randomBytes(32).toString('hex')}` as const

/** For each family: creates a new account. */
export const newAccount: Readonly<Record<ChainNamespace, () => Promise<Account>>> = {
  async eip155() {
    const account = privateKeyToAccount(generatePrivateKey())
    return {
      chainId: 'eip155:1',
      address: account.address,
      sign: async (message) => ({ signature: await account.signMessage({ message }), scheme: 'eip191' }),
    }
  },
  async solana() {
    const { publicKey, secretKey } = Keypair.generate()
    const keys = await solanaKeys([base58.encode(secretKey)])
    const address = publicKey.toBase58()
    return {
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      address,
      sign: async (text) => ({
        signature: base58.encode(keys.signBytes(address, new TextEncoder().encode(text))),
        scheme: 'ed25519',
      }),
    }
  },
  async polkadot() {
    const keys = await polkadotKeys([secret()])
    const address = keys.addresses[0]!
    return {
      chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      address,
      sign: async (text) => ({
        signature: keys.signRaw(address, `0x${Buffer.from(text).toString('hex')}`),
        scheme: 'sr25519',
      }),
    }
  },
  async bip122() {
    const keys = await bip122Keys(secret())
    const mainnet = { hrp: 'bc', pubKeyHash: 0, scriptHash: 5 }
    return {
      chainId: 'bip122:000000000019d6689c085ae165831e93',
      address: keys.address('p2wpkh', mainnet),
      sign: async (text) => ({
        signature: keys.signMessage('p2wpkh', mainnet, text, 'bip322'),
        scheme: 'bip322',
      }),
    }
  },
  async cosmos() {
    const [key] = await cosmosKeys([secret()])
    const address = key!.addressOn({ bech32Prefix: 'cosmos' })
    return {
      chainId: 'cosmos:cosmoshub-4',
      address,
      async sign(text) {
        const doc = adr36Doc(address, new TextEncoder().encode(text)) as StdSignDoc
        const { signature } = await key!.signAmino({ bech32Prefix: 'cosmos' }, doc)
        return { signature: signature.signature, scheme: 'adr36', publicKey: hex.encode(key!.publicKey) }
      },
    }
  },
}
