import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import { bytesIn, decodeProto, encodeProto, numberIn, type ProtoField, textIn } from '../../core/protobuf.ts'
import type { CallOptions, JsonRpcPort } from '../../ports.ts'
import { readWord } from '../shared/eip155/token.ts'

/** The name, symbol and decimals of a denomination. */
export interface Unit {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** The SDK's code for a query that the chain doesn't have (cosmos-sdk, types/errors/errors.go). */
const unknownRequest = 6

/**
 * Creates the reader of an account's coins from the host's own node. The queries: github.com/cosmos/cosmos-sdk,
 * proto/cosmos/bank/v1beta1/query.proto
 */
export function ownNode(node: JsonRpcPort) {
  const invalid = (method: string) => latchkeyError('rpc/invalid-value', { values: { method } })
  /** Returns the first field of the answer, decoded as a message. If the chain refuses the query, returns the error code. */
  async function ask(
    method: string,
    texts: readonly string[],
    opts: CallOptions,
  ): Promise<readonly ProtoField[] | number> {
    const request = encodeProto(...texts.map((text, at) => [at + 1, text] as const))
    const data = Array.from(request, (byte) => byte.toString(16).padStart(2, '0')).join('')
    const params = { path: `/cosmos.bank.v1beta1.Query/${method}`, data, prove: false }
    const answer = await node.request({ method: 'abci_query', params }, opts)
    const response = isObject(answer) ? answer.response : undefined
    if (!isObject(response)) throw invalid(method)
    const code = response.code ?? 0
    if (typeof code !== 'number') throw invalid(method)
    if (code !== 0) return code
    const fields = decodeProto(bytesOf(response.value ?? '') ?? Uint8Array.of(0))
    const message = fields && decodeProto(bytesIn(fields, 1)[0] ?? new Uint8Array())
    if (!message) throw invalid(method)
    return message
  }
  function amountOf(coin: readonly ProtoField[], denom: string, method: string): bigint {
    const amount = textIn(coin, 2) ?? ''
    if (textIn(coin, 1) !== denom || !/^\d{1,78}$/.test(amount)) throw invalid(method)
    return BigInt(amount)
  }
  return {
    /** Returns the balance in the smallest unit, including coins that the account can't send yet. */
    async balance(owner: string, denom: string, opts: CallOptions): Promise<bigint> {
      const method = 'Balance'
      const coin = await ask(method, [owner, denom], opts)
      if (typeof coin === 'number') throw invalid(method)
      return amountOf(coin, denom, method)
    },
    /** Returns the part of a balance that the account can send. Returns undefined for chains before SDK 0.47. */
    async spendable(owner: string, denom: string, opts: CallOptions): Promise<bigint | undefined> {
      const method = 'SpendableBalanceByDenom'
      const coin = await ask(method, [owner, denom], opts)
      if (coin === unknownRequest) return undefined
      if (typeof coin === 'number') throw invalid(method)
      return amountOf(coin, denom, method)
    },
    /** Returns the unit in the chain's metadata. Returns undefined if the denomination has no valid metadata. */
    async unit(denom: string, opts: CallOptions): Promise<Unit | undefined> {
      const metadata = await ask('DenomMetadata', [denom], opts)
      if (typeof metadata === 'number') return undefined
      const display = textIn(metadata, 4)
      const units = bytesIn(metadata, 2).map((bytes) => decodeProto(bytes) ?? [])
      const shown = units.find((one) => textIn(one, 1) === display)
      if (!shown || textIn(metadata, 3) !== denom) return undefined
      const decimals = Number(numberIn(shown, 2))
      const symbol = readWord(textIn(metadata, 6) || display)
      const name = readWord(textIn(metadata, 5)) || symbol
      return decimals <= 77 && symbol ? { name, symbol, decimals } : undefined
    },
  }
}

function bytesOf(base64: unknown): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(String(base64)), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
