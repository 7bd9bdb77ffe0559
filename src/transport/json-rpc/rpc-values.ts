import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { wholeNumber } from '../../core/json/exact-json.ts'
import type { RpcCall } from './json-rpc-client.ts'

type Test = (answer: unknown) => boolean

const text =
  (pattern: RegExp): Test =>
  (answer) =>
    typeof answer === 'string' && pattern.test(answer)
const field =
  (name: string, test: Test): Test =>
  (answer) =>
    typeof answer === 'object' && answer !== null && test((answer as Record<string, unknown>)[name])
const each = (methods: string, test: Test): Readonly<Record<string, Test>> =>
  Object.fromEntries(methods.split(' ').map((method) => [method, test]))

const quantity = text(/^0x[0-9a-f]{1,64}$/i)
const bytes = text(/^0x[0-9a-f]*$/i)
const whole: Test = (answer) => wholeNumber(answer) !== undefined
const object: Test = (answer) => typeof answer === 'object' && answer !== null

/**
 * The tests of the values that well-known methods return. They aren't grouped by family, because no two families have a method
 * with the same name.
 */
const tests: Readonly<Record<string, Test>> = {
  ...each('eth_getBalance eth_getTransactionCount eth_gasPrice eth_maxPriorityFeePerGas', quantity),
  ...each('eth_estimateGas eth_blockNumber', quantity),
  ...each('eth_call eth_getCode', bytes),
  // If the fee is null, the endpoint doesn't know the block hash. Another endpoint may know it.
  ...each('getBalance getFeeForMessage', field('value', whole)),
  ...each('getBlockHeight getMinimumBalanceForRentExemption', whole),
  getLatestBlockhash: field('value', field('blockhash', text(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))),
  getMultipleAccounts: field('value', Array.isArray),
  getTokenAccountsByOwner: field('value', Array.isArray),
  getSignatureStatuses: field('value', Array.isArray),
  system_accountNextIndex: whole,
  state_getRuntimeVersion: field('specVersion', whole),
  state_getMetadata: text(/^0x6d657461/),
  abci_query: field('response', object),
}

/**
 * Checks the value that a method returned.
 * @throws `rpc/invalid-value` if the value fails the method's test. The pool then asks the next endpoint.
 */
export function checkRpcValue({ name }: RpcCall, answer: unknown, host: string): void {
  if (Object.hasOwn(tests, name) && !tests[name]?.(answer))
    throw latchkeyError('rpc/invalid-value', { values: { method: name, host } })
}
