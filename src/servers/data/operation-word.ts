import type { Direction } from './wire.ts'

/** The properties of a transfer that decide its operation type. */
export interface WordedMove {
  readonly direction: Direction
  /** Whether the transfer mints the token (it has no sender) or burns it (no recipient). */
  readonly isMint: boolean
  readonly isBurn: boolean
}

/** Returns the operation type (S3.9.4) of a transaction that moved something. */
export function operationWord(moves: readonly WordedMove[]): string {
  const out = moves.filter(({ direction }) => direction !== 'in')
  const into = moves.filter(({ direction }) => direction === 'in')
  if (out.length > 0 && into.length > 0) return 'trade'
  if (out.length > 0) return out.every(({ isBurn }) => isBurn) ? 'burn' : 'send'
  return into.every(({ isMint }) => isMint) ? 'mint' : 'receive'
}
