import { base58, base64, hex } from '@scure/base'
import type { ChainNetwork } from 'latchkey'
import type { HeadlessRequest } from 'latchkey/wallets'
import { psbtTable, readPsbt } from '../psbt.ts'
import { bytesAt, readFields, textAt } from './protobuf.ts'

type Rows = (readonly [string, string])[]
type Params = Readonly<Record<string, unknown>>

export interface Described {
  /** Such as `sign a message`. */
  readonly title: string
  readonly rows: Readonly<Rows>
  /** What takes several lines: a message, a table. */
  readonly body?: string | undefined
}

/** The addresses of the program that moves lamports, and of what the family calls native there. */
const systemProgram = '11111111111111111111111111111111'

/**
 * What a request would do, as far as its bytes say so, for a person who has to decide. What cannot be read is said to be
 * unread; the request as it came is printed beside it in any case.
 */
export async function describeRequest(
  { method, params }: HeadlessRequest,
  network: ChainNetwork | undefined,
): Promise<Described> {
  const list = Array.isArray(params) ? params : [params]
  const [first] = list
  const fields = (typeof first === 'object' && first !== null ? first : {}) as Params
  try {
    switch (method) {
      case 'personal_sign':
        return {
          title: 'sign a message',
          rows: [['account', String(list[1])]],
          body: textOfHex(String(first)),
        }
      case 'eth_signTypedData_v4':
        return typedData(String(first), list[1])
      case 'eth_sendTransaction':
        return { title: 'send a transaction', rows: await ethereumCall(fields, network) }
      case 'wallet_sendCalls':
        return await batch(fields, network)
      case 'wallet_switchEthereumChain':
        return { title: 'move to another network', rows: [['network', `eip155:${Number(fields.chainId)}`]] }
      case 'solana_signMessage':
        return {
          title: 'sign a message',
          rows: [['account', String(fields.pubkey)]],
          body: textOfBytes(base58.decode(String(fields.message))),
        }
      case 'solana_signTransaction':
        return await solana('sign a transaction', fields, [fields.transaction])
      case 'solana_signAndSendTransaction':
        return await solana('sign and send a transaction', fields, [fields.transaction])
      case 'solana_signAllTransactions':
        return await solana('sign transactions', fields, fields.transactions as readonly unknown[])
      case 'signMessage':
        return {
          title: 'sign a message',
          rows: [
            ['account', String(fields.address ?? fields.account)],
            ['scheme', String(fields.protocol ?? 'ecdsa')],
          ],
          body: String(fields.message),
        }
      case 'signPsbt':
        return {
          title: fields.broadcast === true ? 'sign and send a PSBT' : 'sign a PSBT',
          rows: [['account', String(fields.account)]],
          body: network && (await psbtTable(await readPsbt(String(fields.psbt), network.caipNetworkId))),
        }
      case 'sendTransfer':
        return {
          title: 'send coins',
          rows: [
            ['from', String(fields.account)],
            ['to', String(fields.recipientAddress)],
            ['amount', await native(BigInt(String(fields.amount)), network)],
          ],
        }
      case 'polkadot_signMessage':
        return {
          title: 'sign a message',
          rows: [['account', String(fields.address)]],
          body: String(fields.message),
        }
      case 'polkadot_signTransaction':
        return await polkadot(fields, network)
      case 'cosmos_signDirect':
        return cosmosDirect(fields)
      case 'cosmos_signAmino':
        return cosmosAmino(fields)
      default:
        return { title: `answer ${method}`, rows: [] }
    }
  } catch {
    return { title: `answer ${method}, which cannot be read`, rows: [] }
  }
}

function typedData(account: string, input: unknown): Described {
  const data = (typeof input === 'string' ? JSON.parse(input) : input) as Params
  const domain = (data.domain ?? {}) as Params
  return {
    title: 'sign typed data',
    rows: [
      ['account', account],
      [
        'for',
        Object.entries(domain)
          .map(([name, value]) => `${name} ${String(value)}`)
          .join(', '),
      ],
      ['type', String(data.primaryType)],
    ],
    body: JSON.stringify(data.message, null, 2),
  }
}

async function ethereumCall(call: Params, network: ChainNetwork | undefined): Promise<Rows> {
  const data = String(call.data ?? call.input ?? '0x')
  const rows: Rows = [
    ...(call.from === undefined ? [] : [['from', String(call.from)] as const]),
    ['to', call.to === undefined || call.to === null ? 'a new contract' : String(call.to)],
    ['amount', await native(BigInt(String(call.value ?? 0)), network)],
  ]
  if (data !== '0x') rows.push(['data', `${(data.length - 2) / 2} bytes, calls ${data.slice(0, 10)}`])
  return rows
}

async function batch(
  { from, calls, atomicRequired }: Params,
  network: ChainNetwork | undefined,
): Promise<Described> {
  const each = await Promise.all(
    (calls as readonly Params[]).map(async (call, at) =>
      (await ethereumCall(call, network)).map(([name, value]) => [`${at + 1}. ${name}`, value] as const),
    ),
  )
  const rows: Rows = [
    ['from', String(from)],
    ['together or not at all', atomicRequired ? 'yes' : 'no'],
    ...each.flat(),
  ]
  return { title: `send ${each.length} calls`, rows }
}

async function solana(
  title: string,
  { pubkey }: Params,
  transactions: readonly unknown[],
): Promise<Described> {
  const { VersionedTransaction } = await import('../wallets/solana-message.ts').then(({ solanaMessages }) =>
    solanaMessages(),
  )
  const rows: Rows = [['account', String(pubkey)]]
  const { formatUnits } = await import('latchkey')
  transactions.forEach((text, at) => {
    const { message } = VersionedTransaction.deserialize(base64.decode(String(text)))
    const keys = message.staticAccountKeys.map(String)
    const prefix = transactions.length > 1 ? `${at + 1}. ` : ''
    rows.push([`${prefix}pays the fee`, keys[0] ?? '?'])
    for (const { programIdIndex, accountKeyIndexes, data } of message.compiledInstructions) {
      const program = keys[programIdIndex] ?? 'a program of a lookup table'
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
      const accounts = accountKeyIndexes.map((index) => keys[index] ?? 'an account of a lookup table')
      // SystemInstruction::Transfer
      if (program === systemProgram && data.length === 12 && view.getUint32(0, true) === 2)
        rows.push([
          `${prefix}sends`,
          `${formatUnits(view.getBigUint64(4, true), 9)} SOL from ${accounts[0]} to ${accounts[1]}`,
        ])
      else
        rows.push([
          `${prefix}calls`,
          `${program} with ${hex.encode(data) || 'no data'} on ${accounts.join(', ')}`,
        ])
    }
  })
  return { title, rows }
}

async function polkadot(
  { transactionPayload }: Params,
  network: ChainNetwork | undefined,
): Promise<Described> {
  const payload = (transactionPayload ?? {}) as Params
  return {
    title: 'sign a transaction',
    rows: [
      ['account', String(payload.address)],
      ['chain', String(payload.genesisHash)],
      ['call', `${String(payload.method)} (SCALE: not decoded without the metadata of the chain)`],
      ['nonce', String(Number(payload.nonce))],
      ['tip', await native(BigInt(String(payload.tip ?? 0)), network)],
      ['era', String(payload.era)],
    ],
  }
}

function cosmosDirect({ signerAddress, signDoc }: Params): Described {
  const doc = (signDoc ?? {}) as Params
  const body = readFields(bytesOf(doc.bodyBytes))
  const [fee] = bytesAt(readFields(bytesOf(doc.authInfoBytes)), 2)
  const rows: Rows = [
    ['account', String(signerAddress)],
    ['chain', String(doc.chainId)],
  ]
  for (const any of bytesAt(body, 1)) {
    const message = readFields(any)
    const type = textAt(message, 1)
    const [value = new Uint8Array()] = bytesAt(message, 2)
    if (type !== '/cosmos.bank.v1beta1.MsgSend') {
      rows.push(['message', `${type} ${hex.encode(value)}`])
      continue
    }
    const send = readFields(value)
    rows.push(['sends', `${coins(bytesAt(send, 3))} from ${textAt(send, 1)} to ${textAt(send, 2)}`])
  }
  if (fee) rows.push(['fee', coins(bytesAt(readFields(fee), 1))])
  const memo = textAt(body, 2)
  return { title: 'sign a transaction', rows, ...(memo !== '' && { body: `memo: ${memo}` }) }
}

function cosmosAmino({ signerAddress, signDoc }: Params): Described {
  const doc = (signDoc ?? {}) as {
    chain_id?: unknown
    msgs?: readonly { type?: unknown; value?: Params }[]
    memo?: unknown
    fee?: unknown
  }
  const [first] = doc.msgs ?? []
  // ADR-36: a message in the shape of a transaction that no chain takes.
  if (first?.type === 'sign/MsgSignData')
    return {
      title: 'sign a message',
      rows: [['account', String(signerAddress)]],
      body: textOfBytes(base64.decode(String(first.value?.data))),
    }
  const rows: Rows = [
    ['account', String(signerAddress)],
    ['chain', String(doc.chain_id)],
    ...(doc.msgs ?? []).map(
      ({ type, value }) => ['message', `${String(type)} ${JSON.stringify(value)}`] as const,
    ),
    ['fee', JSON.stringify(doc.fee)],
  ]
  const memo = String(doc.memo ?? '')
  return { title: 'sign a transaction', rows, ...(memo !== '' && { body: `memo: ${memo}` }) }
}

function coins(list: readonly Uint8Array[]): string {
  const each = list.map((bytes) => {
    const coin = readFields(bytes)
    return `${textAt(coin, 2)} ${textAt(coin, 1)}`
  })
  return each.join(', ') || 'nothing'
}

async function native(value: bigint, network: ChainNetwork | undefined): Promise<string> {
  const { formatUnits } = await import('latchkey')
  const { decimals, symbol } = network?.nativeCurrency ?? { decimals: 0, symbol: '' }
  return `${formatUnits(value, decimals)} ${symbol}`.trimEnd()
}

function bytesOf(text: unknown): Uint8Array {
  return text === undefined || text === '' ? new Uint8Array() : base64.decode(String(text))
}

function textOfHex(text: string): string {
  return /^0x([0-9a-f]{2})*$/i.test(text) ? textOfBytes(hex.decode(text.slice(2).toLowerCase())) : text
}

/** As text when it is one; else as hex, and said so. */
function textOfBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return `0x${hex.encode(bytes)} (bytes that are no text)`
  }
}
