import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { QueryAccountRequest, QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import {
  QueryAllBalancesRequest,
  QueryAllBalancesResponse,
  QueryBalanceRequest,
  QueryBalanceResponse,
  QueryDenomMetadataRequest,
  QueryDenomMetadataResponse,
  QuerySpendableBalanceByDenomRequest,
  QuerySpendableBalanceByDenomResponse,
  QuerySpendableBalancesRequest,
  QuerySpendableBalancesResponse,
  QuerySupplyOfRequest,
  QuerySupplyOfResponse,
} from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { encodeProto } from '../../../core/protobuf.ts'
import { isAddress, type KeyKind } from './account-key.ts'
import type { Application } from './application.ts'
import { gasPrice, native, tokens } from './genesis.ts'
import type { Coin, Ledger, LedgerAccount } from './ledger.ts'
import { SdkError } from './sdk-error.ts'

/** `ledger` is the state after a block, and `next` is the height of the next block. */
interface Asked {
  readonly app: Application
  readonly ledger: Ledger
  readonly next: bigint
}

/** The gRPC queries of `abci_query`, by path. */
export const queries: Readonly<Record<string, (asked: Asked, request: Uint8Array) => Uint8Array>> = {
  '/cosmos.bank.v1beta1.Query/Balance'({ ledger }, request) {
    const { address, denom } = read(QueryBalanceRequest, request)
    const amount = ledger.balance(known(address), given(denom, 'denom'))
    return QueryBalanceResponse.encode({ balance: coin({ denom, amount }) }).finish()
  },
  '/cosmos.bank.v1beta1.Query/AllBalances'({ ledger }, request) {
    const balances = ledger.balances(known(read(QueryAllBalancesRequest, request).address)).map(coin)
    const pagination = { nextKey: new Uint8Array(), total: BigInt(balances.length) }
    return QueryAllBalancesResponse.encode({ balances, pagination }).finish()
  },
  '/cosmos.bank.v1beta1.Query/SpendableBalanceByDenom'({ ledger }, request) {
    const { address, denom } = read(QuerySpendableBalanceByDenomRequest, request)
    const amount = ledger.spendable(known(address), given(denom, 'denom'))
    return QuerySpendableBalanceByDenomResponse.encode({ balance: coin({ denom, amount }) }).finish()
  },
  '/cosmos.bank.v1beta1.Query/SpendableBalances'({ ledger }, request) {
    const { address, pagination } = read(QuerySpendableBalancesRequest, request)
    const owner = known(address)
    const all = ledger.balances(owner).map(({ denom }) => ({ denom, amount: ledger.spendable(owner, denom) }))
    // Each page has one coin, so that tests fail if a client reads only the first page.
    const at = Number(Buffer.from(pagination?.key ?? []).toString() || 0)
    const nextKey = Buffer.from(at + 1 < all.length ? String(at + 1) : '')
    const balances = all.slice(at, at + 1).map(coin)
    const page = { nextKey: Uint8Array.from(nextKey), total: BigInt(all.length) }
    return QuerySpendableBalancesResponse.encode({ balances, pagination: page }).finish()
  },
  '/cosmos.bank.v1beta1.Query/SupplyOf'({ ledger }, request) {
    const denom = given(read(QuerySupplyOfRequest, request).denom, 'denom')
    return QuerySupplyOfResponse.encode({ amount: coin({ denom, amount: ledger.supply(denom) }) }).finish()
  },
  '/cosmos.bank.v1beta1.Query/DenomMetadata'(_, request) {
    const denom = given(read(QueryDenomMetadataRequest, request).denom, 'denom')
    const found = [native, ...tokens].find((each) => each.denom === denom)
    if (!found) throw notFound(`client metadata for denom ${denom}`)
    const { name, symbol, decimals } = found
    const display = symbol.toLowerCase()
    const denomUnits = [{ denom }, { denom: display, exponent: decimals }]
    const metadata = { denomUnits, base: denom, display, name, symbol }
    return QueryDenomMetadataResponse.encode(QueryDenomMetadataResponse.fromPartial({ metadata })).finish()
  },
  '/cosmos.base.node.v1beta1.Service/Config'() {
    return encodeProto([1, `${gasPrice}${native.denom}`])
  },
  /** If the chain has a fee market (Skip's), the price is a `DecCoin`. Its amount has 18 decimals. */
  '/feemarket.feemarket.v1.Query/GasPrice'({ app }) {
    const { marketPrice } = app
    if (marketPrice === undefined)
      throw new SdkError('unknownRequest', 'unknown query path /feemarket.feemarket.v1.Query/GasPrice')
    const amount = BigInt(Math.round(Number(marketPrice) * 1000)) * 10n ** 15n
    return encodeProto([1, encodeProto([1, native.denom], [2, String(amount)])])
  },
  '/cosmos.auth.v1beta1.Query/Account'({ app, ledger }, request) {
    const address = known(read(QueryAccountRequest, request).address)
    const found = ledger.account(address)
    if (!found) throw notFound(`account ${address} not found`)
    const account = { typeUrl: '/cosmos.auth.v1beta1.BaseAccount', value: baseAccount(found, app.keys) }
    return QueryAccountResponse.encode({ account }).finish()
  },
  '/cosmos.tx.v1beta1.Service/Simulate'({ app, next }, request) {
    const { txBytes } = read(SimulateRequest, request)
    if (txBytes.length === 0) throw new SdkError('invalidRequest', 'empty txBytes is not allowed')
    const { gasUsed, events } = app.simulate(txBytes, next)
    const result = { events: events.map(({ type, attributes }) => ({ type, attributes: [...attributes] })) }
    return SimulateResponse.encode(SimulateResponse.fromPartial({ gasInfo: { gasUsed }, result })).finish()
  },
}

function baseAccount(
  { address, number, sequence, publicKey }: LedgerAccount,
  { publicKeyType }: KeyKind,
): Uint8Array {
  const pubKey = publicKey && {
    typeUrl: publicKeyType,
    value: PubKey.encode({ key: publicKey }).finish(),
  }
  return BaseAccount.encode({ address, pubKey, accountNumber: number, sequence }).finish()
}

function coin({ denom, amount }: Coin) {
  return { denom, amount: String(amount) }
}

function known(address: string): string {
  if (!isAddress(address)) throw new SdkError('invalidRequest', `invalid address ${address}`)
  return address
}

function given(value: string, name: string): string {
  if (!value) throw new SdkError('invalidRequest', `${name} is missing`)
  return value
}

function read<T>(type: { decode(bytes: Uint8Array): T }, request: Uint8Array): T {
  try {
    return type.decode(request)
  } catch {
    throw new SdkError('invalidRequest', 'the request cannot be parsed')
  }
}

/** Clients recognize a missing value by this text: https://github.com/grpc/grpc-go/blob/master/status/status.go */
function notFound(what: string): SdkError {
  return new SdkError('keyNotFound', `rpc error: code = NotFound desc = ${what}: key not found`)
}
