import type { Hex } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { SignInFields } from '../sign-in/sign-in-fields.ts'
import type { ConnectionProvider } from './connection-provider.ts'

/** An instruction of `@solana/web3.js` version 1, or of `@solana/kit`. */
export type SolanaInstruction =
  | {
      readonly programId: { toBase58(): string }
      readonly keys: readonly {
        readonly pubkey: { toBase58(): string }
        readonly isSigner: boolean
        readonly isWritable: boolean
      }[]
      readonly data: ArrayLike<number>
    }
  | {
      readonly programAddress: string
      /** The roles of accounts: 0 reads, 1 writes, 2 signs and reads, 3 signs and writes. */
      readonly accounts?: readonly { readonly address: string; readonly role: number }[] | undefined
      readonly data?: ArrayLike<number> | undefined
    }

/**
 * Instructions from which Latchkey builds the transaction. Latchkey adds the blockhash and the compute budget. The account pays
 * the fee and is the only signer. If a transaction needs another signer, pass the transaction as `wire`.
 */
export interface SolanaInstructions {
  wire?: undefined
  instructions: readonly SolanaInstruction[]
  /**
   * Default: the limit in your own compute budget instruction. Without such an instruction: the units of a simulation plus a
   * tenth.
   */
  computeUnitLimit?: number
  /** Default: the price in your own compute budget instruction. Without such an instruction: the price that was recently paid. */
  microLamportsPerUnit?: bigint
  /**
   * The address lookup tables to use: the list of addresses in each table, by the table's address. With tables, the transaction
   * has version 0.
   */
  lookupTables?: Readonly<Record<string, readonly string[]>>
}

/** Outputs from which Latchkey builds the PSBT. Latchkey selects the account's coins and adds the change. */
export interface BitcoinOutputs {
  psbtBase64?: undefined
  /** Payments in sats, and at most one `data` output: up to 80 bytes that are stored on the blockchain (`OP_RETURN`). */
  outputs: readonly BitcoinOutput[]
  /** Default: the node's estimate for 3 blocks. */
  satPerVbyte?: number
  /** Whether the payment can be sent again with a higher fee. Default: true. */
  replaceable?: boolean
  /** Whether coins that may carry inscriptions or runes can be spent. Default: false. */
  spendProtected?: boolean
}
export type BitcoinOutput =
  | { readonly to: string; readonly amount: bigint; readonly data?: undefined }
  | { readonly data: Uint8Array; readonly to?: undefined }

/**
 * A call that polkadot.js built (`api.tx.…`), or that polkadot-api built (`typedApi.tx.…`). Latchkey uses only the encoded call.
 */
export type PolkadotCall =
  | { readonly method: { toHex(): string; readonly section?: string; readonly method?: string } }
  | {
      /** Returns bytes, or an object that contains bytes: `Binary` of polkadot-api version 1. */
      getEncodedData(): Promise<Uint8Array | { asBytes(): Uint8Array }>
      readonly decodedCall?: unknown
    }

/** The types of each family. The other types in this file are parts of these types. */
export interface FamilyTypes {
  eip155: {
    accountType: 'eoa' | 'smartAccount'
    /**
     * With `toContract`, Latchkey refuses a transaction to an address without code before it asks the wallet. Without
     * `toContract`, the network executes a call to such an address as a plain transfer, and reports no error.
     */
    transaction: { to?: Hex; data?: Hex; value?: bigint; gas?: bigint; toContract?: boolean }
    /**
     * `gas` is the gas limit. The prices are in wei per unit of gas. `dataFee` is the fee in wei that a rollup charges, in
     * addition to gas × price, for the data on layer 1 and for the rollup's operator. No field of a transaction limits `dataFee`.
     * On networks that aren't rollups, `dataFee` is absent.
     */
    feeDetail: { gas: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; dataFee?: bigint }
    signedTransaction: Hex
    sendOptions: Record<string, never>
    messageOptions: Record<never, never>
    provider: ConnectionProvider
  }
  solana: {
    accountType: 'eoa'
    transaction: { wire: Uint8Array; instructions?: undefined } | SolanaInstructions
    /**
     * `rentLamports` stay in the recipient's new token account and aren't part of the total fee. `tokenTransferFee` is the
     * transfer fee that a Token-2022 token withholds from the amount, in the token's smallest unit. `offCurve`: the recipient's
     * address has no private key, because a program controls the address.
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
     * `allowOffCurve` allows sending to an address without a private key, even if no account exists there. `memo` is a public
     * text on the blockchain, of at most 500 bytes. Some token accounts require a memo.
     */
    sendOptions: {
      computeUnitLimit?: number
      microLamportsPerUnit?: bigint
      allowOffCurve?: boolean
      memo?: string
    }
    /**
     * `signIn` contains the fields of the message if the message is a sign-in. If these fields produce exactly the given message,
     * a wallet with `solana:signIn` gets the fields instead of the message. The text that the wallet signed must equal the
     * message exactly.
     */
    messageOptions: { signIn?: SignInFields | undefined }
    provider: undefined
  }
  polkadot: {
    accountType: 'eoa'
    /** A `tx` of several calls becomes one `utility.batchAll`: the network executes all calls or none. `tip` is in plancks. */
    transaction:
      | { callHex: Hex; tx?: undefined; tip?: bigint }
      | { tx: PolkadotCall | readonly PolkadotCall[]; callHex?: undefined; tip?: bigint }
    feeDetail: { partialFee: bigint; weight: { refTime: bigint; proofSize: bigint } }
    signedTransaction: Hex
    sendOptions: { allowDeath?: boolean; tip?: bigint }
    messageOptions: Record<never, never>
    provider: undefined
  }
  bip122: {
    accountType: 'payment' | 'ordinal' | 'stx'
    transaction: { psbtBase64: string; inputsToSign: readonly number[]; outputs?: undefined } | BitcoinOutputs
    /**
     * `protectedSats` is the value of the coins that the send doesn't use, because they may carry inscriptions or runes.
     * `unusualRate`: the rate is so high that `send` needs a `maxFee` or a `satPerVbyte`.
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
    /**
     * `value` is the message's object for types that `@cosmjs/stargate` knows, such as `MsgDelegate` and `MsgTransfer` (IBC). For
     * any type, `value` can also be the encoded message. But then, wallets that sign only Amino, such as a Ledger, can't sign the
     * transaction.
     */
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
