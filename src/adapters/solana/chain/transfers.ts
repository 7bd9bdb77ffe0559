import {
  type AddressLookupTableAccount,
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { maxSize } from '../wire.ts'
import type { Source } from './sources.ts'
import { associatedAccount, associatedTokenProgram, type Token } from './token.ts'

const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

/** The compute unit limit of a transaction, and the price per unit. */
export interface Budget {
  readonly computeUnitLimit: number
  readonly microLamportsPerUnit: bigint
}

export function nativeTransfer(
  from: string,
  to: string,
  lamports: bigint,
  memo?: string,
): readonly TransactionInstruction[] {
  const [fromPubkey, toPubkey] = [new PublicKey(from), new PublicKey(to)]
  return [...memoOf(memo), SystemProgram.transfer({ fromPubkey, toPubkey, lamports })]
}

/**
 * Returns the instructions that transfer tokens from one or more accounts to the recipient's associated account. If needed, the
 * instructions first create this account. A memo comes directly before each transfer, because accounts that require a memo expect
 * it there.
 */
export function tokenTransfer(
  token: Token,
  transfer: {
    from: string
    sources: readonly Source[]
    to: string
    makeAccount: boolean
    memo?: string | undefined
  },
): readonly TransactionInstruction[] {
  const { mint, program, decimals } = token
  const owner = new PublicKey(transfer.from)
  const target = associatedAccount(transfer.to, token)
  const make = new TransactionInstruction({
    programId: associatedTokenProgram,
    keys: [
      key(owner, 'signer', 'writable'),
      key(target, 'writable'),
      key(new PublicKey(transfer.to)),
      key(mint),
      key(SystemProgram.programId),
      key(program),
    ],
    // 1 is CreateIdempotent, which succeeds if the account exists already.
    data: bytes([1]),
  })
  const moves = transfer.sources.flatMap(({ address, amount }) => {
    const digits = new Uint8Array(8)
    new DataView(digits.buffer).setBigUint64(0, amount, true)
    const move = new TransactionInstruction({
      programId: program,
      keys: [
        key(new PublicKey(address), 'writable'),
        key(mint),
        key(target, 'writable'),
        key(owner, 'signer'),
      ],
      // 12 is TransferChecked.
      data: bytes([12, ...digits, decimals]),
    })
    return [...memoOf(transfer.memo), move]
  })
  return transfer.makeAccount ? [make, ...moves] : moves
}

/**
 * Builds an unsigned transaction. Its first two instructions set the price and the limit of the compute units.
 * @throws `validation/invalid-input` if the instructions don't fit into one transaction.
 */
export function unsigned(
  payer: string,
  recentBlockhash: string,
  instructions: readonly TransactionInstruction[],
  { computeUnitLimit, microLamportsPerUnit }: Budget,
  tables: readonly AddressLookupTableAccount[] = [],
): { readonly wire: Uint8Array; readonly message: Uint8Array } {
  const written = new TransactionMessage({
    payerKey: new PublicKey(payer),
    recentBlockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: microLamportsPerUnit }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: computeUnitLimit }),
      ...instructions,
    ],
  })
  try {
    // Use a legacy message if possible, because every wallet can sign it.
    const message =
      tables.length > 0 ? written.compileToV0Message([...tables]) : written.compileToLegacyMessage()
    const wire = new VersionedTransaction(message).serialize()
    if (wire.length > maxSize) throw new RangeError(`${wire.length} bytes`)
    return { wire, message: message.serialize() }
  } catch (cause) {
    // The library throws a RangeError if its buffers overflow, or an Error with this text for more than 256 accounts.
    if (!(cause instanceof RangeError || /keys length exceeded/.test(String(cause)))) throw cause
    const reason = "they don't fit into one transaction of 1,232 bytes"
    throw latchkeyError('validation/invalid-input', { values: { field: 'instructions', reason }, cause })
  }
}

function memoOf(memo: string | undefined): readonly TransactionInstruction[] {
  if (memo === undefined) return []
  const data = bytes([...new TextEncoder().encode(memo)])
  return [new TransactionInstruction({ programId: memoProgram, keys: [], data })]
}

function key(pubkey: PublicKey, ...roles: readonly ('signer' | 'writable')[]) {
  return { pubkey, isSigner: roles.includes('signer'), isWritable: roles.includes('writable') }
}

/** Returns a Uint8Array, typed as the Buffer that the library requires. A real Buffer would need a polyfill in browsers. */
function bytes(values: readonly number[]) {
  return Uint8Array.from(values) as Buffer
}
