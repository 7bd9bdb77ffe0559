import type { Hex } from '../../../core/chain/caip.ts'

/** The fields of a block that are used. */
export interface NodeBlock {
  readonly number: Hex
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: Hex
  readonly transactions: readonly NodeTransaction[]
}

export interface NodeTransaction {
  readonly hash: Hex
  readonly from: Hex
  readonly to: Hex | null
  readonly value: Hex
  readonly input: Hex
  readonly nonce: Hex
}

export interface NodeReceipt {
  readonly transactionHash: Hex
  readonly blockHash: Hex
  readonly transactionIndex: Hex
  readonly status?: Hex | null | undefined
  readonly contractAddress: Hex | null
  readonly logs: readonly { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }[]
}

/** A token transfer or approval. */
export interface TokenEvent {
  readonly token: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** A transaction without the data of its block. Addresses are in lower case, amounts in wei. */
export interface SentTransaction {
  readonly hash: Hex
  readonly from: string
  /** Undefined for a contract deployment. */
  readonly to: string | undefined
  readonly value: bigint
  readonly input: Hex
  readonly nonce: number
}

export interface SettledTransaction extends SentTransaction {
  readonly block: number
  readonly place: number
  readonly seconds: number
  /** `unknown` if the receipt doesn't say whether the transaction succeeded. */
  readonly status: 'confirmed' | 'failed' | 'unknown'
  readonly created: string | undefined
  readonly transfers: readonly TokenEvent[]
  readonly approvals: readonly TokenEvent[]
}

export interface MinedTransaction extends SettledTransaction {
  readonly accounts: ReadonlySet<string>
}

/** The topics of the EIP-20 events `Transfer` and `Approval`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

export function sentTransaction({ hash, from, to, value, input, nonce }: NodeTransaction): SentTransaction {
  return {
    hash,
    from: from.toLowerCase(),
    to: to?.toLowerCase(),
    value: BigInt(value),
    input,
    nonce: Number(nonce),
  }
}

export function minedTransaction(
  block: NodeBlock,
  transaction: NodeTransaction,
  receipt: NodeReceipt,
): MinedTransaction {
  const sent = sentTransaction(transaction)
  const status = statusOf(receipt)
  const created = receipt.contractAddress?.toLowerCase()
  const transfers = tokenEvents(receipt, transferTopic)
  const approvals = tokenEvents(receipt, approvalTopic)
  const mined = {
    ...sent,
    block: Number(block.number),
    place: Number(receipt.transactionIndex),
    seconds: Number(block.timestamp),
    ...{ status, created, transfers, approvals },
  }
  return { ...mined, accounts: involvedAccounts(mined) }
}

function statusOf({ status }: NodeReceipt): SettledTransaction['status'] {
  return status === '0x1' ? 'confirmed' : status === '0x0' ? 'failed' : 'unknown'
}

/**
 * The accounts whose histories list the transaction. A failed transaction moved nothing, so only the sender's history lists it.
 * If the outcome is unknown, the transaction counts as successful.
 */
function involvedAccounts({
  from,
  to,
  status,
  created,
  transfers,
  approvals,
}: SettledTransaction): ReadonlySet<string> {
  return new Set([
    from,
    ...(status !== 'failed' ? [to, created].filter((each) => each !== undefined) : []),
    ...transfers.flatMap((each) => [each.from, each.to]),
    ...approvals.map((each) => each.from),
  ])
}

/** Returns the tokens that the account sent or received. The result can have duplicates. */
export function tokensOf({ transfers }: MinedTransaction, account: string): readonly string[] {
  return transfers.filter(({ from, to }) => from === account || to === account).map(({ token }) => token)
}

/**
 * Returns the EIP-20 events with this first topic. Skips EIP-721 events, which have the same first topic, but four topics in
 * total.
 */
function tokenEvents({ logs }: NodeReceipt, topic: string): readonly TokenEvent[] {
  return logs.flatMap(({ address, topics: [first, from, to, ...more], data }) =>
    first === topic && from && to && more.length === 0 && data.length === 66
      ? [{ token: address.toLowerCase(), from: lastTwenty(from), to: lastTwenty(to), amount: BigInt(data) }]
      : [],
  )
}

/** Reads the address at the end of a 32-byte word. */
export function lastTwenty(word: string): string {
  return `0x${word.slice(-40).toLowerCase()}`
}
