import type { Hex } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { SignInFields } from '../sign-in-fields.ts'
import type { ConnectionProvider } from './connection-provider.ts'

/** What varies by family: one row per namespace, nothing else in this file is family-specific. */
export interface FamilyTypes {
  eip155: {
    accountType: 'eoa' | 'smartAccount'
    transaction: { to?: Hex; data?: Hex; value?: bigint; gas?: bigint }
    /** `gas` in units, prices in wei per unit. */
    feeDetail: { gas: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
    signedTransaction: Hex
    sendOptions: Record<string, never>
    messageOptions: Record<never, never>
    provider: ConnectionProvider
  }
  solana: {
    accountType: 'eoa'
    transaction: { wire: Uint8Array }
    /**
     * `rentLamports` stay in the receiver's new token account; they are no fee, and not in its total. `keptByToken`, in the
     * token's smallest unit, does not arrive: a Token-2022 token with transfer fees keeps it of the amount. `offCurve`: no
     * key belongs to the receiver's address, a program decides who spends from it.
     */
    feeDetail: {
      baseLamports: bigint
      computeUnitLimit: number
      microLamportsPerUnit: bigint
      rentLamports?: bigint
      keptByToken?: bigint
      offCurve?: true
    }
    signedTransaction: Uint8Array
    /** `allowOffCurve` pays an address without a key also where there is no account yet. */
    sendOptions: { computeUnitLimit?: number; microLamportsPerUnit?: bigint; allowOffCurve?: boolean }
    /**
     * `signIn`: what the message says, where it is a sign-in. A wallet that words sign-ins itself (`solana:signIn`) is then
     * asked by these fields, if the message is their text; what it signed is the message to the letter.
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
    feeDetail: { satPerVbyte: number; vbytes: number }
    signedTransaction: { psbtBase64: string; txid?: string }
    sendOptions: { satPerVbyte?: number; replaceable?: boolean }
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
