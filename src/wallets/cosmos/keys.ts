import type { AminoSignResponse, StdSignature, StdSignDoc } from '@cosmjs/amino'
import type { DirectSignResponse } from '@cosmjs/proto-signing'
import { type CosmosChain, hasEthKeys } from '../../core/chain/cosmos.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { missingPeer } from '../../core/errors/missing-peer.ts'

/** What a key needs to know about a network: the prefix of its addresses, and the kind of its keys. */
export type KeyNetwork = Pick<CosmosChain, 'bech32Prefix' | 'keyType'>

/** One key of the wallet. The private key never leaves this object. */
export interface CosmosKey {
  /** The compressed public key. */
  readonly publicKey: Uint8Array
  addressOn(network: KeyNetwork): string
  signDirect(network: KeyNetwork, doc: DirectSignDoc): Promise<DirectSignResponse>
  signAmino(network: KeyNetwork, doc: StdSignDoc): Promise<AminoSignResponse>
}

export interface DirectSignDoc {
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  readonly chainId: string
  readonly accountNumber: bigint
}

export type { StdSignDoc }

/**
 * Creates keys that sign with CosmJS. A secret has 64 hex digits, with or without `0x`.
 * @throws `config/peer-missing` if @cosmjs/amino or @cosmjs/proto-signing isn't installed. To sign with an `eth_secp256k1` key,
 * @cosmjs/crypto is needed too, which is a dependency of @cosmjs/amino.
 */
export async function cosmosKeys(secrets: readonly string[]): Promise<readonly CosmosKey[]> {
  const [amino, { DirectSecp256k1Wallet, makeSignBytes }] = await Promise.all([
    import('@cosmjs/amino'),
    import('@cosmjs/proto-signing'),
  ]).catch((cause) => {
    throw missingPeer('A wallet with cosmos keys', ['@cosmjs/amino', '@cosmjs/proto-signing'], cause)
  })
  const { encodeEthSecp256k1Pubkey, encodeSecp256k1Pubkey, Secp256k1Wallet } = amino
  return Promise.all(
    secrets.map(async (secret): Promise<CosmosKey> => {
      const key = bytesOf(secret)
      const [account] = await (await Secp256k1Wallet.fromKey(key)).getAccounts()
      if (!account) throw latchkeyError('connection/no-accounts')
      const publicKey = account.pubkey
      const addressOn = (network: KeyNetwork) => {
        const encode = hasEthKeys(network) ? encodeEthSecp256k1Pubkey : encodeSecp256k1Pubkey
        return amino.pubkeyToAddress(encode(publicKey), network.bech32Prefix)
      }
      /** Signs with an Ethereum key. As in Keplr, the signature names the usual key type, `tendermint/PubKeySecp256k1`. */
      const signEth = async (bytes: Uint8Array): Promise<StdSignature> => {
        const { keccak256, Secp256k1 } = await cosmosCrypto('Signing for cosmos networks with Ethereum keys')
        const signature = Secp256k1.createSignature(keccak256(bytes), key)
        const both = new Uint8Array([...signature.r(32), ...signature.s(32)])
        return amino.encodeSecp256k1Signature(publicKey, both)
      }
      return {
        publicKey,
        addressOn,
        async signDirect(network, doc) {
          if (hasEthKeys(network)) return { signed: doc, signature: await signEth(makeSignBytes(doc)) }
          const wallet = await DirectSecp256k1Wallet.fromKey(key, network.bech32Prefix)
          return wallet.signDirect(addressOn(network), doc)
        },
        async signAmino(network, doc) {
          if (hasEthKeys(network))
            return { signed: doc, signature: await signEth(amino.serializeSignDoc(doc)) }
          const wallet = await Secp256k1Wallet.fromKey(key, network.bech32Prefix)
          return wallet.signAmino(addressOn(network), doc)
        },
      }
    }),
  )
}

/**
 * Loads @cosmjs/crypto.
 * @throws `config/peer-missing`
 */
export async function cosmosCrypto(feature: string) {
  try {
    return await import('@cosmjs/crypto')
  } catch (cause) {
    const install = 'npm install @cosmjs/amino @cosmjs/crypto'
    throw latchkeyError('config/peer-missing', { values: { feature, install }, cause })
  }
}

function bytesOf(hex: string): Uint8Array {
  const pairs = hex.replace(/^0x/, '').match(/../g) ?? []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}
