import { parseShownUnits } from '../../../core/amounts/parse-shown-units.ts'
import { shownUnits } from '../../../core/amounts/shown-units.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import type { Amount } from '../../../core/wallet/transaction.ts'
import type { SendState, Transfer } from './send.ts'

export const emptyForm: SendState = {
  token: undefined,
  sendTokenAmount: '',
  amount: undefined,
  receiver: '',
  receiverAddress: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  resolving: false,
  warnings: [],
  resembled: undefined,
  receiverConfirmed: false,
  missing: 'token',
  review: undefined,
  reviewing: false,
  error: undefined,
  loading: false,
  pending: undefined,
  maybeSent: undefined,
  sent: undefined,
}

/** Parses the typed amount into the smallest unit. Returns undefined if it isn't valid. */
export function amountOf({ token, sendTokenAmount }: SendState): bigint | undefined {
  if (!token || sendTokenAmount.trim() === '') return undefined
  try {
    return parseShownUnits(sendTokenAmount.trim(), token.amount)
  } catch {
    return undefined
  }
}

/** Returns a listed token with its current balance on the network. */
export function withBalance(token: TokenBalance, held: Amount): TokenBalance {
  const { price, amount } = token
  return {
    ...token,
    amount: { ...held, symbol: amount.symbol },
    value: price === undefined ? undefined : price * Number(shownUnits(held)),
  }
}

/** Returns whether two balances are of the same token. */
export function isSameToken(one: TokenBalance, other: TokenBalance): boolean {
  return one.asset === other.asset && one.network === other.network
}

/**
 * Throws if the token is on another network. The coins of two networks have no asset id to tell them apart.
 * @throws `validation/invalid-input`
 */
export function requireOn(network: CaipNetworkId, token: TokenBalance): void {
  if (token.network === network) return
  const reason = `${token.amount.symbol} is on ${token.network}, but the active network is ${network}`
  throw latchkeyError('validation/invalid-input', { values: { field: 'token', reason } })
}

/**
 * Returns whether the token can have a multiplier: the displayed amount is the balance times this multiplier. Only tokens on
 * Solana can have one.
 */
export function mayHaveMultiplier({ asset }: TokenBalance): boolean {
  return asset?.startsWith('solana:') === true
}

/** Returns a newer balance of the same token. If the nodes failed to return the multiplier, keeps the earlier multiplier. */
export function withMultiplierOf(
  { amount: { multiplier } }: TokenBalance,
  token: TokenBalance,
): TokenBalance {
  return multiplier === undefined ? token : { ...token, amount: { multiplier, ...token.amount } }
}

/** Returns whether the form shows this transfer. */
export function says({ token, amount, receiverAddress }: SendState, transfer: Transfer): boolean {
  const { asset, network } = transfer.token
  return (
    token?.asset === asset &&
    token?.network === network &&
    amount === transfer.amount &&
    receiverAddress === transfer.to
  )
}

/** Returns what is missing in the form before the transfer can be reviewed. */
export function missingInput(state: SendState): SendState['missing'] {
  const { token, sendTokenAmount, amount, receiver, receiverAddress } = state
  if (!token) return 'token'
  if (sendTokenAmount.trim() === '' || /^0*\.?0*$/.test(sendTokenAmount.trim())) return 'amount'
  if (amount === undefined) return 'value'
  if (amount > token.amount.value) return 'funds'
  if (receiver.trim() === '') return 'address'
  return receiverAddress ? undefined : 'valid-address'
}
