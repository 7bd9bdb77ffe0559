import { hex } from '@scure/base'
import { decodeCosmosDoc } from '../decode/cosmos.ts'
import { coinText } from '../decode/cosmos-coins.ts'
import type { CosmosMessage } from '../decode/cosmos-doc.ts'
import { messageText } from '../decode/message.ts'
import type { Described, Params, Row } from './described.ts'

export function describeCosmos(method: string, { signerAddress, signDoc }: Params): Described | undefined {
  if (method !== 'cosmos_signDirect' && method !== 'cosmos_signAmino') return undefined
  const { mode, chainId, messages, fee, memo, data } = decodeCosmosDoc(signDoc)
  const account: Row = ['account', String(signerAddress)]
  // ADR-36: a message in the form of a transaction that no chain accepts.
  if (mode === 'adr36')
    return { title: 'sign a message', rows: [account], body: messageText(data ?? new Uint8Array()) }
  return {
    title: 'sign a transaction',
    rows: [
      account,
      ['chain', chainId],
      ...messages.flatMap(messageRows),
      ['fee', fee.amount.map(coinText).join(', ') || 'nothing'],
    ],
    ...(memo !== '' && { body: `memo: ${memo}` }),
  }
}

/** A payment in words, another known message by its members, and an unknown message as it is. */
function messageRows({ type, transfer, values, raw }: CosmosMessage): readonly Row[] {
  if (transfer) {
    const { from, to, coins } = transfer
    return [['sends', `${coins.map(coinText).join(', ') || 'nothing'} from ${from} to ${to}`]]
  }
  if (raw instanceof Uint8Array && values)
    return [['message', type], ...values.map(([name, value]) => [`  ${name}`, value] as const)]
  return [['message', `${type} ${raw instanceof Uint8Array ? hex.encode(raw) : JSON.stringify(raw)}`]]
}
