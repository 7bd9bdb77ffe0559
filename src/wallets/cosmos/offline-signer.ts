import type { KeplrProvider } from '../../core/wallet/keplr.ts'

/**
 * The CosmJS signers of a wallet with Keplr's interface (`Keplr` of `@keplr-wallet/types`). Creating a signer doesn't prompt
 * the user. Signing does.
 */
export interface OfflineSigners {
  /** Returns a signer for the Direct and Amino modes. */
  getOfflineSigner(chainId: string): OfflineSigner & OfflineDirectSigning
  getOfflineSignerOnlyAmino(chainId: string): OfflineSigner
  /** Returns a signer that has Direct mode only if the key supports it. A key on a Ledger doesn't support it. */
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
 * Creates signers that use the wallet's requests. `injected-wallets.ts` sends this function to pages as source text, so the
 * function can't use anything outside itself.
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
      // CosmJS expects a bigint, but the wallet's answer comes from another process as text.
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
