import { base64, hex } from '@scure/base'
import { rawTransaction } from '../../adapters/cosmos/sign-doc.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import {
  bytesIn,
  decodeProto,
  encodeFields,
  encodeProto,
  numberIn,
  type ProtoField,
  textIn,
} from '../../core/protobuf.ts'
import { aminoAny } from '../cosmos/amino-messages.ts'
import { decodeCosmosDoc } from '../decode/cosmos/cosmos.ts'
import type { Coin, CosmosDoc } from '../decode/cosmos/cosmos-doc.ts'
import { type CosmosAction, cosmosActions } from '../decode/cosmos-actions.ts'
import { coinWords } from '../describe/cosmos-effects.ts'
import type { Params, Row } from '../describe/described.ts'
import type { NodeCall } from '../node-pool.ts'
import { ProviderError } from '../provider-error.ts'
import { Changes, foreignText, membersOf, native, readable, type Simulation } from './simulation.ts'

const path = '/cosmos.tx.v1beta1.Service/Simulate'

/**
 * Simulates a document without its fee, which is shown separately. The signatures are zeros, because a simulation doesn't check
 * them.
 */
export async function simulateCosmos(
  params: Params,
  network: ChainNetwork,
  node: NodeCall,
): Promise<Simulation> {
  const account = String(params.signerAddress)
  const doc = decodeCosmosDoc(params.signDoc)
  const request = { path, data: hex.encode(encodeProto([2, transactionOf(doc)])), prove: false }
  // Pass the parameters by name, because their order differs between versions of CometBFT.
  const answer = membersOf(await node('abci_query', request as unknown as readonly unknown[]))
  const { code = 0, log, value } = readable(membersOf(answer?.response))
  if (Number(code) !== 0) {
    if (/unknown query path|unknown service|unimplemented/i.test(String(log)))
      throw new ProviderError(-32601, 'Method not found')
    return { failure: `fails: ${foreignText(reasonIn(String(log)))}` }
  }
  const response = readable(decodeProto(base64.decode(String(value ?? ''))))
  const gas = numberIn(readable(decodeProto(bytesIn(response, 1).at(-1) ?? new Uint8Array())), 2)
  const result = readable(decodeProto(readable(bytesIn(response, 2).at(-1))))
  const asset = (denom: string) => (denom === network.cosmos?.denom ? native : denom)
  const changes = new Changes()
  for (const { address, coins, sign } of bytesIn(result, 3).flatMap(movesIn))
    if (address === account)
      for (const coin of coins) changes.add(asset(coin.denom), sign * BigInt(coin.amount))
  const actions = doc.messages.flatMap(cosmosActions)
  const partial = actions.some(movesMoreThanCoins)
  return {
    ...{ changes, partial },
    expected: expectedOf(actions, account, asset),
    notes: [
      ...(partial ? ([['note', "tokens and NFTs of contracts aren't counted"]] as const) : []),
      ...gasNotes(gas, BigInt(doc.fee.gas)),
    ],
    amount: (denom, amount) =>
      coinWords(
        { denom: denom === native ? (network.cosmos?.denom ?? '') : denom, amount: String(amount) },
        network,
      ),
  }
}

/** Encodes a `TxRaw` with the document's messages and a fee without coins. */
function transactionOf(doc: CosmosDoc): Uint8Array {
  if (doc.mode === 'direct') {
    const { bodyBytes, authInfoBytes } = doc.doc as Readonly<Record<string, Uint8Array>>
    const authInfo = readable(decodeProto(readable(authInfoBytes)))
    const free = authInfo.map(
      ([number, value]): ProtoField => [
        number,
        number === 2 && typeof value !== 'bigint' ? withoutAmount(value) : value,
      ],
    )
    const signatures = bytesIn(authInfo, 1).map((): ProtoField => [3, new Uint8Array(64)])
    return encodeFields([[1, readable(bodyBytes)], [2, encodeFields(free)], ...signatures])
  }
  const messages = doc.messages.map((message) => {
    const any = aminoAny(message)
    if (any) return [1, any] as const
    throw new Error(`the message ${foreignText(message.type)} is known only in its Amino form`)
  })
  const body = encodeProto(...messages, [2, doc.memo], [3, BigInt(doc.timeoutHeight)])
  // Omit the key: a simulation uses the account's key, or a placeholder of the same size.
  const mode = encodeProto([1, encodeProto([1, 127n])])
  const signer = encodeProto([2, mode], [3, BigInt(doc.sequence)])
  const fee = encodeProto([2, BigInt(doc.fee.gas) || 1n])
  return rawTransaction(body, encodeProto([1, signer], [2, fee]), new Uint8Array(64))
}

/** Removes the coins from an encoded fee. Keeps the gas limit, and the payer, because the payer is a signer. */
function withoutAmount(fee: Uint8Array): Uint8Array {
  return encodeFields(readable(decodeProto(fee)).filter(([number]) => number === 2 || number === 3))
}

interface Move {
  readonly address: string
  readonly coins: readonly Coin[]
  readonly sign: 1n | -1n
}

/**
 * The events that move coins. For each event: the attribute that contains the account, and the sign of the change in its balance.
 * See https://docs.cosmos.network/main/build/modules/bank#events
 */
const parties: Readonly<Record<string, readonly [key: string, sign: 1n | -1n]>> = {
  coin_spent: ['spender', -1n],
  coin_received: ['receiver', 1n],
}

function movesIn(bytes: Uint8Array): readonly Move[] {
  const event = readable(decodeProto(bytes))
  const type = textIn(event, 1) ?? ''
  const party = Object.hasOwn(parties, type) ? parties[type] : undefined
  if (!party) return []
  const [key, sign] = party
  const attributes = bytesIn(event, 2).map((attribute) => readable(decodeProto(attribute)))
  const values = (name: string) =>
    attributes.flatMap((attribute) => (textIn(attribute, 1) === name ? [textIn(attribute, 2) ?? ''] : []))
  const amounts = values('amount')
  return values(key).map((address, at) => ({ address, coins: coinsIn(readable(amounts[at])), sign }))
}

/** Reads coins in the SDK's spelling, such as `5ibc/27394F…,100uatom`. */
function coinsIn(text: string): readonly Coin[] {
  if (text === '') return []
  return text.split(',').map((each) => {
    const [, amount, denom] = readable(
      /^(\d{1,78})([a-zA-Z][a-zA-Z0-9/:._-]{2,127})$/.exec(each) ?? undefined,
    )
    return { amount: readable(amount), denom: readable(denom) }
  })
}

/**
 * Returns the balance changes that the decoded messages cause for the account. Returns undefined if the changes of a message
 * aren't known in advance.
 */
function expectedOf(
  actions: readonly CosmosAction[],
  account: string,
  asset: (denom: string) => string,
): Changes | undefined {
  const expected = new Changes()
  const move = (coins: readonly Coin[], sign: 1n | -1n) => {
    for (const { denom, amount } of coins) expected.add(asset(denom), sign * BigInt(amount))
  }
  const known = (action: CosmosAction): boolean => {
    switch (action.kind) {
      case 'send':
        if (action.from === account) move(action.coins, -1n)
        if (action.to === account) move(action.coins, 1n)
        return true
      case 'ibc':
        if (action.from === account) move([action.coin], -1n)
        return true
      case 'exec':
        return action.actions.every(known)
      case 'grant':
      case 'revoke':
      case 'grant-fees':
      case 'rewards':
        return true
      case 'stake':
        // For a delegation, the account may spend less than the amount, because it also receives rewards.
        return action.verb !== 'delegate'
      default:
        return false
    }
  }
  return actions.every(known) ? expected : undefined
}

/**
 * Returns whether a message can change balances in contracts (CW20, CW721), which the bank module doesn't report. An unknown
 * message may call a contract.
 */
function movesMoreThanCoins(action: CosmosAction): boolean {
  if (action.kind === 'exec') return action.actions.some(movesMoreThanCoins)
  return action.kind === 'contract' || action.kind === 'unknown'
}

function gasNotes(used: bigint, limit: bigint): readonly Row[] {
  if (used <= limit) return []
  return [
    ['WARNING', `The transaction may run out of gas: the simulation used ${used}, and it may use ${limit}`],
  ]
}

/** Returns the reason in a node's log, without the text of gRPC around it. */
function reasonIn(log: string): string {
  return /desc = (.*?)( with gas used: .*)?$/s.exec(log)?.[1] ?? log
}
