import { base58 } from '@scure/base'
import type { NodeInstruction, NodeTokenBalance, NodeTransaction } from './node-transaction.ts'

/**
 * A transfer between owners: of a token, or of lamports if `mint` is undefined. When tokens are minted, `from` is undefined. For
 * a burn or an approval, `to` is undefined.
 */
export interface InstructedMove {
  readonly mint: string | undefined
  readonly decimals: number
  readonly from: string | undefined
  readonly to: string | undefined
  readonly amount: bigint
  /** An approval moves nothing. */
  readonly isApproval: boolean
}

const systemProgram = '11111111111111111111111111111111'
export const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

/**
 * Returns the transfers in a transaction's instructions and inner instructions. These are transfers of the system program, and
 * transfers, mints, burns and approvals of the two token programs. If the transaction failed, these transfers didn't happen.
 */
export function instructedMoves({ transaction, meta }: NodeTransaction): readonly InstructedMove[] {
  const { accountKeys, instructions } = transaction.message
  const { writable = [], readonly = [] } = meta?.loadedAddresses ?? {}
  const keys = [...accountKeys, ...writable, ...readonly]
  const tokenAccounts = new Map(
    [...(meta?.preTokenBalances ?? []), ...(meta?.postTokenBalances ?? [])].map((each) => [
      each.accountIndex,
      each,
    ]),
  )
  const called = (meta?.innerInstructions ?? []).flatMap((inner) => inner.instructions)
  return [...instructions, ...called].flatMap((instruction) => {
    const program = keys[instruction.programIdIndex] ?? ''
    const data = Buffer.from(base58.decode(instruction.data))
    if (program === systemProgram) return systemMove(keys, instruction, data)
    return tokenPrograms.includes(program) ? tokenMove(tokenAccounts, instruction, data) : []
  })
}

/** Reads the instructions `Transfer` and `TransferWithSeed`. */
function systemMove(
  keys: readonly string[],
  { accounts }: NodeInstruction,
  data: Buffer,
): readonly InstructedMove[] {
  const kind = data.length >= 12 ? data.readUInt32LE(0) : -1
  const to = kind === 2 ? accounts[1] : kind === 11 ? accounts[2] : undefined
  const from = accounts[0]
  if (from === undefined || to === undefined) return []
  return [
    {
      mint: undefined,
      decimals: 9,
      from: keys[from],
      to: keys[to],
      amount: data.readBigUInt64LE(4),
      isApproval: false,
    },
  ]
}

/** The positions of the source account and the destination account in each token instruction. */
const places: Readonly<
  Record<number, { readonly from?: number; readonly to?: number; readonly isApproval?: true }>
> = {
  3: { from: 0, to: 1 },
  4: { from: 0, isApproval: true },
  7: { to: 1 },
  8: { from: 0 },
  12: { from: 0, to: 2 },
  13: { from: 0, isApproval: true },
  14: { to: 1 },
  15: { from: 0 },
}

function tokenMove(
  tokenAccounts: ReadonlyMap<number, NodeTokenBalance>,
  { accounts }: NodeInstruction,
  data: Buffer,
): readonly InstructedMove[] {
  // Token-2022's `TransferCheckedWithFee` has the accounts of `TransferChecked`, and a second byte for its kind.
  const isWithFee = data.length >= 19 && data[0] === 26 && data[1] === 1
  const kind = isWithFee ? 12 : (data[0] ?? -1)
  const place = data.length >= 9 ? places[kind] : undefined
  if (!place) return []
  const at = (index: number | undefined) =>
    index === undefined ? undefined : tokenAccounts.get(accounts[index] ?? -1)
  const [from, to] = [at(place.from), at(place.to)]
  const known = from ?? to
  if (!known) return []
  return [
    {
      mint: known.mint,
      decimals: known.uiTokenAmount.decimals,
      from: from?.owner,
      to: to?.owner,
      amount: data.readBigUInt64LE(isWithFee ? 2 : 1),
      isApproval: place.isApproval ?? false,
    },
  ]
}
