import { operationWord } from '../operation-word.ts'
import type { Direction } from '../wire.ts'
import {
  lastTwenty,
  type MinedTransaction,
  type SentTransaction,
  type TokenEvent,
} from './mined-transaction.ts'

/** So much of a token, or of the native coin where there is none, as one account sees it. */
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

const nobody = `0x${'0'.repeat(40)}`
/** `transfer(address,uint256)`, `transferFrom(address,address,uint256)` and `approve(address,uint256)` of EIP-20. */
const selectors = { transfer: '0xa9059cbb', transferFrom: '0x23b872dd', approve: '0x095ea7b3' } as const

/** What a transaction that succeeded did for the account. The words are those of the specification's activity list. */
export function operationOf(transaction: MinedTransaction, account: string): Operation {
  const { from, to, created, transfers, approvals, value } = transaction
  const native = to !== undefined && value > 0n ? [{ token: undefined, from, to, amount: value }] : []
  const moves = seenBy([...native, ...transfers], account)
  const allowed = approvals.filter((each) => each.from === account)
  // A list of activity leaves out what moved nothing (facts 3.10); so an approval shows what it allows, and a call its value.
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

/** What a transaction is to do for the account, by its call alone: of one that waits, or that failed. */
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

/** The token and the receiver that a call of EIP-20 names. */
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
  return [{ token: undefined, from, to: to ?? nobody, amount: value, direction }]
}

function ofMoves(moves: readonly Move[]): string {
  return operationWord(
    moves.map(({ direction, token, from, to }) => ({
      direction,
      isMint: token !== undefined && from === nobody,
      isBurn: to === nobody,
    })),
  )
}

/** Of a call that moved nothing: a transfer of nothing to oneself is how wallets take the place of one that waits. */
function ofCall({ from, to, input }: SentTransaction): string {
  if (input !== '0x') return 'execute'
  return from === to ? 'cancel' : 'send'
}
