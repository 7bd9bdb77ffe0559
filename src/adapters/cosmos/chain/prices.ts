import { parseAmount } from '../../../core/amounts/amount.ts'
import { withHeadroom } from '../../../core/amounts/fee-headroom.ts'
import type { CosmosChain } from '../../../core/chain/cosmos.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { bytesIn, decodeProto, encodeProto, type ProtoField, textIn } from '../../../core/protobuf.ts'
import type { chainQueries } from './client.ts'

/** The decimals of a price. Chains send a decimal number as its digits without the point (cosmossdk.io/math, `LegacyDec`). */
export const priceDecimals = 18

interface Source {
  readonly service: string
  readonly method: string
  readonly request: (denom: string) => Uint8Array
  /** Returns the price in the answer. Returns undefined if the answer contains no price for this denomination. */
  readonly read: (answer: readonly ProtoField[], denom: string) => bigint | undefined
}

/** The fee markets of chains. The price in a fee market can change with each block. */
const markets: readonly Source[] = [
  {
    // github.com/skip-mev/feemarket, proto/feemarket/feemarket/v1/query.proto
    service: 'feemarket.feemarket.v1.Query',
    method: 'GasPrice',
    request: (denom) => encodeProto([1, denom]),
    read: (answer, denom) => {
      const coin = decodeProto(bytesIn(answer, 1)[0] ?? new Uint8Array()) ?? []
      return textIn(coin, 1) === denom ? decimalIn(coin, 2) : undefined
    },
  },
  {
    // github.com/cosmos/evm, proto/cosmos/evm/feemarket/v1/query.proto
    service: 'cosmos.evm.feemarket.v1.Query',
    method: 'BaseFee',
    request: () => new Uint8Array(),
    read: (answer) => decimalIn(answer, 1),
  },
  {
    // github.com/osmosis-labs/osmosis, proto/osmosis/txfees/v1beta1/query.proto
    service: 'osmosis.txfees.v1beta1.Query',
    method: 'GetEipBaseFee',
    request: () => new Uint8Array(),
    read: (answer) => decimalIn(answer, 1),
  },
]

/** The node's own minimum price: github.com/cosmos/cosmos-sdk, proto/cosmos/base/node/v1beta1/query.proto */
const nodeMinimum: Source = {
  service: 'cosmos.base.node.v1beta1.Service',
  method: 'Config',
  request: () => new Uint8Array(),
  read: (answer, denom) => {
    const prices = (textIn(answer, 1) ?? '').split(',').flatMap((each) => {
      const [, price, of] = /^(\d+(?:\.\d{1,18})?)([a-zA-Z].*)$/.exec(each.trim()) ?? []
      return price !== undefined && of === denom ? [price] : []
    })
    return prices[0] === undefined ? undefined : parseAmount(prices[0], priceDecimals, { allowZero: true })
  },
}

/**
 * Reads the price of a unit of gas, with 18 decimals. Uses the fee market's price plus headroom, or else the price in the
 * network's definition. The result is never below the node's minimum price, because the node would refuse a transaction with a
 * lower price.
 */
export async function readGasPrice(
  queries: ReturnType<typeof chainQueries>,
  { denom, gasPrice }: CosmosChain,
): Promise<bigint> {
  const [minimum = 0n, ...found] = await Promise.all(
    [nodeMinimum, ...markets].map((source) => ask(queries, source, denom)),
  )
  const market = found.find((price) => price !== undefined)
  const price =
    market === undefined ? parseAmount(gasPrice, priceDecimals, { allowZero: true }) : withHeadroom(market)
  return price > minimum ? price : minimum
}

async function ask(
  queries: ReturnType<typeof chainQueries>,
  { service, method, request, read }: Source,
  denom: string,
): Promise<bigint | undefined> {
  let answer: Uint8Array
  try {
    answer = await queries.ask(service, method, request(denom))
  } catch (error) {
    // The chain doesn't have the module, or the module has no price in this denomination.
    if (isLatchkeyError(error) && noAnswer.test(error.code)) return undefined
    throw error
  }
  const fields = decodeProto(answer)
  if (!fields) throw latchkeyError('rpc/invalid-value', { values: { method } })
  return read(fields, denom)
}

const noAnswer = /^rpc\/(not-found|invalid-params|unknown|method-unsupported)$/

function decimalIn(fields: readonly ProtoField[], number: number): bigint | undefined {
  const text = textIn(fields, number) ?? ''
  return /^\d{1,78}$/.test(text) ? BigInt(text) : undefined
}
