import { hex } from '@scure/base'
import { feeOf } from '../../adapters/solana/fee.ts'
import { Bytes } from './bytes.ts'
import { refused } from './refused.ts'
import { type SolanaAction, solanaAction } from './solana-actions.ts'
import { readSolanaMessage } from './solana-message.ts'

/** A transaction, decoded without the signing library. */
export interface SolanaTransaction {
  readonly version: 'legacy' | 0
  readonly feePayer: string
  readonly signers: readonly { readonly address: string; readonly signed: boolean }[]
  readonly recentBlockhash: string
  /** The bytes that the signatures cover. */
  readonly message: Uint8Array
  readonly instructions: readonly SolanaInstruction[]
  /** The maximum network fee, in lamports. */
  readonly fee: bigint
  /** Whether the transaction has a durable nonce, which doesn't expire, instead of a recent blockhash. */
  readonly durable: boolean
}

export interface SolanaInstruction {
  readonly program: string
  /** The effect of the instruction. Undefined for an unknown instruction. */
  readonly action: SolanaAction | undefined
  /** The instruction's data in hex. */
  readonly data: string
  readonly accounts: readonly string[]
}

/**
 * Decodes a serialized transaction.
 * @throws `validation/invalid-input`, which names the invalid part.
 */
export function decodeSolanaTransaction(wire: Uint8Array): SolanaTransaction {
  const bytes = new Bytes(wire, 'transaction')
  if (wire.length > 1232) throw refused('transaction', `has ${wire.length} bytes, and the network takes 1232`)
  const signatures = bytes.list('signatures', () => bytes.take(64, 'signatures'))
  const message = wire.slice(bytes.at)
  const {
    versioned,
    required,
    readonlyOthers,
    keys,
    recentBlockhash,
    instructions: raw,
    lookups,
  } = readSolanaMessage(bytes)
  bytes.end()
  if (required === 0 || required > keys.length || readonlyOthers > keys.length - required)
    throw refused('transaction.header', "doesn't match its accounts")
  if (signatures.length !== required)
    throw refused('transaction.signatures', `has room for ${signatures.length}, but ${required} are required`)
  const all = [
    ...keys,
    ...lookups.flatMap(({ table, writable }) => writable.map((at) => `no. ${at} of table ${table}`)),
    ...lookups.flatMap(({ table, readable }) => readable.map((at) => `no. ${at} of table ${table}`)),
  ]
  const instructions = raw.map(({ program, accounts, data }, index) => {
    const name = keys[program]
    const named = accounts.map((at) => all[at])
    const missing = named.indexOf(undefined)
    if (name === undefined)
      throw refused(
        `transaction.instructions[${index}].programIdIndex`,
        'names no account of the transaction',
      )
    if (missing >= 0)
      throw refused(
        `transaction.instructions[${index}].accounts[${missing}]`,
        'names no account of the transaction',
      )
    const of = named as string[]
    const action = solanaAction(name, of, data)
    return { program: name, action, data: hex.encode(data), accounts: of }
  })
  return {
    version: versioned ? 0 : 'legacy',
    feePayer: keys[0] ?? '',
    signers: signatures.map((signature, at) => ({
      address: keys[at] ?? '',
      signed: signature.some((byte) => byte !== 0),
    })),
    recentBlockhash,
    message,
    instructions,
    fee: feeOf(wire),
    durable: instructions[0]?.action?.kind === 'advance-nonce',
  }
}
