import { latchkeyError } from '../../../core/errors/latchkey-error.ts'

/** Reads the number in a node's answer. @throws `rpc/invalid-value` */
export function nodeNumber(answer: unknown, method: string): bigint {
  if (typeof answer === 'string' && /^0x[\da-f]{1,64}$/i.test(answer)) return BigInt(answer)
  throw latchkeyError('rpc/invalid-value', { values: { method } })
}
