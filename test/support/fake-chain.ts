/** A transfer on the fake chain that the account's history must list. */
export interface FakeTransfer {
  readonly hash: string
  readonly block: number
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

export interface FakeChainOptions {
  readonly accounts: number
  /** Token transfers per block, each in a transaction of its own. */
  readonly perBlock: number
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** The EIP-20 selectors of `decimals()`, `symbol()` and `balanceOf(address)`. */
const [decimals, symbol, balanceOf] = ['0x313ce567', '0x95d89b41', '0x70a08231']
const tokens = 3

/**
 * The JSON-RPC methods of an eip155 chain. Each block is computed from its number, so a million transfers need no memory.
 * `replace()` changes the hashes and transactions of the newest blocks.
 */
export class FakeChain {
  readonly #options: FakeChainOptions
  /** The number of the first replaced block, for each call of `replace()`. */
  readonly #versions: number[] = [0]
  /** The number of the newest block. */
  head = 0

  constructor(options: FakeChainOptions) {
    this.#options = options
  }

  /** Replaces the newest blocks, as in a reorganization. */
  replace(count: number): void {
    this.#versions.push(this.head - count + 1)
  }

  account(index: number): string {
    return `0x${'ac'.repeat(8)}${hex(index % this.#options.accounts, 24)}`
  }

  token(index: number): string {
    return `0x${'70'.repeat(8)}${hex(index % tokens, 24)}`
  }

  /** Returns the account's transfers, newest first. */
  historyOf(account: string): readonly FakeTransfer[] {
    const found: FakeTransfer[] = []
    for (let block = this.head; block >= 0; block--)
      for (const transfer of this.#transfersOf(block).toReversed())
        if (transfer.from === account || transfer.to === account) found.push(transfer)
    return found
  }

  /** Answers a call or a batch of calls. */
  answer(body: string): string {
    type Call = { id: number; method: string; params: readonly unknown[] }
    const given = JSON.parse(body) as Call | readonly Call[]
    const answers = [given].flat().map((call) => {
      const { id, method, params } = call as Call
      return { jsonrpc: '2.0', id, ...this.#outcome(method, params) }
    })
    return JSON.stringify(Array.isArray(given) ? answers : answers[0])
  }

  #outcome(method: string, params: readonly unknown[]): object {
    const number = Number(params[0])
    const exists = number <= this.head
    switch (method) {
      case 'eth_blockNumber':
        return { result: quantity(this.head) }
      case 'eth_getBlockByNumber':
        return { result: exists ? this.#block(number) : null }
      case 'eth_getBlockReceipts':
        return { result: exists ? this.#receipts(number) : null }
      case 'eth_getBalance':
        return { result: '0x1' }
      case 'eth_call':
        return { result: callResult((params[0] as { data: string }).data) }
      default:
        return { error: { code: -32601, message: `${method} does not exist` } }
    }
  }

  #version(block: number): number {
    return this.#versions.findLastIndex((first) => first <= block)
  }

  #hashOf(block: number): string {
    return block < 0 ? `0x${'0'.repeat(64)}` : `0xb${hex(this.#version(block), 23)}${hex(block, 40)}`
  }

  #transfersOf(block: number): readonly FakeTransfer[] {
    const { perBlock } = this.#options
    return Array.from({ length: perBlock }, (_, place) => {
      const at = block * perBlock + place
      const version = this.#version(block)
      return {
        hash: `0x7${hex(version, 23)}${hex(at, 40)}`,
        block,
        from: this.account(at),
        to: this.account(at * 7 + 1 + version),
        amount: BigInt(at + 1),
      }
    })
  }

  #block(number: number): object {
    return {
      ...{ number: quantity(number), hash: this.#hashOf(number), parentHash: this.#hashOf(number - 1) },
      timestamp: quantity(1_700_000_000 + 12 * number),
      transactions: this.#transfersOf(number).map(({ hash, from, to, amount }, place) => ({
        ...{ hash, from, to: this.token(place), value: '0x0', nonce: '0x0' },
        input: `0xa9059cbb${word(to)}${hex(amount, 64)}`,
      })),
    }
  }

  #receipts(number: number): readonly object[] {
    return this.#transfersOf(number).map(({ hash, from, to, amount }, place) => ({
      ...{ transactionHash: hash, blockHash: this.#hashOf(number), transactionIndex: quantity(place) },
      ...{ status: '0x1', contractAddress: null },
      logs: [
        {
          address: this.token(place),
          topics: [transferTopic, `0x${word(from)}`, `0x${word(to)}`],
          data: `0x${hex(amount, 64)}`,
        },
      ],
    }))
  }
}

function callResult(data: string): string {
  if (data.startsWith(decimals)) return `0x${hex(6, 64)}`
  if (data.startsWith(balanceOf)) return `0x${hex(5, 64)}`
  return data.startsWith(symbol) ? `0x${hex(32, 64)}${hex(3, 64)}${'544f4b'.padEnd(64, '0')}` : '0x'
}

function word(address: string): string {
  return address.slice(2).padStart(64, '0')
}

function hex(value: number | bigint, length: number): string {
  return value.toString(16).padStart(length, '0')
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`
}
