import type { KeplrProvider } from '../../core/wallet/keplr.ts'

/**
 * What CosmJS is given of a Keplr-style wallet (`@keplr-wallet/types`, `Keplr`). The signers are made without a question; the
 * wallet is asked when they are used.
 */
export interface OfflineSigners {
  /** Signs in the modes Direct and Amino. */
  getOfflineSigner(chainId: string): OfflineSigner & OfflineDirectSigning
  getOfflineSignerOnlyAmino(chainId: string): OfflineSigner
  /** The mode Direct only where the key can sign in it: a Ledger cannot. */
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
 * The signers on top of the wallet's own requests, which are looked up when a signer is used. Pages get this function as
 * text, like `page-script.ts`: it uses nothing from here.
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
      // CosmJS counts in bigint; what the wallet answers crosses from its process as text.
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
