import { sha256 } from '@noble/hashes/sha2'
import { hex, utf8 } from '@scure/base'

export interface Output {
  /** In hex. */
  readonly script: string
  readonly value: bigint
}

/** Returns the payees: all outputs that don't go back to the accounts of the inputs. */
export function payeesOf(inputs: readonly string[], outputs: readonly Output[]): readonly Output[] {
  return outputs.filter(({ script }) => !inputs.includes(script))
}

/** Returns a digest of a transaction's payees. Another transaction with the same digest is the same payment with another fee. */
export function payeesDigest(payees: readonly Output[]): string {
  const texts = payees.map(({ script, value }) => `${script}=${value}`).sort()
  return hex.encode(sha256(utf8.decode(texts.join())))
}

/**
 * The maximum number of outputs for the search in `paysSame`. The search leaves out each output in turn, and hashes all remaining
 * outputs. This value isn't from a specification.
 */
const comparedOutputs = 100

/**
 * Returns whether all payees, or all payees except one, have this digest. The exception may be the change of a replacement: some
 * wallets send the change to a new address.
 */
export function paysSame(paid: readonly Output[], digest: string | undefined): boolean {
  if (payeesDigest(paid) === digest) return true
  if (paid.length < 2 || paid.length > comparedOutputs) return false
  return paid.some((change) => payeesDigest(paid.filter((one) => one !== change)) === digest)
}
