import { operationWord } from '../operation-word.ts'
import type { Direction } from '../wire.ts'
import { type InstructedMove, instructedMoves } from './instructions.ts'
import type { NodeTokenBalance, NodeTransaction } from './node-transaction.ts'

export interface SolanaMove extends InstructedMove {
  readonly direction: Direction
}

export interface SolanaOperation {
  readonly operation: string
  readonly moves: readonly SolanaMove[]
}

/**
 * Returns the effect of a transaction on an owner; undefined if there is none. If the transaction failed, returns the effect that it would have had.
 */
export function operationFor(transaction: NodeTransaction, owner: string): SolanaOperation | undefined {
  const { meta } = transaction
  const isPayer = transaction.transaction.message.accountKeys[0] === owner
  // A failed transaction moved nothing, so only its fee payer's history lists it.
  if (meta?.err && !isPayer) return undefined
  const all = instructedMoves(transaction)
  const seen = all
    .filter(({ isApproval, from, to }) => !isApproval && (from === owner || to === owner))
    .map((move): SolanaMove => {
      const { from, to } = move
      return { ...move, direction: from !== owner ? 'in' : to !== owner ? 'out' : 'self' }
    })
  const moves = meta?.err ? seen : seen.map((move) => asItArrived(move, seen, transaction, owner))
  if (moves.length > 0)
    return {
      operation: operationWord(
        moves.map(({ direction, mint, from, to }) => ({
          direction,
          isMint: mint !== undefined && from === undefined,
          isBurn: mint !== undefined && to === undefined,
        })),
      ),
      moves,
    }
  const allowed = all.filter(({ isApproval, from }) => isApproval && from === owner)
  if (allowed.length > 0)
    return { operation: 'approve', moves: allowed.map((move) => ({ ...move, direction: 'self' })) }
  // Activity lists hide transactions without transfers (S3.3.10). So show a transaction that moved nothing as a transfer of zero.
  const nothing = { mint: undefined, decimals: 9, from: owner, to: undefined, amount: 0n, isApproval: false }
  return isPayer ? { operation: 'execute', moves: [{ ...nothing, direction: 'out' }] } : undefined
}

/** A Token-2022 token may deduct a fee from a transfer. So the received amount is the increase of the balance. */
function asItArrived(
  move: SolanaMove,
  moves: readonly SolanaMove[],
  { meta }: NodeTransaction,
  owner: string,
): SolanaMove {
  const { mint, direction } = move
  if (mint === undefined || direction !== 'in' || moves.filter((each) => each.mint === mint).length > 1)
    return move
  const sum = (balances: readonly NodeTokenBalance[] | null | undefined) =>
    (balances ?? [])
      .filter((each) => each.mint === mint && each.owner === owner)
      .reduce((total, { uiTokenAmount }) => total + BigInt(uiTokenAmount.amount), 0n)
  const grown = sum(meta?.postTokenBalances) - sum(meta?.preTokenBalances)
  return grown > 0n && grown < move.amount ? { ...move, amount: grown } : move
}
