/**
 * What a Keplr-style wallet puts into the page (`@keplr-wallet/types`, wallet/keplr.ts): Keplr, Leap, Cosmostation. It is
 * the provider of a `native` channel of the dialect `keplr`. Nothing of what it answers is believed.
 */
export interface KeplrProvider {
  /** Asks for chains, one or several in one prompt; without a prompt where all of them are approved. */
  enable(chainIds: string | readonly string[]): Promise<unknown>
  /** Takes the approval back. */
  disable?(chainIds?: string | readonly string[]): Promise<unknown>
  /** Leap's: tells without a prompt. */
  isConnected?(chainId: string): Promise<unknown>
  /** The selected key, as the chain spells its address. */
  getKey(chainId: string): Promise<unknown>
  signDirect?(chainId: string, signer: string, signDoc: object, options?: KeplrSignOptions): Promise<unknown>
  signAmino?(chainId: string, signer: string, signDoc: object, options?: KeplrSignOptions): Promise<unknown>
  /** ADR-36. */
  signArbitrary?(chainId: string, signer: string, data: string | Uint8Array): Promise<unknown>
  experimentalSuggestChain?(chainInfo: object): Promise<unknown>
}

export interface KeplrSignOptions {
  readonly preferNoSetFee?: boolean
  readonly preferNoSetMemo?: boolean
}

/** The methods that a session may have approved. */
export const keplrMethods = ['signDirect', 'signAmino', 'signArbitrary', 'experimentalSuggestChain'] as const
