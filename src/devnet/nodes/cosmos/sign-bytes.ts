import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { SignDoc } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import type { Coin, LedgerAccount } from './ledger.ts'
import { SdkError } from './sdk-error.ts'
import type { Transaction } from './transaction.ts'

/** Returns the bytes that the signer must have signed, depending on the sign mode. */
export function signBytes(
  transaction: Transaction,
  chainId: string,
  { number, sequence }: LedgerAccount,
): Uint8Array {
  const { signMode, bodyBytes, authInfoBytes } = transaction
  if (signMode === SignMode.SIGN_MODE_DIRECT)
    return SignDoc.encode({ bodyBytes, authInfoBytes, chainId, accountNumber: number }).finish()
  if (signMode === SignMode.SIGN_MODE_LEGACY_AMINO_JSON)
    return new TextEncoder().encode(canonicalJson(aminoSignDoc(transaction, chainId, number, sequence)))
  throw new SdkError('unauthorized', `the sign mode ${signMode} is not supported`)
}

/**
 * Builds the `StdSignDoc` (x/auth/migrations/legacytx/stdsign.go) from the transaction itself, so a signature over any other
 * document is invalid.
 */
function aminoSignDoc(transaction: Transaction, chainId: string, number: bigint, sequence: bigint) {
  const { fee, memo, messages, timeoutHeight } = transaction
  return {
    account_number: String(number),
    chain_id: chainId,
    fee: {
      amount: fee.amount.map(aminoCoin),
      gas: String(fee.gas),
      ...(fee.payer && { payer: fee.payer }),
      ...(fee.granter && { granter: fee.granter }),
    },
    memo,
    msgs: messages.map(({ from, to, amount }) => ({
      type: 'cosmos-sdk/MsgSend',
      value: { from_address: from, to_address: to, amount: amount.map(aminoCoin) },
    })),
    sequence: String(sequence),
    ...(timeoutHeight > 0n && { timeout_height: String(timeoutHeight) }),
  }
}

function aminoCoin({ denom, amount }: Coin) {
  return { denom, amount: String(amount) }
}

/** Returns JSON with sorted keys, without spaces, and with the escapes of Go's encoder. */
function canonicalJson(value: unknown): string {
  const sorted = (part: unknown): unknown =>
    Array.isArray(part)
      ? part.map(sorted)
      : typeof part === 'object' && part !== null
        ? Object.fromEntries(
            Object.entries(part)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, each]) => [key, sorted(each)]),
          )
        : part
  return JSON.stringify(sorted(value)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
