import type { Hex } from '../../../core/chain/caip.ts'
import { bytesPattern } from '../../../core/chain/eip155.ts'
import type { FeeDetail } from '../../../core/wallet/family.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'
import { invalidAnswer, type Runtime } from './runtime.ts'
import { decoded, type Value } from './storage.ts'

/** Reads the runtime's fee for an extrinsic in plancks, without the tip. */
export async function readFee(
  port: JsonRpcPort,
  { api: { registry } }: Runtime,
  extrinsic: Hex,
  opts?: CallOptions,
): Promise<FeeDetail<'polkadot'>> {
  const method = 'state_call'
  const length = registry.createType('u32', extrinsic.length / 2 - 1).toHex(true)
  const params = ['TransactionPaymentApi_query_info', `${extrinsic}${length.slice(2)}`]
  const data = await port.request<Hex>({ method, params }, opts)
  if (typeof data !== 'string' || !bytesPattern.test(data)) throw invalidAnswer(method)
  return decoded(method, () => {
    const info = registry.createType('RuntimeDispatchInfo', data) as unknown as Info
    if (info.encodedLength !== data.length / 2 - 1) throw invalidAnswer(method)
    const { weight, partialFee } = info
    // On runtimes from before weights v2 (2022), a weight is one number: the time.
    const [refTime, proofSize] = weight.refTime ? [weight.refTime, weight.proofSize] : [weight]
    return {
      partialFee: BigInt(partialFee.toString()),
      weight: { refTime: BigInt(refTime.toString()), proofSize: BigInt(proofSize?.toString() ?? 0) },
    }
  })
}

interface Info extends Value {
  readonly encodedLength: number
  readonly weight: Value & { readonly refTime?: Value; readonly proofSize?: Value }
  readonly partialFee: Value
}
