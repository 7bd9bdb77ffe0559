import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { bytesIn, decodeProto, encodeProto, type ProtoField, textIn } from '../../../core/protobuf.ts'
import type { chainQueries } from './client.ts'

type Queries = ReturnType<typeof chainQueries>

const bank = 'cosmos.bank.v1beta1.Query'
/** The maximum number of pages to read, with 100 coins each. No real account has more coins. */
const mostPages = 20
/** Matches the errors for an unknown query. Different versions of a chain's software have different errors. */
const unknownQuery = /^rpc\/(invalid-params|unknown|method-unsupported)$/

/**
 * Reads the part of a balance that the account can send. Vesting coins don't count. Resolves with undefined on chains before SDK
 * 0.46, which don't have such a query. Queries: github.com/cosmos/cosmos-sdk, proto/cosmos/bank/v1beta1/query.proto
 */
export async function readSpendable(
  queries: Queries,
  owner: string,
  denom: string,
): Promise<bigint | undefined> {
  const one = await known(queries.ask(bank, 'SpendableBalanceByDenom', encodeProto([1, owner], [2, denom])))
  if (one) return amountIn(coinIn(one, 'SpendableBalanceByDenom'), denom, 'SpendableBalanceByDenom')
  const method = 'SpendableBalances'
  let key: Uint8Array = new Uint8Array()
  for (let page = 0; page < mostPages; page++) {
    const answer = await known(queries.ask(bank, method, encodeProto([1, owner], [2, encodeProto([1, key])])))
    if (!answer) return undefined
    const fields = decodeProto(answer)
    if (!fields) throw invalidAnswer(method)
    const coins = bytesIn(fields, 1).map((bytes) => decodeProto(bytes) ?? [])
    const found = coins.find((coin) => textIn(coin, 1) === denom)
    if (found) return amountIn(found, denom, method)
    key = bytesIn(decodeProto(bytesIn(fields, 2)[0] ?? new Uint8Array()) ?? [], 1)[0] ?? new Uint8Array()
    if (key.length === 0) return 0n
  }
  throw invalidAnswer(method)
}

function coinIn(answer: Uint8Array, method: string): readonly ProtoField[] {
  const coin = decodeProto(bytesIn(decodeProto(answer) ?? [], 1)[0] ?? new Uint8Array())
  if (!coin) throw invalidAnswer(method)
  return coin
}

function amountIn(coin: readonly ProtoField[], denom: string, method: string): bigint {
  const amount = textIn(coin, 2) ?? ''
  if (textIn(coin, 1) !== denom || !/^\d{1,78}$/.test(amount)) throw invalidAnswer(method)
  return BigInt(amount)
}

/** Resolves with undefined if the chain doesn't know the query. */
async function known(asked: Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isLatchkeyError(error) && unknownQuery.test(error.code)) return undefined
    throw error
  }
}

function invalidAnswer(method: string) {
  return latchkeyError('rpc/invalid-value', { values: { method } })
}
