/**
 * The API that Keplr-style wallets (Keplr, Leap, Cosmostation) inject into the page (`@keplr-wallet/types`, wallet/keplr.ts). The
 * API is the `provider` of a native channel (`WalletChannel`) with the dialect `keplr`. Its responses are untrusted.
 */
export interface KeplrProvider {
  /** Requests access to one or more networks in one prompt. Doesn't prompt if all networks are already approved. */
  enable(chainIds: string | readonly string[]): Promise<unknown>
  /** Revokes the approval. */
  disable?(chainIds?: string | readonly string[]): Promise<unknown>
  /** Checks the approval without a prompt. Only Leap has this method. */
  isConnected?(chainId: string): Promise<unknown>
  /** Returns the selected key, with its address in the network's format. */
  getKey(chainId: string): Promise<unknown>
  signDirect?(chainId: string, signer: string, signDoc: object, options?: KeplrSignOptions): Promise<unknown>
  signAmino?(chainId: string, signer: string, signDoc: object, options?: KeplrSignOptions): Promise<unknown>
  /** Signs arbitrary data (ADR-36). */
  signArbitrary?(chainId: string, signer: string, data: string | Uint8Array): Promise<unknown>
  experimentalSuggestChain?(chainInfo: object): Promise<unknown>
}

/** The wallet as the adapter sees it. */
export interface KeplrPort extends KeplrProvider {
  /** Asks the wallet to confirm stored accounts. Only Latchkey's own port has this method. */
  confirm?(): Promise<unknown>
}

export interface KeplrSignOptions {
  readonly preferNoSetFee?: boolean
  readonly preferNoSetMemo?: boolean
}

/** The methods of a Keplr-style wallet that a session can list. */
export const keplrMethods = ['signDirect', 'signAmino', 'signArbitrary', 'experimentalSuggestChain'] as const
