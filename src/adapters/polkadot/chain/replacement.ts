import type { Hex } from '../../../core/chain/caip.ts'
import type { TransactionStatus } from '../../../core/wallet/transaction.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'
import { digestOf, type Trace } from './reference.ts'
import type { Runtime } from './runtime.ts'
import { findExtrinsic, type Heads } from './status.ts'
import { readStorage, type Value } from './storage.ts'

interface Extrinsic extends Value {
  readonly isSigned: boolean
  readonly hash: Value
  readonly signer: Value
  readonly nonce: Value
  readonly method: Value & { readonly section: string; readonly method: string }
}

/**
 * Finds out whether another transaction replaced a transaction that no block includes. The replacing transaction has the same
 * sender and nonce, and is in a finalized block. Returns `absent` if the nonce is used, but none of the searched blocks has the
 * transaction that used the nonce.
 */
export async function readReplacement(
  port: JsonRpcPort,
  runtime: Runtime,
  { from, nonce, digest }: NonNullable<Trace['by']>,
  { finalizedHash }: Heads,
  range: { readonly from: number; readonly to: number },
  opts?: CallOptions,
): Promise<TransactionStatus | 'absent' | undefined> {
  const state = await readStorage<Value & { readonly nonce: Value }>(
    port,
    runtime,
    ['system', 'account'],
    [from],
    { ...opts, at: finalizedHash },
  )
  if (Number(state?.nonce ?? 0) <= nonce) return undefined
  const { registry } = runtime.api
  const signer = registry.createType('AccountId', from).toHex()
  const read = (bytes: Hex): Extrinsic | undefined => {
    try {
      const extrinsic = registry.createType('Extrinsic', bytes) as unknown as Extrinsic
      const by = registry.createType('AccountId', extrinsic.signer.toString()).toHex()
      return extrinsic.isSigned && by === signer && Number(extrinsic.nonce) === nonce ? extrinsic : undefined
    } catch {
      // This runtime can't decode an extrinsic of another runtime. So ignore such an extrinsic.
      return undefined
    }
  }
  const found = await findExtrinsic(port, (bytes) => read(bytes) !== undefined, range, opts)
  const by = found && found !== 'pruned' ? read(found.bytes) : undefined
  if (!by) return found ? undefined : 'absent'
  const { section, method } = by.method
  const isEmpty = section === 'system' && method.startsWith('remark')
  const other = isEmpty ? 'cancelled' : 'replaced'
  const reason = digestOf(by.method.toHex()) === digest ? 'repriced' : other
  return { phase: 'replaced', reason, hash: by.hash.toHex() }
}
