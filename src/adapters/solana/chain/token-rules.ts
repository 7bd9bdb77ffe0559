import { base58 } from '@scure/base'
import { formatUnits } from '../../../core/amounts/units.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { invalid } from '../checks.ts'
import { extensionsOf, frozen } from './extensions.ts'
import type { ChainAccount } from './node.ts'
import type { Holding, Token } from './token.ts'

/** Checks that a token can be transferred, and that Latchkey supports the transfer. @throws `validation/invalid-input` */
export function checkTransferable(token: Token): void {
  const { rules } = token
  const refuse = (reason: string) => invalid('asset', `${nameOf(token)} ${reason}`)
  if (rules?.bound) throw refuse("can't be transferred: it stays with its holder")
  if (rules?.paused) throw refuse('is paused by its issuer')
  if (rules?.hooked)
    throw refuse(
      'runs a program on each transfer (a transfer hook): send this token with an app or wallet that supports its transfer hook',
    )
}

/**
 * Checks that the recipient's token account can receive the token. If the recipient has no such account yet, checks that a new
 * account could receive the token.
 * @throws `validation/invalid-address`; `validation/invalid-input` if the account requires a memo.
 */
export function checkTarget(
  token: Token,
  account: ChainAccount | undefined,
  { to, memo }: { readonly to: string; readonly memo: string | undefined },
): void {
  const refuse = (reason: string) => latchkeyError('validation/invalid-address', { values: { reason } })
  if (!account) {
    if (token.rules?.frozenAtFirst)
      throw refuse(
        `${to} has no account for ${nameOf(token)}, and new ones are frozen until its issuer thaws them`,
      )
    return
  }
  const { data } = account
  if (data[108] === frozen)
    throw refuse(`the recipient's account for ${nameOf(token)} is frozen by its issuer`)
  if (base58.encode(data.subarray(32, 64)) !== to)
    throw refuse(`the recipient's account for ${nameOf(token)} belongs to another owner`)
  // The extension `MemoTransfer` has the number 8.
  if (extensionsOf(data).get(8)?.[0] === 1 && memo === undefined)
    throw invalid('options.memo', 'the recipient accepts this token only with a memo')
}

/**
 * Checks that the amount doesn't need frozen tokens. Doesn't check an amount above the whole balance.
 * @throws `validation/invalid-amount` if it needs them.
 */
export function checkFrozen(token: Token, holdings: readonly Holding[], amount: bigint): void {
  const sum = (some: readonly Holding[]) => some.reduce((total, one) => total + one.amount, 0n)
  const stopped = sum(holdings.filter((one) => one.frozen))
  const all = sum(holdings)
  if (amount > all || amount <= all - stopped) return
  const reason = `${formatUnits(stopped, token.decimals)} ${token.symbol} of the balance are frozen by the issuer`
  throw latchkeyError('validation/invalid-amount', { values: { reason } })
}

function nameOf({ symbol, mint }: Token): string {
  return symbol || `the token ${mint.toBase58()}`
}
