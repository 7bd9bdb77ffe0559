import { addressPattern, bytesPattern, hashPattern } from '../../../core/chain/eip155.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'

type Test = (answer: unknown) => boolean

const matches =
  (pattern: RegExp): Test =>
  (answer) =>
    typeof answer === 'string' && pattern.test(answer)
const optional =
  (test: Test): Test =>
  (answer) =>
    answer === null || answer === undefined || test(answer)
const fields =
  (tests: Readonly<Record<string, Test>>): Test =>
  (answer) =>
    typeof answer === 'object' &&
    answer !== null &&
    Object.entries(tests).every(([name, test]) => test((answer as Record<string, unknown>)[name]))

/** Accepts at most 256 bits. Refuses `0x` without digits, an empty string, a minus sign and longer numbers. */
const quantity = matches(/^0x[0-9a-f]{1,64}$/i)
const hash = matches(hashPattern)
const address = matches(addressPattern)
const block = optional(
  fields({
    number: quantity,
    timestamp: quantity,
    gasLimit: optional(quantity),
    // A pending block has no hash.
    hash: optional(hash),
    baseFeePerGas: optional(quantity),
  }),
)

const tests: Readonly<Record<string, Test>> = {
  eth_getBalance: quantity,
  eth_gasPrice: quantity,
  eth_maxPriorityFeePerGas: quantity,
  eth_estimateGas: quantity,
  eth_blockNumber: quantity,
  eth_getTransactionCount: quantity,
  eth_call: matches(bytesPattern),
  eth_getCode: matches(bytesPattern),
  eth_getBlockByNumber: block,
  eth_getBlockByHash: block,
  eth_getTransactionByHash: optional(fields({ hash, from: address, to: optional(address), gas: quantity })),
  eth_getTransactionReceipt: optional(
    fields({
      transactionHash: hash,
      from: optional(address),
      to: optional(address),
      blockHash: hash,
      blockNumber: quantity,
      gasUsed: quantity,
      effectiveGasPrice: optional(quantity),
      l1Fee: optional(quantity),
      status: optional(matches(/^0x[01]$/)),
    }),
  ),
}

/**
 * Checks that the answer of a method in `tests` has a valid form. viem doesn't check this: it reads
 * `''` as zero and accepts numbers of any length.
 * @throws `rpc/invalid-value`
 */
export function checkedAnswer(method: string, answer: unknown): unknown {
  if (tests[method]?.(answer) === false) throw latchkeyError('rpc/invalid-value', { values: { method } })
  return answer
}
