import type { Direction } from './wire.ts'

/** A movement, as far as it says what a transaction was. */
export interface WordedMove {
  readonly direction: Direction
  /** Of a token that came from nobody, or went to nobody. */
  readonly isMint: boolean
  readonly isBurn: boolean
}

/** What a transaction that moved something was for an account, in the words of the specification's activity list. */
export function operationWord(moves: readonly WordedMove[]): string {
  const out = moves.filter(({ direction }) => direction !== 'in')
  const into = moves.filter(({ direction }) => direction === 'in')
  if (out.length > 0 && into.length > 0) return 'trade'
  if (out.length > 0) return out.every(({ isBurn }) => isBurn) ? 'burn' : 'send'
  return into.every(({ isMint }) => isMint) ? 'mint' : 'receive'
}
