import type { KeplrProvider } from '../../core/wallet/keplr.ts'

/**
 * The CosmJS signers of a Keplr-style wallet (`Keplr` of `@keplr-wallet/types`). Creating a signer doesn't prompt; the
 * wallet prompts when the signer is used.
 */
export interface OfflineSigners {
  /** A signer for the Direct and Amino modes. */
  getOfflineSigner(chainId: string): OfflineSigner & OfflineDirectSigning
  getOfflineSignerOnlyAmino(chainId: string): OfflineSigner
  /** A signer that includes Direct mode only if the key supports it: a Ledger doesn't. */
  getOfflineSignerAuto(chainId: string): Promise<OfflineSigner>
}

interface OfflineSigner {
  readonly chainId: string
  getAccounts(): Promise<readonly object[]>
  signAmino(signer: string, signDoc: object): Promise<unknown>
}
interface OfflineDirectSigning {
  signDirect(signer: string, signDoc: object): Promise<unknown>
}
interface Key {
  readonly bech32Address: string
  readonly algo: string
  readonly pubKey: Uint8Array
  readonly isNanoLedger: boolean
}

/**
 * Builds the signers on the wallet's own requests, looked up when a signer is used. `page-script.ts` sends this function to pages as source text, so
 * the function can't use anything outside itself.
 */
export function offlineSigners(
  wallet: Pick<Required<KeplrProvider>, 'getKey' | 'signAmino' | 'signDirect'>,
): OfflineSigners {
  const keyOn = (chainId: string) => wallet.getKey(chainId) as Promise<Key>
  const amino = (chainId: string): OfflineSigner => ({
    chainId,
    async getAccounts() {
      const { bech32Address: address, algo, pubKey: pubkey } = await keyOn(chainId)
      return [{ address, algo, pubkey }]
    },
    signAmino: (signer, signDoc) => wallet.signAmino(chainId, signer, signDoc),
  })
  const both = (chainId: string) => ({
    ...amino(chainId),
    async signDirect(signer: string, signDoc: object) {
      const { signed, ...rest } = (await wallet.signDirect(chainId, signer, signDoc)) as {
        readonly signed: { readonly accountNumber: string }
      }
      // CosmJS uses bigint, but the wallet's answer crosses processes as a string.
      return { ...rest, signed: { ...signed, accountNumber: BigInt(signed.accountNumber) } }
    },
  })
  return {
    getOfflineSigner: both,
    getOfflineSignerOnlyAmino: amino,
    getOfflineSignerAuto: async (chainId) =>
      (await keyOn(chainId)).isNanoLedger ? amino(chainId) : both(chainId),
  }
}
