import { Secp256k1Wallet, serializeSignDoc } from '@cosmjs/amino'
import { Keyring } from '@polkadot/keyring'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { base58, bech32 } from '@scure/base'
import { Signer } from 'bip322-js'
import { getBytes, keccak256, SigningKey, Wallet } from 'ethers'
import type { CaipNetworkId } from 'latchkey'
import type { SignInProof } from 'latchkey/siwx'
import { bip122Keys, polkadotKeys } from 'latchkey/wallets'
import nacl from 'tweetnacl'
import { bitcoinChains } from '../../src/core/chain/bip122.ts'
import { wifOf } from './wif.ts'

/** Signs texts with a library that the verifying code doesn't use. */
export interface SignInSigner {
  readonly chainId: CaipNetworkId
  readonly address: string
  sign(text: string): Promise<Omit<SignInProof, 'message'>>
}

type Signers = Readonly<Record<string, (seed: Uint8Array) => Promise<SignInSigner>>>

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const utf8 = (text: string) => new TextEncoder().encode(text)
const mainnet: CaipNetworkId = `bip122:${bitcoinChains.mainnet.reference}`

const bitcoin =
  (kind: 'p2wpkh' | 'p2tr' | 'p2sh' | 'p2pkh', scheme: 'ecdsa' | 'bip322') =>
  async (seed: Uint8Array): Promise<SignInSigner> => {
    const keys = await bip122Keys(`0x${hex(seed)}`)
    return {
      chainId: mainnet,
      address: keys.address(kind, bitcoinChains.mainnet),
      sign: async (text) => ({
        signature: keys.signMessage(kind, bitcoinChains.mainnet, text, scheme),
        scheme,
      }),
    }
  }

const polkadot =
  (type: 'sr25519' | 'ed25519' | 'ecdsa', form: 'wrapped' | 'bare' | 'marked') =>
  async (seed: Uint8Array): Promise<SignInSigner> => {
    await cryptoWaitReady()
    const secret = `0x${hex(seed)}`
    // With an sr25519 key, signs with schnorrkel, and wraps the text as extensions do.
    const keys = await polkadotKeys([secret], type)
    const pair = new Keyring({ type, ss58Format: 0 }).addFromSeed(seed)
    return {
      chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      address: pair.address,
      async sign(text) {
        if (form === 'wrapped')
          return { signature: keys.signRaw(pair.address, `0x${hex(utf8(text))}`), scheme: type }
        return { signature: `0x${hex(pair.sign(text, { withType: form === 'marked' }))}` }
      },
    }
  }

const amino = (signer: string, text: string) => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64(utf8(text)) } }],
  memo: '',
})

export const signInSigners: Signers = {
  async 'eip155, ethers'(seed) {
    const wallet = new Wallet(`0x${hex(seed)}`)
    return {
      chainId: 'eip155:1',
      address: wallet.address,
      sign: async (text) => ({ signature: await wallet.signMessage(text) }),
    }
  },
  async 'solana, tweetnacl'(seed) {
    const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seed)
    return {
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      address: base58.encode(publicKey),
      sign: async (text) => ({ signature: base58.encode(nacl.sign.detached(utf8(text), secretKey)) }),
    }
  },
  'polkadot, sr25519 of schnorrkel, wrapped': polkadot('sr25519', 'wrapped'),
  'polkadot, sr25519, bare': polkadot('sr25519', 'bare'),
  'polkadot, sr25519, marked': polkadot('sr25519', 'marked'),
  'polkadot, ed25519, wrapped': polkadot('ed25519', 'wrapped'),
  'polkadot, ed25519, marked': polkadot('ed25519', 'marked'),
  'polkadot, ecdsa, wrapped': polkadot('ecdsa', 'wrapped'),
  'polkadot, ecdsa, bare': polkadot('ecdsa', 'bare'),
  'polkadot, ecdsa, marked': polkadot('ecdsa', 'marked'),
  'bip122, P2WPKH by BIP-322, bitcoinjs-lib': bitcoin('p2wpkh', 'bip322'),
  'bip122, P2SH by BIP-322, bitcoinjs-lib': bitcoin('p2sh', 'bip322'),
  'bip122, P2TR by BIP-322, bitcoinjs-lib': bitcoin('p2tr', 'bip322'),
  'bip122, P2WPKH by BIP-137': bitcoin('p2wpkh', 'ecdsa'),
  'bip122, P2SH by BIP-137': bitcoin('p2sh', 'ecdsa'),
  'bip122, P2PKH by BIP-137': bitcoin('p2pkh', 'ecdsa'),
  async 'bip122, P2TR by BIP-322, bip322-js'(seed) {
    const { address } = await bitcoin('p2tr', 'bip322')(seed)
    return {
      chainId: mainnet,
      address,
      sign: async (text) => ({ signature: String(Signer.sign(wifOf(seed), address, text)) }),
    }
  },
  async 'cosmos, @cosmjs/amino'(seed) {
    const wallet = await Secp256k1Wallet.fromKey(seed, 'osmo')
    const { address, pubkey } = (await wallet.getAccounts())[0]!
    return {
      chainId: 'cosmos:osmosis-1',
      address,
      async sign(text) {
        const { signature } = await wallet.signAmino(address, amino(address, text))
        return { signature: signature.signature, scheme: 'adr36', publicKey: hex(pubkey) }
      },
    }
  },
  async 'cosmos without its key, @cosmjs/amino'(seed) {
    const signer = await signInSigners['cosmos, @cosmjs/amino']!(seed)
    return { ...signer, sign: async (text) => ({ signature: (await signer.sign(text)).signature }) }
  },
  async "cosmos with Ethereum's keys, ethers"(seed) {
    const key = new SigningKey(seed)
    const address = bech32.encode('inj', bech32.toWords(getBytes(new Wallet(`0x${hex(seed)}`).address)))
    return {
      chainId: 'cosmos:injective-1',
      address,
      async sign(text) {
        const { r, s } = key.sign(keccak256(serializeSignDoc(amino(address, text))))
        const publicKey = base64(getBytes(key.compressedPublicKey))
        return { signature: base64(getBytes(r + s.slice(2))), scheme: 'adr36', publicKey }
      },
    }
  },
}
