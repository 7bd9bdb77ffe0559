import type { AminoSignResponse, StdSignDoc } from '@cosmjs/amino'
import type { DirectSignResponse } from '@cosmjs/proto-signing'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** One key of the wallet. The private key stays inside this object. */
export interface CosmosKey {
  /** The compressed public key. */
  readonly publicKey: Uint8Array
  addressOn(bech32Prefix: string): string
  signDirect(bech32Prefix: string, doc: DirectSignDoc): Promise<DirectSignResponse>
  signAmino(bech32Prefix: string, doc: StdSignDoc): Promise<AminoSignResponse>
}

export interface DirectSignDoc {
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  readonly chainId: string
  readonly accountNumber: bigint
}

export type { StdSignDoc }

/** Creates keys that sign with CosmJS. A secret is 64 hex digits, with or without `0x`. */
export async function cosmosKeys(secrets: readonly string[]): Promise<readonly CosmosKey[]> {
  const [{ encodeSecp256k1Pubkey, pubkeyToAddress, Secp256k1Wallet }, { DirectSecp256k1Wallet }] =
    await Promise.all([import('@cosmjs/amino'), import('@cosmjs/proto-signing')])
  return Promise.all(
    secrets.map(async (secret): Promise<CosmosKey> => {
      const key = bytesOf(secret)
      const [account] = await (await Secp256k1Wallet.fromKey(key)).getAccounts()
      if (!account) throw latchkeyError('connection/no-accounts')
      const publicKey = account.pubkey
      const addressOn = (prefix: string) => pubkeyToAddress(encodeSecp256k1Pubkey(publicKey), prefix)
      return {
        publicKey,
        addressOn,
        signDirect: async (prefix, doc) =>
          (await DirectSecp256k1Wallet.fromKey(key, prefix)).signDirect(addressOn(prefix), doc),
        signAmino: async (prefix, doc) =>
          (await Secp256k1Wallet.fromKey(key, prefix)).signAmino(addressOn(prefix), doc),
      }
    }),
  )
}

function bytesOf(hex: string): Uint8Array {
  const pairs = hex.replace(/^0x/, '').match(/../g) ?? []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}
