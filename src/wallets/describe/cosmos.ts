import { hex } from '@scure/base'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { decodeCosmosDoc } from '../decode/cosmos/cosmos.ts'
import { coinText } from '../decode/cosmos/cosmos-coins.ts'
import type { Coin, CosmosDoc, CosmosMessage } from '../decode/cosmos/cosmos-doc.ts'
import { messageText } from '../decode/message.ts'
import { refused } from '../decode/refused.ts'
import { coinWords, cosmosEffects } from './cosmos-effects.ts'
import { type Cost, type Draft, messageSummary, type Params, type Row } from './described.ts'
import { messageEffects } from './effect.ts'

export function describeCosmos(
  method: string,
  { signerAddress, signDoc }: Params,
  network?: ChainNetwork,
): Draft | undefined {
  if (method !== 'cosmos_signDirect' && method !== 'cosmos_signAmino') return undefined
  const doc = decodeCosmosDoc(signDoc)
  const { mode, chainId, messages, data } = doc
  if ((mode === 'direct') !== (method === 'cosmos_signDirect'))
    throw refused('signDoc', `is in ${mode} mode, but the request is ${method}`)
  const account: Row = ['account', String(signerAddress)]
  // ADR-36: a message in the form of a transaction that no network accepts.
  if (mode === 'adr36') {
    const signer = messages[0]?.signer
    if (signer?.address !== signerAddress)
      throw refused(signer?.field ?? 'signDoc', `is not the account that signs, ${String(signerAddress)}`)
    return {
      title: 'sign a message',
      summary: messageSummary(messageText(data ?? new Uint8Array()), signerAddress),
      rows: [account],
      body: messageText(data ?? new Uint8Array()),
      effects: messageEffects(data ?? new Uint8Array()),
    }
  }
  const does = messages.map(({ type, transfer }) => (transfer ? transferText(transfer) : `calls ${type}`))
  return {
    title: 'sign a transaction',
    summary: `sign a transaction that ${does.join('; ')}`,
    rows: [account, ['chain', chainId], ...messages.flatMap(messageRows), ...cosmosTermRows(doc, network)],
    effects: cosmosEffects(doc, signerAddress, network),
    cost: cosmosCost(doc, network),
  }
}

/** Returns rows for the terms of a transaction: fee, fee payer, tip, memo, validity and options. */
export function cosmosTermRows(doc: CosmosDoc, network?: ChainNetwork): readonly Row[] {
  const { fee, tip, memo, timeoutHeight, timeoutTime, unordered, extensions } = doc
  const coins = (amount: readonly Coin[]) =>
    amount.map((coin) => coinWords(coin, network)).join(', ') || 'nothing'
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['fee', `${coins(fee.amount)}, for ${fee.gas} gas`],
    ['fee is paid by', fee.payer],
    ['fee is granted by', fee.granter],
    ['tip', tip && `${coins(tip.amount)} by ${tip.tipper}`],
    ['memo', memo],
    ['until block', timeoutHeight === '0' ? undefined : timeoutHeight],
    ['until', timeoutTime],
    ['order', unordered ? "any: the account's sequence doesn't matter" : undefined],
    ...extensions.map(
      ({ type, value, critical }) =>
        [critical ? 'option' : 'option that a chain may ignore', `${type} ${hex.encode(value)}`] as const,
    ),
  ]
  return rows.filter((row): row is Row => row[1] !== undefined && row[1] !== '')
}

/** Returns the cost of a document. The fee counts as unknown unless all of it is in the network's own token. */
export function cosmosCost({ fee, tip, messages }: CosmosDoc, network?: ChainNetwork): Cost {
  const denom = network?.cosmos?.denom
  const sum = (coins: readonly Coin[]) =>
    coins.reduce((total, coin) => (coin.denom === denom ? total + BigInt(coin.amount) : total), 0n)
  const paid = [...fee.amount, ...(tip?.amount ?? [])]
  const known = paid.every((coin) => coin.denom === denom)
  const amount = sum(messages.flatMap(({ transfer }) => transfer?.coins ?? []))
  return { fee: known ? sum(paid) : undefined, amount, unknown: 'the fee is in unknown coins' }
}

function transferText({ coins, from, to }: NonNullable<CosmosMessage['transfer']>): string {
  return `sends ${coins.map(coinText).join(', ') || 'nothing'} from ${from} to ${to}`
}

/** Returns rows for a message: a payment as a sentence, a known message of Direct mode by its fields, others as raw data. */
function messageRows({ type, transfer, values, raw }: CosmosMessage): readonly Row[] {
  if (transfer) return [['message', transferText(transfer)]]
  if (raw instanceof Uint8Array && values)
    return [['message', type], ...values.map(([name, value]) => [`  ${name}`, value] as const)]
  return [['message', `${type} ${raw instanceof Uint8Array ? hex.encode(raw) : JSON.stringify(raw)}`]]
}
