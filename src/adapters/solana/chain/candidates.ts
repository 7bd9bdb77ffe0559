import { base64 } from '@scure/base'
import { ComputeBudgetProgram, VersionedTransaction } from '@solana/web3.js'
import type { SentTransaction } from '../../../core/wallet/transaction.ts'
import type { SolanaNode } from './node.ts'

/** The number of the account's newest transactions to look at. */
const mostSignatures = 20

const pattern = /^(\d{1,20}):([A-Za-z0-9+/=]+)$/

/** Describes a transaction before the wallet is asked for it, with the newest slot. */
export async function requestTrace(node: SolanaNode, wire: Uint8Array): Promise<string> {
  return `${await node.slot()}:${base64.encode(wire)}`
}

/** The account's transactions since the request that contain the requested instructions. Wallets may change the blockhash and the compute budget. */
export async function readCandidates(node: SolanaNode, trace: string): Promise<readonly SentTransaction[]> {
  const [, since, bytes] = pattern.exec(trace) ?? []
  const asked = bytes === undefined ? undefined : effectOf(base64.decode(bytes))
  if (since === undefined || asked === undefined) return []
  const signatures = await node.signatures(asked.payer, mostSignatures)
  const recent = signatures.filter(({ slot }) => slot >= BigInt(since))
  const wires = await Promise.all(recent.map(({ hash }) => node.wire(hash)))
  return recent.flatMap(({ hash }, index) => {
    const wire = wires[index]
    return wire && effectOf(wire)?.text === asked.text ? [{ hash }] : []
  })
}

/** The fee payer and the instructions, apart from the compute budget; undefined for bytes that aren't a transaction. */
function effectOf(wire: Uint8Array): { readonly payer: string; readonly text: string } | undefined {
  try {
    const { message } = VersionedTransaction.deserialize(wire)
    const keys = message.staticAccountKeys.map(String)
    const instructions = message.compiledInstructions
      .filter(({ programIdIndex: index }) => keys[index] !== String(ComputeBudgetProgram.programId))
      .map(({ programIdIndex, accountKeyIndexes, data }) => [
        ...[programIdIndex, ...accountKeyIndexes].map((index) => keys[index] ?? index - keys.length),
        base64.encode(data),
      ])
    const [payer = ''] = keys
    return { payer, text: JSON.stringify([payer, instructions, message.addressTableLookups]) }
  } catch {
    return undefined
  }
}
