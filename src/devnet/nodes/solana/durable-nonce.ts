import { createHash } from 'node:crypto'
import {
  type Address,
  type CompiledTransactionMessage,
  type EncodedAccount,
  getBase58Decoder,
  getBase58Encoder,
} from '@solana/kit'
import type { LiteSVM } from 'litesvm'

const systemProgram = '11111111111111111111111111111111'
/** `AdvanceNonceAccount` of the system program, as a little-endian u32. */
const advance = [4, 0, 0, 0]
/** The offsets in an initialized nonce account. */
const layout = { size: 80, version: 0, state: 4, authority: 8, nonce: 40, fee: 72 }

/**
 * Returns the account whose nonce the transaction uses instead of a recent blockhash. Undefined if the transaction has no valid
 * nonce. The rules are in `check_transaction_age` of https://github.com/anza-xyz/agave,
 * runtime/src/bank/check_transactions.rs.
 */
export function nonceAccountOf(
  svm: LiteSVM,
  message: CompiledTransactionMessage,
  lifetime: string,
): Extract<ReturnType<LiteSVM['getAccount']>, { exists: true }> | undefined {
  const { header, staticAccounts } = message
  const [first] = 'instructions' in message ? message.instructions : []
  const [index, , authority = 0] = first?.accountIndices ?? []
  if (!first || index === undefined || staticAccounts[first.programAddressIndex] !== systemProgram)
    return undefined
  if (advance.some((byte, at) => first.data?.[at] !== byte)) return undefined
  const account = svm.getAccount(staticAccounts[index] as Address)
  if (!account.exists || account.programAddress !== systemProgram) return undefined
  if (account.data.length !== layout.size || account.data[layout.state] !== 1) return undefined
  const field = (from: number, to: number) => getBase58Decoder().decode(account.data.slice(from, to))
  const owner = field(layout.authority, layout.nonce)
  if (owner !== staticAccounts[authority] || authority >= header.numSignerAccounts) return undefined
  return field(layout.nonce, layout.fee) === lifetime ? account : undefined
}

/** Gives the account the next nonce. A failed transaction advances the nonce too, because it paid its fee. */
export function advanceNonce(svm: LiteSVM, account: EncodedAccount): void {
  const data = Uint8Array.from(account.data)
  const blockhash = getBase58Encoder().encode(svm.latestBlockhash())
  data.set(createHash('sha256').update('DURABLE_NONCE').update(Buffer.from(blockhash)).digest(), layout.nonce)
  svm.setAccount({ ...account, data })
}
