import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { wholeNumber } from '../core/json/exact-json.ts'
import type { HttpCall } from './http-pool.ts'

type Test = (answer: unknown, path: string) => boolean

const text =
  (pattern: RegExp): Test =>
  (answer) =>
    pattern.test(String(answer).trim())
const fields = (answer: unknown) => Object(answer) as Readonly<Record<string, unknown>>
const hasSums = (stats: unknown) =>
  [fields(stats).funded_txo_sum, fields(stats).spent_txo_sum].every((sum) => wholeNumber(sum) !== undefined)

/**
 * The tests of the answers, by Esplora's path. The tests are needed because a server in front of Esplora may return something
 * else with status 200.
 */
const tests: readonly (readonly [RegExp, Test])[] = [
  [/^\/blocks\/tip\/height$/, text(/^\d{1,9}$/)],
  [/^\/tx\/\w+\/hex$/, text(/^([0-9a-f]{2})+$/i)],
  [
    /^\/address\/\w+$/,
    (answer) => hasSums(fields(answer).chain_stats) && hasSums(fields(answer).mempool_stats),
  ],
  [/^\/address\/\w+\/(utxo|txs)/, Array.isArray],
  // If there are too few transactions, Esplora returns no estimates.
  [
    /^\/fee-estimates$/,
    (answer) => !Array.isArray(answer) && Object.values(fields(answer)).some((rate) => Number(rate) > 0),
  ],
  [/^\/tx\/\w+$/, (answer, path) => `/tx/${fields(answer).txid}` === path],
  [/^\/tx\/\w+\/outspend\/\d+$/, (answer) => typeof fields(answer).spent === 'boolean'],
]

/**
 * Matches the paths that every Esplora server has. For these paths, the status 404 shows that the server isn't Esplora, or has
 * lost its index. (For an address without coins, Esplora returns zeros.)
 */
const present = /^\/(blocks\/tip\/height|fee-estimates|address\/\w+(\/(utxo|txs))?)$/

/**
 * Checks the answer at a path.
 * @throws `rpc/invalid-value` if Esplora can't give this answer. The pool then asks the next endpoint. If the server has no
 * estimates, the error's value `reason` is `empty`.
 */
export function checkEsploraValue({ path }: HttpCall, answer: unknown, host: string): void {
  // If the server answered with status 404, the answer is undefined.
  if (answer === undefined && !present.test(path)) return
  const test = tests.find(([paths]) => paths.test(path))?.[1]
  if (answer !== undefined && test?.(answer, path) !== false) return
  const isEmpty = path === '/fee-estimates' && JSON.stringify(answer) === '{}'
  throw latchkeyError('rpc/invalid-value', {
    values: { method: path, host, ...(isEmpty && { reason: 'empty' }) },
  })
}
