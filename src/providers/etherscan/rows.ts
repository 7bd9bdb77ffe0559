import { formatUnits } from '../../core/amounts/units.ts'
import { isObject } from '../../core/json/is-object.ts'
import { readQuantity } from '../../core/json/read-quantity.ts'
import type { HiddenTransfer, ReadTransaction, ReadTransfer } from '../shared/eip155/past-transactions.ts'
import { type ListedToken, readAddress, readDecimals, readWord } from '../shared/eip155/token.ts'

type Row = Readonly<Record<string, unknown>>
type Invalid = (expected: string) => Error

/**
 * Reads the fields that all rows have. Returns undefined for an invalid row.
 * @throws if the row belongs to another account, because no part of a mixed-up answer may be shown.
 */
function readShared(row: unknown, owner: string, invalid: Invalid) {
  if (!isObject(row)) return undefined
  const { hash } = row
  const [block, seconds] = [readQuantity(row.blockNumber), readQuantity(row.timeStamp)]
  const [from, to] = [readAddress(row.from), readAddress(row.to)]
  const created = to === undefined ? readAddress(row.contractAddress) : undefined
  if (![from, to, created].includes(owner)) throw invalid('the account of the request')
  if (typeof hash !== 'string' || !/^0x[\da-f]{64}$/i.test(hash)) return undefined
  if (block === undefined || block > 10n ** 14n || seconds === undefined || seconds > 10n ** 11n)
    return undefined
  const place = { hash: hash.toLowerCase(), block: Number(block), at: Number(seconds) * 1000 }
  return { row: row as Row, shared: { ...place, from, to } }
}

/** Reads a row of https://docs.etherscan.io/api-reference/endpoint/txlist */
export function readTransaction(item: unknown, owner: string, invalid: Invalid): ReadTransaction | undefined {
  const { row, shared } = readShared(item, owner, invalid) ?? {}
  const value = readQuantity(row?.value)
  if (!row || !shared || value === undefined) return undefined
  const [name] = String(row.functionName ?? '').split('(')
  const failed = row.isError === '1' || row.txreceipt_status === '0'
  const open = !failed && row.isError !== '0' && row.txreceipt_status !== '1'
  return { ...shared, value, failed, open, method: shared.to === undefined ? 'deploy' : name }
}

/** Reads the token of a row of https://docs.etherscan.io/api-reference/endpoint/tokentx or `tokennfttx`. */
function readToken(row: Row, isFungible: boolean): ListedToken | undefined {
  const address = readAddress(row.contractAddress)
  if (address === undefined) return undefined
  const [name, symbol] = [readWord(row.tokenName), readWord(row.tokenSymbol)]
  return { address, name, symbol, isFungible, decimals: readDecimals(row.tokenDecimal) }
}

export function readTransfer(
  item: unknown,
  owner: string,
  invalid: Invalid,
  isFungible = true,
): ReadTransfer | HiddenTransfer | undefined {
  const { row, shared } = readShared(item, owner, invalid) ?? {}
  if (!row || !shared) return undefined
  const hidden = { ...shared, isHidden: true } as const
  const token = readToken(row, isFungible)
  if (!token) return hidden
  // A transfer of an NFT has the NFT's id, and no amount.
  if (!isFungible) return { ...shared, token, quantity: '1' }
  const amount = readQuantity(row.value)
  if (amount === undefined || token.decimals === undefined) return hidden
  return { ...shared, token, quantity: formatUnits(amount, token.decimals) }
}
