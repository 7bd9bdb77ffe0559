import { bytesIn, decodeProto, encodeProto, textIn } from '../../../core/protobuf.ts'
import { isAddress } from './account-key.ts'
import type { Application } from './application.ts'
import { native, tokens } from './genesis.ts'
import type { Coin, Ledger, LedgerAccount } from './ledger.ts'
import { SdkError } from './sdk-error.ts'

/** What a query reads: the application, the state after a block, and the height of the next block. */
interface Asked {
  readonly app: Application
  readonly ledger: Ledger
  readonly next: bigint
}

/** The gRPC queries that `abci_query` answers, by path. */
export const queries: Readonly<Record<string, (asked: Asked, request: Uint8Array) => Uint8Array>> = {
  '/cosmos.bank.v1beta1.Query/Balance'({ ledger }, request) {
    const [owner, denom] = [addressIn(request), text(request, 2)]
    return encodeProto([1, coin({ denom, amount: ledger.balance(owner, denom) })])
  },
  '/cosmos.bank.v1beta1.Query/AllBalances'({ ledger }, request) {
    const coins = ledger.balances(addressIn(request))
    return encodeProto(...coins.map((each) => [1, coin(each)] as const), [
      2,
      encodeProto([2, BigInt(coins.length)]),
    ])
  },
  '/cosmos.bank.v1beta1.Query/SupplyOf'({ ledger }, request) {
    const denom = text(request, 1)
    return encodeProto([1, coin({ denom, amount: ledger.supply(denom) })])
  },
  '/cosmos.bank.v1beta1.Query/DenomMetadata'(_, request) {
    const denom = text(request, 1)
    const known = [native, ...tokens].find((each) => each.denom === denom)
    if (!known) throw notFound(`client metadata for denom ${denom}`)
    const { name, symbol, decimals } = known
    return encodeProto([
      1,
      encodeProto(
        [2, encodeProto([1, denom])],
        [2, encodeProto([1, symbol.toLowerCase()], [2, BigInt(decimals)])],
        [3, denom],
        [4, symbol.toLowerCase()],
        [5, name],
        [6, symbol],
      ),
    ])
  },
  '/cosmos.auth.v1beta1.Query/Account'({ ledger }, request) {
    const address = addressIn(request)
    const account = ledger.account(address)
    if (!account) throw notFound(`account ${address} not found`)
    return encodeProto([1, any('/cosmos.auth.v1beta1.BaseAccount', baseAccount(account))])
  },
  '/cosmos.tx.v1beta1.Service/Simulate'({ app, next }, request) {
    const [bytes] = bytesIn(fields(request), 2)
    if (!bytes) throw new SdkError('invalidRequest', 'empty txBytes is not allowed')
    return encodeProto([1, encodeProto([2, app.simulate(bytes, next)])])
  },
}

function baseAccount({ address, number, sequence, publicKey }: LedgerAccount): Uint8Array {
  const key = publicKey && any('/cosmos.crypto.secp256k1.PubKey', encodeProto([1, publicKey]))
  return encodeProto([1, address], [2, key], [3, number], [4, sequence])
}

function coin({ denom, amount }: Coin): Uint8Array {
  return encodeProto([1, denom], [2, String(amount)])
}

function any(typeUrl: string, value: Uint8Array): Uint8Array {
  return encodeProto([1, typeUrl], [2, value])
}

function addressIn(request: Uint8Array): string {
  const address = text(request, 1)
  if (!isAddress(address)) throw new SdkError('invalidRequest', `invalid address ${address}`)
  return address
}

function text(request: Uint8Array, field: number): string {
  const found = textIn(fields(request), field)
  if (!found) throw new SdkError('invalidRequest', `field ${field} is missing`)
  return found
}

function fields(request: Uint8Array) {
  const found = decodeProto(request)
  if (!found) throw new SdkError('invalidRequest', 'the request cannot be parsed')
  return found
}

/** Clients detect a missing value by this text: https://github.com/grpc/grpc-go/blob/master/status/status.go */
function notFound(what: string): SdkError {
  return new SdkError('keyNotFound', `rpc error: code = NotFound desc = ${what}: key not found`)
}
