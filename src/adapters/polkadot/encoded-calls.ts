import { bytesToHex } from '@noble/hashes/utils'
import { raceAbort } from '../../core/async/abort.ts'
import type { Hex } from '../../core/chain/caip.ts'
import { bytesPattern } from '../../core/chain/eip155.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { PolkadotCall, Transaction } from '../../core/wallet/family.ts'
import type { CallOptions } from '../../ports.ts'
import { checkTip, invalid } from './checks.ts'

export interface EncodedCall {
  readonly hex: Hex
  /** The name of the parameter that contains the call. Used in errors. */
  readonly field: string
  /** The call's name in the host's library, such as `balances.transferKeepAlive`. */
  readonly name: string | undefined
}

/** The encoded calls of a host's transaction. If the host passed an array, the calls are a batch. */
export interface EncodedCalls {
  readonly calls: readonly [EncodedCall, ...EncodedCall[]]
  readonly isBatch: boolean
  readonly tip: bigint
}

/** Encodes a host's transaction. @throws `validation/invalid-input`; `flow/aborted` */
export async function encodedCalls(
  { callHex, tx, tip = 0n }: Transaction<'polkadot'>,
  { signal }: CallOptions,
): Promise<EncodedCalls> {
  checkTip(tip)
  if (callHex !== undefined && tx !== undefined) throw invalid('tx', 'expected either `tx` or `callHex`')
  if (tx === undefined)
    return {
      ...{ calls: [{ hex: checkedHex(callHex, 'callHex'), field: 'callHex', name: undefined }], tip },
      isBatch: false,
    }
  // Only an array is a batch. A single polkadot.js transaction isn't an array.
  const isBatch = Array.isArray(tx)
  const all = (isBatch ? tx : [tx]) as readonly PolkadotCall[]
  const [first, ...rest] = await Promise.all(
    all.map((each, at) => encoded(each, isBatch ? `tx[${at}]` : 'tx', signal)),
  )
  if (!first) throw invalid('tx', 'expected at least one call')
  return { calls: [first, ...rest], isBatch, tip }
}

async function encoded(
  call: PolkadotCall,
  field: string,
  signal: AbortSignal | undefined,
): Promise<EncodedCall> {
  try {
    if (typeof call === 'object' || typeof call === 'function') {
      if ('getEncodedData' in call) {
        const data = await raceAbort(Promise.resolve(call.getEncodedData()), signal)
        const bytes = data instanceof Uint8Array ? data : data.asBytes()
        return { hex: checkedHex(`0x${bytesToHex(bytes)}`, field), field, name: nameIn(call.decodedCall) }
      }
      if (call.method) {
        const { section, method } = call.method
        const name = section && method && `${section}.${method}`
        return { hex: checkedHex(call.method.toHex(), field), field, name: name || undefined }
      }
    }
  } catch (cause) {
    if (isLatchkeyError(cause)) throw cause
    throw latchkeyError('validation/invalid-input', {
      values: {
        field,
        reason: `its library can't encode the call: ${cause instanceof Error ? cause.message : cause}`,
      },
      cause,
    })
  }
  throw invalid(field, 'expected a call of polkadot.js or polkadot-api')
}

/** Returns the name of a call of polkadot-api, such as `{ type: 'Balances', value: { type: 'transfer_keep_alive' } }`. */
function nameIn(decoded: unknown): string | undefined {
  const { type: pallet, value } = (decoded ?? {}) as { readonly type?: unknown; readonly value?: unknown }
  const { type: method } = (value ?? {}) as { readonly type?: unknown }
  return typeof pallet === 'string' && typeof method === 'string' ? `${pallet}.${method}` : undefined
}

function checkedHex(hex: unknown, field: string): Hex {
  if (typeof hex === 'string' && bytesPattern.test(hex) && hex.length >= 6) return hex as Hex
  throw invalid(field, 'expected an encoded call in hex')
}
