import type { Direction } from './wire.ts'

/** The facts about a transfer that classify its transaction. */
export interface WordedMove {
  readonly direction: Direction
  /** Whether the token was minted (no sender) or burnt (no recipient). */
  readonly isMint: boolean
  readonly isBurn: boolean
}

/** Classifies a transaction that moved something, with the operation types of S3.9.4. */
export function operationWord(moves: readonly WordedMove[]): string {
  const out = moves.filter(({ direction }) => direction !== 'in')
  const into = moves.filter(({ direction }) => direction === 'in')
  if (out.length > 0 && into.length > 0) return 'trade'
  if (out.length > 0) return out.every(({ isBurn }) => isBurn) ? 'burn' : 'send'
  return into.every(({ isMint }) => isMint) ? 'mint' : 'receive'
}
