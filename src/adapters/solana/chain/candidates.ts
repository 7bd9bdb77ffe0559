import { base58, base64 } from '@scure/base'
import { ComputeBudgetProgram, VersionedTransaction } from '@solana/web3.js'
import type { SentTransaction } from '../../../core/wallet/transaction.ts'
import { advancesNonce } from './durable-nonce.ts'
import type { SolanaNode } from './node.ts'

/** The number of the account's newest transactions to check. */
const mostSignatures = 20

const pattern = /^(\d{1,20}):([1-9A-HJ-NP-Za-km-z]{32,44}):([A-Za-z0-9+/=]+)$/

/** The target time of a slot, in ms. */
const slotTime = 400

/** The transaction that the wallet is asked to send. */
export interface AskedTransaction {
  readonly wire: Uint8Array
  /** The transaction's reference, if Latchkey built the transaction. */
  readonly reference?: string | undefined
}

/**
 * Returns the trace of a request to send: a slot before the request, the account and the transaction. The slot is the one at
 * which the transaction was built. If this slot isn't known, the newest slot is read, and `passed` tells how many ms ago the
 * wallet was asked.
 */
export async function requestTrace(
  node: SolanaNode,
  account: string,
  { wire, reference }: AskedTransaction,
  passed: () => number,
): Promise<string> {
  const slot = /:(\d+)$/.exec(reference ?? '')?.[1] ?? (await slotBefore(node, passed))
  return `${slot}:${account}:${base64.encode(wire)}`
}

/** Returns a slot that isn't newer than the time from which `passed` counts. The node may answer late. */
async function slotBefore(node: SolanaNode, passed: () => number): Promise<bigint> {
  const newest = await node.slot()
  const slots = BigInt(Math.ceil(passed() / slotTime))
  return newest > slots ? newest - slots : 0n
}

/**
 * Returns the account's transactions since the request that have exactly the requested instructions. Ignores what wallets may
 * change: the fee payer, the blockhash, the compute budget and a durable nonce.
 */
export async function readCandidates(node: SolanaNode, trace: string): Promise<readonly SentTransaction[]> {
  const [, since, account, bytes] = pattern.exec(trace) ?? []
  const asked = bytes === undefined ? undefined : partsOf(bytes)
  if (since === undefined || account === undefined || asked === undefined) return []
  const signatures = await node.signatures(account, mostSignatures)
  const recent = signatures.flatMap(({ hash, slot }) => (slot >= BigInt(since) ? [hash] : []))
  const hashes = [...new Set(recent)]
  const wires = await Promise.all(hashes.map((hash) => node.wire(hash)))
  return hashes.flatMap((hash, index) => {
    const wire = wires[index]
    const landed = wire && partsOf(wire)
    // A node could return the bytes of another transaction for this hash. So compare the hash of the bytes.
    return landed?.hash === hash && landed.effect === asked.effect ? [{ hash }] : []
  })
}

/**
 * Returns the hash of a transaction, and its instructions without the compute budget and a durable nonce. Returns undefined for
 * bytes that aren't a transaction. A text is the bytes in base64.
 */
function partsOf(wire: Uint8Array | string): { readonly hash: string; readonly effect: string } | undefined {
  try {
    const { message, signatures } = VersionedTransaction.deserialize(
      typeof wire === 'string' ? base64.decode(wire) : wire,
    )
    const keys = message.staticAccountKeys.map(String)
    const instructions = message.compiledInstructions
      .slice(advancesNonce(message) ? 1 : 0)
      .filter(({ programIdIndex: index }) => keys[index] !== String(ComputeBudgetProgram.programId))
      .map(({ programIdIndex, accountKeyIndexes, data }) => [
        ...[programIdIndex, ...accountKeyIndexes].map((index) => keys[index] ?? index - keys.length),
        base64.encode(data),
      ])
    const [id = new Uint8Array()] = signatures
    return { hash: base58.encode(id), effect: JSON.stringify([instructions, message.addressTableLookups]) }
  } catch {
    return undefined
  }
}
