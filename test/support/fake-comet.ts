import { createHash } from 'node:crypto'
import { bech32 } from '@scure/base'
import { encodeProto } from '../../src/core/protobuf.ts'
import type { FakeTransfer } from './fake-chain.ts'

export interface FakeCometOptions {
  readonly chainId: string
  readonly accounts: number
  /** Transfers per block, each in a transaction of its own. */
  readonly perBlock: number
  /** SDK 0.46 has the events of messages in the log, and attributes in base64. Default: the events of SDK 0.50. */
  readonly sdk?: '0.46' | undefined
}

interface Event {
  readonly type: string
  readonly attributes: readonly { readonly key: string; readonly value: string }[]
}
interface FakeResult {
  readonly code: number
  readonly log: string
  readonly events: readonly Event[]
}
export interface FakeTransaction {
  readonly tx: string
  readonly result: FakeResult
}

/** CometBFT's default of `max_request_batch_size`. */
const longestBatch = 10

/**
 * The JSON-RPC methods of a CometBFT node, with blocks that are computed from their numbers. The fields are those of
 * https://docs.cometbft.com/v0.38/rpc/
 */
export class FakeComet {
  readonly #options: FakeCometOptions
  readonly #accounts: readonly string[]
  /** Additional transactions, by the number of their block. */
  readonly extra = new Map<number, readonly FakeTransaction[]>()
  readonly balances = new Map<string, readonly (readonly [denom: string, amount: bigint])[]>()
  /** The number of the newest block. */
  head = 1
  /** The number of the newest block with results. */
  results = Number.POSITIVE_INFINITY
  earliest = 1
  /** Counts the restarts of the chain. After a restart, the blocks have other hashes. */
  start = 0
  /** The methods of all calls, in the order of their arrival. */
  readonly asked: string[] = []

  constructor(options: FakeCometOptions) {
    this.#options = options
    this.#accounts = Array.from({ length: options.accounts }, (_, at) =>
      bech32.encode('cosmos', bech32.toWords(Uint8Array.from(sha256(`account ${at}`).subarray(0, 20)))),
    )
  }

  account(index: number): string {
    return this.#accounts[index % this.#options.accounts] ?? ''
  }

  /** The number of transactions in all blocks. */
  get total(): number {
    return this.#options.perBlock * this.head
  }

  /** Returns the account's transfers, newest first. */
  historyOf(account: string): readonly FakeTransfer[] {
    const found: FakeTransfer[] = []
    for (let block = this.head; block >= 1; block--)
      for (const transfer of this.#transfersOf(block).toReversed())
        if (transfer.from === account || transfer.to === account) found.push(transfer)
    return found
  }

  /** Answers a call or a batch of calls. */
  answer(body: string): string {
    type Call = { id: number; method: string; params: Readonly<Record<string, string>> }
    const given = JSON.parse(body) as Call | readonly Call[]
    const calls = [given].flat() as readonly Call[]
    const answers = calls.map(({ id, method, params }) => {
      this.asked.push(method)
      const tooLong = calls.length > longestBatch
      const outcome = tooLong
        ? refusal('batch request exceeds maximum', -32600)
        : this.#outcome(method, params)
      return { jsonrpc: '2.0', id, ...outcome }
    })
    return JSON.stringify(Array.isArray(given) ? answers : answers[0])
  }

  #outcome(method: string, params: Readonly<Record<string, string>>): object {
    const height = Number(params.height ?? params.minHeight)
    if (method === 'status') return { result: this.#status() }
    if (method === 'abci_query') return { result: this.#query(params) }
    if (method === 'tx') return this.#transaction(String(params.hash))
    if (height > this.head || (method === 'block_results' && height > this.results))
      return refusal(
        method === 'block_results'
          ? `could not find results for height #${height}`
          : `height ${height} must be less than or equal to the current blockchain height ${this.head}`,
      )
    if (height < this.earliest)
      return refusal(`height ${height} is not available, lowest height is ${this.earliest}`)
    switch (method) {
      case 'blockchain':
        return { result: { block_metas: [{ block_id: { hash: this.#hashOf(height) } }] } }
      case 'block':
        return { result: this.#block(height) }
      case 'block_results': {
        const results = this.#transactionsOf(height).map(({ result }) => result)
        return {
          result: { height: String(height), txs_results: results.length > 0 ? results.map(written) : null },
        }
      }
      default:
        return { error: { code: -32601, message: 'Method not found' } }
    }
  }

  #status(): object {
    return {
      node_info: { network: this.#options.chainId },
      sync_info: {
        latest_block_height: String(this.head),
        earliest_block_height: String(this.earliest),
      },
    }
  }

  #transaction(hash: string): object {
    for (let block = 1; block <= this.head; block++)
      for (const { tx, result } of this.#transactionsOf(block))
        if (sha256(Buffer.from(tx, 'base64')).toString('base64') === hash)
          return { result: { height: String(block), tx_result: written(result) } }
    return refusal(`tx (${Buffer.from(hash, 'base64').toString('hex')}) not found`)
  }

  #query({ path, data }: Readonly<Record<string, string>>): object {
    if (path !== '/cosmos.bank.v1beta1.Query/AllBalances' && path !== '/cosmos.bank.v1beta1.Query/Balance')
      return { response: { code: 22, log: 'not found', value: null } }
    const request = Buffer.from(String(data), 'hex').toString('latin1')
    const coins = [...this.balances].flatMap(([owner, coins]) => (request.includes(owner) ? coins : []))
    const asked = path.endsWith('/Balance') ? coins.filter(([denom]) => request.endsWith(denom)) : coins
    const value = encodeProto(
      ...asked.map(([denom, amount]) => [1, encodeProto([1, denom], [2, String(amount)])] as const),
    )
    return { response: { code: 0, value: Buffer.from(value).toString('base64') } }
  }

  #hashOf(block: number): string {
    return block < 1 ? '' : sha256(`block ${block} ${this.start}`).toString('hex').toUpperCase()
  }

  #block(number: number): object {
    return {
      block_id: { hash: this.#hashOf(number) },
      block: {
        header: {
          height: String(number),
          time: new Date(1_700_000_000_000 + 6000 * number).toISOString().replace('Z', '123456Z'),
          last_block_id: { hash: this.#hashOf(number - 1) },
        },
        data: { txs: this.#transactionsOf(number).map(({ tx }) => tx) },
      },
    }
  }

  #transfersOf(block: number): readonly FakeTransfer[] {
    const { perBlock } = this.#options
    return Array.from({ length: perBlock }, (_, place) => {
      const at = block * perBlock + place
      const [from, to] = [this.account(at), this.account(at * 7 + 1)]
      const hash = sha256(Buffer.from(textOf(block, place, this.start)))
      return { hash: hash.toString('hex').toUpperCase(), block, from, to, amount: BigInt(at + 1) }
    })
  }

  #transactionsOf(block: number): readonly FakeTransaction[] {
    const transfers = this.#transfersOf(block).map(({ from, to, amount }, place): FakeTransaction => {
      const tx = Buffer.from(textOf(block, place, this.start)).toString('base64')
      return { tx, result: this.sent(from, block, [{ from, to, coins: `${amount}uatom` }]) }
    })
    return [...transfers, ...(this.extra.get(block) ?? [])]
  }

  /** Returns the result of a transaction that sent coins. A transfer without `from` belongs to a `MsgMultiSend`. */
  sent(
    signer: string,
    sequence: number,
    transfers: readonly { readonly from?: string; readonly to: string; readonly coins: string }[],
  ): FakeResult {
    const { sdk } = this.#options
    const messages = transfers.map(({ from, to, coins }) => [
      event('message', { sender: signer, module: 'bank' }),
      event('transfer', { recipient: to, ...(from && { sender: from }), amount: coins }),
    ])
    const ofFee = [
      event('transfer', { recipient: this.account(0), sender: signer, amount: '5uatom' }),
      event('tx', { fee: '5uatom', fee_payer: signer }),
      event('tx', { acc_seq: `${signer}/${sequence}` }),
    ]
    if (sdk === '0.46')
      return {
        code: 0,
        log: JSON.stringify(messages.map((events, msg_index) => ({ msg_index, events }))),
        events: [...ofFee, ...messages.flat()].map(coded),
      }
    const numbered = messages.flatMap((events, at) =>
      events.map(({ type, attributes }) => ({
        type,
        attributes: [...attributes, { key: 'msg_index', value: String(at) }],
      })),
    )
    return { code: 0, log: '', events: [...ofFee, ...numbered] }
  }

  /** Returns the result of a transaction that failed. Only the events for the fee remain. */
  failed(signer: string, sequence: number): FakeResult {
    const { events } = this.sent(signer, sequence, [])
    return { code: 5, log: 'failed to execute message; message index: 0: insufficient funds', events }
  }
}

export const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

function textOf(block: number, place: number, start: number): string {
  return `transaction ${block}/${place}/${start}`
}

function event(type: string, values: Readonly<Record<string, string>>): Event {
  return { type, attributes: Object.entries(values).map(([key, value]) => ({ key, value })) }
}

function coded({ type, attributes }: Event): Event {
  return { type, attributes: attributes.map(({ key, value }) => ({ key: btoa(key), value: btoa(value) })) }
}

function written({ code, log, events }: FakeResult): object {
  return { code, data: null, log, info: '', gas_wanted: '1', gas_used: '1', events, codespace: '' }
}

function refusal(data: string, code = -32603): object {
  return { error: { code, message: 'Internal error', data } }
}
