import { formatUnits } from '../../core/amounts/units.ts'
import { isObject } from '../../core/json/is-object.ts'
import { readQuantity } from '../../core/json/read-quantity.ts'
import type { HiddenTransfer, ReadTransaction, ReadTransfer } from '../shared/eip155/past-transactions.ts'
import { readAddress, readDecimals } from '../shared/eip155/token.ts'
import { readToken } from './token.ts'

type Invalid = (expected: string) => Error

/** Reads the fields that transactions and transfers have in common. */
function readShared(item: Record<string, unknown>, hash: unknown) {
  const partyOf = (party: unknown) => (isObject(party) ? readAddress(party.hash) : undefined)
  const block = item.block_number
  const at = Date.parse(String(item.timestamp))
  if (typeof hash !== 'string' || !/^0x[\da-f]{64}$/i.test(hash)) return undefined
  if (!Number.isSafeInteger(block) || Number(block) < 0 || !(at >= 0)) return undefined
  return {
    hash: hash.toLowerCase(),
    block: Number(block),
    at,
    from: partyOf(item.from),
    to: partyOf(item.to),
  }
}

/**
 * Reads a transaction of the account. Returns undefined if the transaction is pending or invalid.
 * @throws if the transaction belongs to another account, because no part of a mixed-up answer may be shown.
 */
export function readTransaction(
  item: Record<string, unknown>,
  owner: string,
  invalid: Invalid,
): ReadTransaction | undefined {
  const shared = readShared(item, item.hash)
  const value = readQuantity(item.value)
  if (!shared || value === undefined) return undefined
  const created = isObject(item.created_contract) ? readAddress(item.created_contract.hash) : undefined
  if (![shared.from, shared.to, created].includes(owner)) throw invalid('transactions of the account')
  const isCreation = shared.to === undefined
  return {
    ...shared,
    value,
    failed: item.status === 'error',
    // Blockscout has no status until it has indexed the outcome of the transaction.
    open: item.status !== 'ok' && item.status !== 'error',
    method: isCreation ? 'deploy' : typeof item.method === 'string' ? item.method : undefined,
  }
}

/**
 * Reads a token transfer from or to the account. Returns a hidden transfer if its token or its amount is invalid, if its token is
 * marked as a scam, or if its decimals differ from the token's decimals. Returns undefined if the rest of the transfer is invalid.
 * @throws if the transfer belongs to another account.
 */
export function readTransfer(
  item: Record<string, unknown>,
  owner: string,
  invalid: Invalid,
): ReadTransfer | HiddenTransfer | undefined {
  // In older versions, the field is called `tx_hash`.
  const shared = readShared(item, item.transaction_hash ?? item.tx_hash)
  const token = readToken(item.token)
  if (shared && ![shared.from, shared.to].includes(owner)) throw invalid('token transfers of the account')
  if (!shared) return undefined
  const hidden = { ...shared, isHidden: true } as const
  if (!token || !isObject(item.total)) return hidden
  const { value, decimals } = item.total
  if (!token.isFungible) return { ...shared, token, quantity: String(readQuantity(value) ?? 1n) }
  const amount = readQuantity(value)
  if (amount === undefined || token.decimals === undefined || readDecimals(decimals) !== token.decimals)
    return hidden
  return { ...shared, token, quantity: formatUnits(amount, token.decimals) }
}
