import { invalid } from '../checks.ts'
import type { EncodedCall, EncodedCalls } from '../encoded-calls.ts'
import type { Runtime } from './runtime.ts'
import type { Value } from './storage.ts'

/** A pallet call in the library's form. */
export interface Call extends Value {
  readonly callIndex: Uint8Array
}

/**
 * Returns the call of a host's transaction. A batch becomes one `utility.batchAll`.
 * @throws `validation/invalid-input` for data that isn't a call of the chain.
 */
export function callFrom(runtime: Runtime, { calls, isBatch }: EncodedCalls): Call {
  const decoded = calls.map((each) => decode(runtime, each))
  if (!isBatch) return decoded[0] as Call
  const batchAll = runtime.api.tx.utility?.batchAll
  if (!batchAll) throw invalid('tx', 'this chain has no `utility.batchAll`; send the calls one by one')
  return batchAll(decoded as never).method as unknown as Call
}

interface Named extends Call {
  readonly section: string
  readonly method: string
}

function decode({ api }: Runtime, { hex, field, name }: EncodedCall): Call {
  let call: Named | undefined
  try {
    call = api.registry.createType('Call', hex) as unknown as Named
  } catch {}
  if (call?.toHex() !== hex.toLowerCase()) throw invalid(field, 'expected a call that this chain has')
  // The same bytes may be another call on another chain. So compare the names.
  const here = `${call.section}.${call.method}`
  if (name !== undefined && plain(name) !== plain(here))
    throw invalid(
      field,
      `the call was built for another chain: ${name} on that chain is ${here} on this chain`,
    )
  return call
}

/**
 * Removes the differences between the names that libraries use for the same call, such as `transferKeepAlive` and
 * `transfer_keep_alive`.
 */
function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}
