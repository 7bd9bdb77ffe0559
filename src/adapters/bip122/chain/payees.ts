import { sha256 } from '@noble/hashes/sha2'
import { hex, utf8 } from '@scure/base'

export interface Output {
  /** In hex. */
  readonly script: string
  readonly value: bigint
}

/** The outputs that leave the accounts of the inputs: all but the change. */
export function payeesOf(inputs: readonly string[], outputs: readonly Output[]): readonly Output[] {
  return outputs.filter(({ script }) => !inputs.includes(script))
}

/** A digest of a transaction's payees, to recognize the same payment with another fee. */
export function payeesDigest(payees: readonly Output[]): string {
  const texts = payees.map(({ script, value }) => `${script}=${value}`).sort()
  return hex.encode(sha256(utf8.decode(texts.join())))
}

/** How many outputs of a replacement are compared. This value is our own: each output costs one hash of all of them. */
const comparedOutputs = 100

/**
 * Whether the outputs that leave the accounts of the inputs are the payees of this digest. One more output may be the change: some
 * wallets send the change of a replacement to a new address.
 */
export function paysSame(paid: readonly Output[], digest: string | undefined): boolean {
  if (payeesDigest(paid) === digest) return true
  if (paid.length < 2 || paid.length > comparedOutputs) return false
  return paid.some((change) => payeesDigest(paid.filter((one) => one !== change)) === digest)
}
