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

/** What a transaction did for an owner, or was to do where it failed; undefined when it only names them. */
export function operationFor(transaction: NodeTransaction, owner: string): SolanaOperation | undefined {
  const { meta } = transaction
  const isPayer = transaction.transaction.message.accountKeys[0] === owner
  // What failed has moved nothing: it is the affair of its payer alone.
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
  // A list of activity leaves out what moved nothing (facts 3.10).
  const nothing = { mint: undefined, decimals: 9, from: owner, to: undefined, amount: 0n, isApproval: false }
  return isPayer ? { operation: 'execute', moves: [{ ...nothing, direction: 'out' }] } : undefined
}

/** A token may keep a fee of what is transferred (Token-2022): what came is what the balance grew by. */
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
