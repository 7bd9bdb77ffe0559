import type { CaipAssetId } from '../../core/chain/caip.ts'
import type { FamilyReader, ReadNetwork, Receipt } from './family-reader.ts'
import { invalidAnswer, type NodePort } from './node-port.ts'

interface FoundTransaction {
  readonly height: string
  /** The transaction's bytes in base64. */
  readonly tx: string
  readonly tx_result: {
    readonly code: number
    readonly events?: readonly {
      readonly type: string
      readonly attributes?: readonly { readonly key: string; readonly value: string }[]
    }[]
  }
}
type Fields = readonly (readonly [number: number, bytes: Buffer])[]

/** Creates a reader for CometBFT's RPC. Encodes protobuf itself, because the requests have only one or two texts. */
export function cosmosReader(node: NodePort, network: ReadNetwork): FamilyReader {
  const native = network.cosmos?.denom ?? ''
  // Pass the parameters by name, because their order differs between versions of CometBFT.
  const ask = <T>(method: string, params: object = {}) => node.call<T>(method, params)
  const query = async (path: string, texts: readonly string[], height: bigint): Promise<Fields> => {
    const request = Buffer.concat(texts.map((text, index) => field(index + 1, text))).toString('hex')
    const params = { path, data: request, height: String(height), prove: false }
    const { response } = await ask<{ response: { code?: number; value?: string | null; log?: string } }>(
      'abci_query',
      params,
    )
    if (response.code) throw invalidAnswer(`${path} ("${response.log}")`)
    return fieldsOf(Buffer.from(response.value ?? '', 'base64'))
  }
  const balance = async (address: string, asset?: CaipAssetId, height = 0n) => {
    const answer = await query(
      '/cosmos.bank.v1beta1.Query/Balance',
      [address, denomOf(asset) ?? native],
      height,
    )
    return quantity(text(fieldsOf(bytes(answer, 1)), 2))
  }
  const transaction = async (hash: string) => {
    const params = { query: `tx.hash='${hash}'` }
    return (await ask<{ txs: readonly FoundTransaction[] }>('tx_search', params)).txs[0]
  }

  return {
    network: async () =>
      `cosmos:${(await ask<{ node_info: { network: string } }>('status')).node_info.network}`,
    balance: (address, asset) => balance(address, asset),
    async decimals(asset) {
      const answer = await query('/cosmos.bank.v1beta1.Query/DenomMetadata', [denomOf(asset) ?? ''], 0n)
      const metadata = fieldsOf(bytes(answer, 1))
      const units = metadata.flatMap(([number, value]) => (number === 2 ? [fieldsOf(value)] : []))
      const shown = units.find((unit) => text(unit, 1) === text(metadata, 4))
      if (!shown) throw invalidAnswer(`DenomMetadata of ${asset}`)
      return Number(varint(bytes(shown, 2)))
    },
    // Read the balances before and after the transaction's block, so that other blocks don't change the result.
    async change(_, { block }, address, asset) {
      const [before, after] = await Promise.all([
        balance(address, asset, block - 1n),
        balance(address, asset, block),
      ])
      return { before, after }
    },
    async find({ hash }) {
      const found = await transaction(hash)
      return (
        found && {
          succeeded: !found.tx_result.code,
          block: quantity(found.height),
          fee: feeOf(found, native),
          ...partiesOf(found),
        }
      )
    },
  }
}

function denomOf(asset: string | undefined): string | undefined {
  if (asset === undefined) return undefined
  const [, kind, reference = ''] = /\/(\w+):(.+)$/.exec(asset) ?? []
  return kind === 'ibc' ? `ibc/${reference}` : decodeURIComponent(reference)
}

/** Returns an attribute of the transaction's `tx` events. CometBFT before 0.37 encodes attributes in base64. */
function attributeOf({ tx_result }: FoundTransaction, name: string): string {
  const attributes = (tx_result.events ?? []).flatMap(({ type, attributes }) =>
    type === 'tx' ? (attributes ?? []) : [],
  )
  const plain = attributes.find(({ key }) => key === name)?.value
  const coded = attributes.find(({ key }) => key === Buffer.from(name).toString('base64'))?.value
  return plain ?? Buffer.from(coded ?? '', 'base64').toString()
}

/** Returns the amount of the fee. In the event, the fee is a text such as `5000uatom`. */
function feeOf(found: FoundTransaction, native: string): bigint {
  for (const coin of attributeOf(found, 'fee').split(',')) {
    const [, amount = '', denom] = /^(\d+)(.+)$/.exec(coin) ?? []
    if (denom === native) return quantity(amount)
  }
  return 0n
}

/** Returns the signer and the recipients of the bank transfers. In an event, the signer is a text such as `cosmos1…/7`. */
function partiesOf(found: FoundTransaction): Pick<Receipt, 'from' | 'to'> {
  const [signer] = attributeOf(found, 'acc_seq').split('/')
  // The path to the messages is TxRaw.body_bytes, TxBody.messages. Each message is an Any: the type's URL and the message.
  const body = fieldsOf(bytes(fieldsOf(Buffer.from(found.tx, 'base64')), 1))
  const sends = body.flatMap(([number, value]) => {
    const any = number === 1 ? fieldsOf(value) : []
    return text(any, 1) === '/cosmos.bank.v1beta1.MsgSend' ? [fieldsOf(bytes(any, 2))] : []
  })
  const from = signer ? [signer] : sends.map((send) => text(send, 1))
  return { from: [...new Set(from)], to: [...new Set(sends.map((send) => text(send, 2)))] }
}

function field(number: number, value: string): Buffer {
  const content = Buffer.from(value)
  const length = content.length < 128 ? [content.length] : [(content.length & 127) | 128, content.length >> 7]
  return Buffer.from([(number << 3) | 2, ...length, ...content])
}

/** Splits a protobuf message into its fields. The value of a varint field is its raw bytes. */
function fieldsOf(message: Buffer): Fields {
  const found: [number, Buffer][] = []
  for (let at = 0; at < message.length; ) {
    const tag = message[at++] ?? 0
    const first = at
    while ((message[at] ?? 0) > 127) at++
    const number = message.subarray(first, ++at)
    const end = (tag & 7) === 2 ? at + Number(varint(number)) : at
    found.push([tag >> 3, (tag & 7) === 2 ? message.subarray(at, end) : number])
    at = end
  }
  return found
}

function varint(bytes: Buffer): bigint {
  return bytes.reduceRight((value, byte) => (value << 7n) | BigInt(byte & 127), 0n)
}

function bytes(fields: Fields, number: number): Buffer {
  return fields.find(([each]) => each === number)?.[1] ?? Buffer.alloc(0)
}

function text(fields: Fields, number: number): string {
  return bytes(fields, number).toString()
}

function quantity(value: string): bigint {
  if (/^\d{1,78}$/.test(value)) return BigInt(value)
  throw invalidAnswer('a read of a number')
}
