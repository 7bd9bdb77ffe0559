import type { Hex } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { SignInFields } from '../sign-in/sign-in-fields.ts'
import type { ConnectionProvider } from './connection-provider.ts'

/** The types of each family. Nothing else in this file is specific to a family. */
export interface FamilyTypes {
  eip155: {
    accountType: 'eoa' | 'smartAccount'
    transaction: { to?: Hex; data?: Hex; value?: bigint; gas?: bigint }
    /**
     * `gas` is the gas limit, in units of gas; prices are in wei per unit. `dataFee`, in wei, is what a rollup takes on top of gas ×
     * price for the data on layer 1 and its operator; no field of a transaction limits it. Absent on other networks.
     */
    feeDetail: { gas: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; dataFee?: bigint }
    signedTransaction: Hex
    sendOptions: Record<string, never>
    messageOptions: Record<never, never>
    provider: ConnectionProvider
  }
  solana: {
    accountType: 'eoa'
    transaction: { wire: Uint8Array }
    /**
     * `rentLamports` stay in the recipient's new token account and aren't part of the total fee. `tokenTransferFee`, in the token's
     * smallest unit, is the transfer fee that a Token-2022 token withholds from the amount. `offCurve`: the recipient's address
     * has no private key; a program controls it.
     */
    feeDetail: {
      baseLamports: bigint
      computeUnitLimit: number
      microLamportsPerUnit: bigint
      rentLamports?: bigint
      tokenTransferFee?: bigint
      offCurve?: true
    }
    signedTransaction: Uint8Array
    /**
     * `allowOffCurve` allows sending to an address without a private key even if no account exists there. `memo` is a public text
     * on the chain, of at most 500 bytes; some token accounts require one.
     */
    sendOptions: {
      computeUnitLimit?: number
      microLamportsPerUnit?: bigint
      allowOffCurve?: boolean
      memo?: string
    }
    /**
     * `signIn`: the fields, if the message is a sign-in. A wallet with `solana:signIn` is then asked with these fields,
     * provided they produce the message; what it signed must equal the message exactly.
     */
    messageOptions: { signIn?: SignInFields | undefined }
    provider: undefined
  }
  polkadot: {
    accountType: 'eoa'
    transaction: { callHex: Hex; tip?: bigint }
    feeDetail: { partialFee: bigint; weight: { refTime: bigint; proofSize: bigint } }
    signedTransaction: Hex
    sendOptions: { allowDeath?: boolean; tip?: bigint }
    messageOptions: Record<never, never>
    provider: undefined
  }
  bip122: {
    accountType: 'payment' | 'ordinal' | 'stx'
    transaction: { psbtBase64: string; inputsToSign: readonly number[] }
    /**
     * `protectedSats`: coins that the send leaves aside, because they may carry inscriptions or runes. `unusualRate`: the rate is so
     * high that `send` needs a `maxFee` or a `satPerVbyte`.
     */
    feeDetail: { satPerVbyte: number; vbytes: number; protectedSats?: bigint; unusualRate?: true }
    signedTransaction: { psbtBase64: string; txid?: string }
    /** `spendProtected` allows spending coins that may carry inscriptions or runes. */
    sendOptions: { satPerVbyte?: number; replaceable?: boolean; spendProtected?: boolean }
    messageOptions: { scheme?: 'ecdsa' | 'bip322' }
    provider: undefined
  }
  cosmos: {
    accountType: 'eoa'
    transaction: { messages: readonly { typeUrl: string; value: unknown }[]; memo?: string }
    feeDetail: { gas: bigint; gasPrice: string }
    signedTransaction: Uint8Array
    sendOptions: { memo?: string }
    messageOptions: Record<never, never>
    provider: undefined
  }
}
export type AccountType<N extends ChainNamespace = ChainNamespace> = FamilyTypes[N]['accountType']
export type Transaction<N extends ChainNamespace = ChainNamespace> = FamilyTypes[N]['transaction']
export type FeeDetail<N extends ChainNamespace = ChainNamespace> = FamilyTypes[N]['feeDetail']
export type SignedTransaction<N extends ChainNamespace = ChainNamespace> = FamilyTypes[N]['signedTransaction']
export type SendOptions<N extends ChainNamespace = ChainNamespace> = FamilyTypes[N]['sendOptions']
export type MessageOptions<N extends ChainNamespace = ChainNamespace> = FamilyTypes[N]['messageOptions']
