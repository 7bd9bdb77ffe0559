import { operationWord } from '../operation-word.ts'
import type { Direction } from '../wire.ts'
import {
  lastTwenty,
  type SentTransaction,
  type SettledTransaction,
  type TokenEvent,
} from './mined-transaction.ts'

/** An amount that an account received or sent. `token` is undefined for the native coin. */
export interface Move {
  readonly token: string | undefined
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly direction: Direction
}

export interface Operation {
  readonly operation: string
  readonly moves: readonly Move[]
}

export const zeroAddress = `0x${'0'.repeat(40)}`
/** Selectors of EIP-20. */
const selectors = { transfer: '0xa9059cbb', transferFrom: '0x23b872dd', approve: '0x095ea7b3' } as const

/** Returns the operation type (S3.9.4) and the moves of a successful transaction, as the account's history shows them. */
export function operationOf(transaction: SettledTransaction, account: string): Operation {
  const { from, to, created, transfers, approvals, value } = transaction
  const native = to !== undefined && value > 0n ? [{ token: undefined, from, to, amount: value }] : []
  const moves = seenBy([...native, ...transfers], account)
  const allowed = approvals.filter((each) => each.from === account)
  // Activity lists hide transactions without transfers (S3.3.10). So show an approval with its allowance, and a call with its value.
  const shown =
    moves.length > 0 ? moves : allowed.length > 0 ? allowed.map(unmoved) : callValue(transaction, account)
  const operation =
    created && from === account
      ? 'deploy'
      : moves.length > 0
        ? ofMoves(moves)
        : allowed.length > 0
          ? 'approve'
          : ofCall(transaction)
  return { operation, moves: shown }
}

/**
 * Returns the operation type and the moves of a transaction that is pending, failed or of unknown outcome. Both follow from the
 * transaction's own fields, because no events show its effect.
 */
export function intendedOperation(transaction: SentTransaction, account: string): Operation {
  const { from, to, value, input } = transaction
  if (to === undefined) return { operation: 'deploy', moves: callValue(transaction, account) }
  const event = tokenCall(transaction)
  if (event && input.startsWith(selectors.approve)) return { operation: 'approve', moves: [unmoved(event)] }
  const native = value > 0n ? [{ token: undefined, from, to, amount: value }] : []
  const moves = seenBy([...native, ...(event ? [event] : [])], account)
  return moves.length > 0
    ? { operation: ofMoves(moves), moves }
    : { operation: ofCall(transaction), moves: callValue(transaction, account) }
}

function tokenCall({ from, to, input }: SentTransaction): TokenEvent | undefined {
  const words = /^.{10}((?:.{64})+)$/.exec(input)?.[1]?.match(/.{64}/g) ?? []
  const [first = '', second = '', third = ''] = words
  if (to === undefined) return undefined
  if (input.startsWith(selectors.transferFrom) && words.length === 3)
    return { token: to, from: lastTwenty(first), to: lastTwenty(second), amount: BigInt(`0x${third}`) }
  const known = input.startsWith(selectors.transfer) || input.startsWith(selectors.approve)
  return known && words.length === 2
    ? { token: to, from, to: lastTwenty(first), amount: BigInt(`0x${second}`) }
    : undefined
}

function seenBy(events: readonly Omit<Move, 'direction'>[], account: string): readonly Move[] {
  return events.flatMap((event) => {
    const { from, to } = event
    if (from !== account && to !== account) return []
    return [{ ...event, direction: from !== account ? 'in' : to !== account ? 'out' : 'self' }]
  })
}

function unmoved(event: TokenEvent): Move {
  return { ...event, direction: 'self' }
}

function callValue({ from, to, value }: SentTransaction, account: string): readonly Move[] {
  const direction = from === account ? 'out' : 'in'
  return [{ token: undefined, from, to: to ?? zeroAddress, amount: value, direction }]
}

function ofMoves(moves: readonly Move[]): string {
  return operationWord(
    moves.map(({ direction, token, from, to }) => ({
      direction,
      isMint: token !== undefined && from === zeroAddress,
      isBurn: to === zeroAddress,
    })),
  )
}

/**
 * Returns the type of a call that moved nothing. An empty transfer to oneself is a cancellation: wallets send it to replace a pending transaction.
 */
function ofCall({ from, to, input }: SentTransaction): string {
  if (input !== '0x') return 'execute'
  return from === to ? 'cancel' : 'send'
}
