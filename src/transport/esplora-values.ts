import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { HttpCall } from './http-pool.ts'

/** The texts at Esplora's paths. A server in front of Esplora may return a page with status 200. */
const texts: readonly (readonly [RegExp, RegExp])[] = [
  [/^\/blocks\/tip\/height$/, /^\d{1,9}$/],
  [/^\/tx\/\w+\/hex$/, /^([0-9a-f]{2})+$/i],
]

/**
 * The paths that every Esplora server has. For these paths, 404 shows that the server isn't Esplora, or has lost its index. For an
 * address without coins, the values are zero.
 */
const present = /^\/(blocks\/tip\/height|fee-estimates|address\/\w+(\/(utxo|txs))?)$/

/** @throws `rpc/invalid-value` if the path can't have such a value, so that the next endpoint is asked. */
export function checkEsploraValue({ path }: HttpCall, answer: unknown, host: string): void {
  // The server answered 404.
  if (answer === undefined && !present.test(path)) return
  // Without enough transactions, Esplora has no estimates.
  const empty = path === '/fee-estimates' && Object.keys(Object(answer)).length === 0
  const form = texts.find(([paths]) => paths.test(path))?.[1]
  if (answer === undefined || empty || form?.test(String(answer).trim()) === false)
    throw latchkeyError('rpc/invalid-value', { values: { method: path, host } })
}
