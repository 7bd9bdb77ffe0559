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
