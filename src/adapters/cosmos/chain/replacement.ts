import { sha256 } from '@noble/hashes/sha2'
import { base64 } from '@scure/base'
import {
  bytesIn,
  decodeProto,
  encodeFields,
  numberIn,
  type ProtoField,
  textIn,
} from '../../../core/protobuf.ts'
import type { TransactionStatus } from '../../../core/wallet/transaction.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'
import { addressOfKey } from '../address.ts'
import { hexOf } from '../bytes.ts'
import { bodyBytes, type Draft } from '../sign-doc.ts'
import { hashOf } from './hash.ts'

/** The known facts about a sent transaction, apart from its hash. The `reference` of the transaction is this record as text. */
export interface Trace {
  /** The last block that may include the transaction. */
  readonly until: bigint
  /** The sender, the sequence, and a digest of the messages and the memo. Absent in references of earlier versions. */
  readonly by?: { readonly from: string; readonly sequence: bigint; readonly digest: string } | undefined
}

const pattern = /^(\d{1,19})(?::([a-z0-9]{1,90}):(\d{1,20}):([0-9a-f]{64}))?$/

export function traceIn(reference: string | undefined): Trace | undefined {
  const [, until, from, sequence, digest] = pattern.exec(reference ?? '') ?? []
  if (until === undefined) return undefined
  const by = from !== undefined && sequence !== undefined && digest !== undefined
  return { until: BigInt(until), ...(by && { by: { from, sequence: BigInt(sequence), digest } }) }
}

export function referenceOf(draft: Draft, from: string): string {
  return `${draft.timeoutHeight}:${from}:${draft.sequence}:${digestOf(bodyBytes(draft))}`
}

interface FoundTransaction {
  readonly tx?: unknown
}

/**
 * Finds out whether another transaction replaced a transaction that the node doesn't show. The replacing transaction has the same
 * sender and sequence, and is in a block. The SDK indexes transactions by the sequence of each signer (x/auth/ante,
 * sigverify.go).
 */
export async function readReplacement(
  rpc: JsonRpcPort,
  hash: string,
  { from, sequence, digest }: NonNullable<Trace['by']>,
  opts?: CallOptions,
): Promise<TransactionStatus | undefined> {
  const params = { query: `tx.acc_seq='${from}/${sequence}'`, prove: false, page: '1', per_page: '10' }
  const answer = await rpc
    .request<{ txs?: unknown }>({ method: 'tx_search', params }, opts)
    .catch((error: unknown) => {
      if (opts?.signal?.aborted) throw error
      // If the index has no sequences, only the timeout height can prove the outcome.
      return undefined
    })
  const listed = Array.isArray(answer?.txs) ? (answer.txs as readonly FoundTransaction[]) : []
  for (const { tx } of listed) {
    const bytes = decoded(tx)
    const raw = bytes && decodeProto(bytes)
    const by = bytes && hashOf(bytes)
    const body = raw && bytesIn(raw, 1)[0]
    if (!body || !by || by === hash.toUpperCase() || !usesSequence(raw, body, from, sequence)) continue
    if (digestOf(body) === digest) return { phase: 'replaced', reason: 'repriced', hash: by }
    return { phase: 'replaced', reason: paysOthers(body, from) ? 'replaced' : 'cancelled', hash: by }
  }
  return undefined
}

/** Hashes the messages and the memo. Leaves out the timeout height and the fee, because they may differ between attempts. */
function digestOf(body: Uint8Array): string {
  const fields = decodeProto(body) ?? []
  return hexOf(sha256(encodeFields(fields.filter(([number]) => number === 1 || number === 2))))
}

/**
 * Returns whether the account signed with the sequence. This check is needed because other accounts use the same sequence
 * numbers, and a node may ignore the query's filter.
 */
function usesSequence(raw: readonly ProtoField[], body: Uint8Array, from: string, sequence: bigint): boolean {
  const authInfo = decodeProto(bytesIn(raw, 2)[0] ?? new Uint8Array()) ?? []
  return bytesIn(authInfo, 1).some((bytes) => {
    const signer = decodeProto(bytes) ?? []
    if (numberIn(signer, 3) !== sequence) return false
    const any = decodeProto(bytesIn(signer, 1)[0] ?? new Uint8Array()) ?? []
    const [key] = bytesIn(decodeProto(bytesIn(any, 2)[0] ?? new Uint8Array()) ?? [], 1)
    if (key && textIn(any, 1) === '/cosmos.crypto.secp256k1.PubKey')
      return addressOfKey(key, from.slice(0, from.lastIndexOf('1'))) === from
    // If there is no key, or the key is of another kind, compare the sender in the messages.
    return messagesIn(body).some(({ message }) => textIn(message, 1) === from)
  })
}

/** Returns whether the messages do anything except bank sends from the account to itself. */
function paysOthers(body: Uint8Array, from: string): boolean {
  return messagesIn(body).some(
    ({ type, message }) => type !== '/cosmos.bank.v1beta1.MsgSend' || textIn(message, 2) !== from,
  )
}

function messagesIn(body: Uint8Array) {
  return bytesIn(decodeProto(body) ?? [], 1).map((bytes) => {
    const any = decodeProto(bytes) ?? []
    return { type: textIn(any, 1), message: decodeProto(bytesIn(any, 2)[0] ?? new Uint8Array()) ?? [] }
  })
}

function decoded(tx: unknown): Uint8Array | undefined {
  try {
    return base64.decode(String(tx))
  } catch {
    return undefined
  }
}
