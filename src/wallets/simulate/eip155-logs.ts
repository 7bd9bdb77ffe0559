import { membersOf, native, readable } from './simulation.ts'

/** A log of a contract, or a payment that a tracer reports. */
export type Log =
  | { readonly address: string; readonly topics: readonly string[]; readonly words: readonly bigint[] }
  | { readonly payment: { readonly from: string; readonly to: string; readonly amount: bigint } }

interface Transfer {
  /** The asset: `native`, a token's contract, or an NFT's contract and id, joined by `#`. */
  readonly asset: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** The address of the native token in the logs of `traceTransfers` (ERC-7528). */
const nativeAddress = `0x${'e'.repeat(40)}`
/** `Transfer(address,address,uint256)` of ERC-20 and ERC-721. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `TransferSingle` and `TransferBatch` of ERC-1155. */
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const several = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/**
 * Reads the logs in a node's answer.
 * @throws if the answer has another shape
 */
export function logsOf(logs: unknown): readonly Log[] {
  return readable(Array.isArray(logs) ? (logs as readonly unknown[]) : undefined).map((log) => {
    const { address, topics, data } = membersOf(log) ?? {}
    const hex = readable(typeof data === 'string' ? data.slice(2) : undefined)
    return {
      address: readable(typeof address === 'string' ? address.toLowerCase() : undefined),
      topics: readable(
        Array.isArray(topics) ? topics.map((topic) => String(topic).toLowerCase()) : undefined,
      ),
      words: (hex.match(/[0-9a-f]{64}/gi) ?? []).map((word) => BigInt(`0x${word}`)),
    }
  })
}

/**
 * Returns the payments and the transfers of tokens and NFTs. Ignores other logs and invalid logs, because a contract may log
 * anything.
 */
export function transfersIn(logs: readonly Log[]): readonly Transfer[] {
  return logs.flatMap((log) => {
    if ('payment' in log) {
      const { from, to, amount } = log.payment
      return { asset: native, from: from.toLowerCase(), to: to.toLowerCase(), amount }
    }
    const { address, topics, words } = log
    const [kind, second, third, fourth] = topics
    const [first, value] = words
    if (kind === transfer && second && third) {
      const parties = { from: partyOf(second), to: partyOf(third) }
      if (fourth) return { asset: `${address}#${BigInt(fourth)}`, ...parties, amount: 1n }
      if (first === undefined) return []
      return { asset: address === nativeAddress ? native : address, ...parties, amount: first }
    }
    if (!third || !fourth) return []
    const parties = { from: partyOf(third), to: partyOf(fourth) }
    if (kind === single && first !== undefined && value !== undefined)
      return { asset: `${address}#${first}`, ...parties, amount: value }
    if (kind !== several) return []
    const [ids, counts] = [arrayAt(words, first), arrayAt(words, value)]
    return ids.map((id, at) => ({ asset: `${address}#${id}`, ...parties, amount: counts[at] ?? 0n }))
  })
}

const partyOf = (topic: string) => `0x${topic.slice(-40)}`

/** Reads an array of the contract ABI. `offset` is its position in bytes. */
function arrayAt(words: readonly bigint[], offset: bigint | undefined): readonly bigint[] {
  const start = Number((offset ?? 0n) / 32n)
  return words.slice(start + 1, start + 1 + Number(words[start] ?? 0n))
}
