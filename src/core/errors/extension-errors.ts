import type { ErrorCode } from './catalogue.ts'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from './latchkey-error.ts'
import { rpcErrorFrom } from './rpc-errors.ts'

/**
 * Error messages of extensions that send no error codes: polkadot-js (extension-base, State.ts and Tabs.ts), SubWallet, Talisman,
 * Nova. The first match wins.
 */
const texts: readonly (readonly [RegExp, ErrorCode])[] = [
  [/pending authori[sz]ation|already (pending|open)/i, 'wallet/request-pending'],
  [/not been enabled|no permission|unauthori[sz]ed|unable to (retrieve|find) /i, 'wallet/unauthorized'],
  [
    /cancell?ed|\b(rejected|denied|declined)\b|not allowed to interact|window closed/i,
    'wallet/user-rejected',
  ],
]

/** Converts an extension's error by its code, or by its message if the code is missing, unknown or generic. */
export function extensionErrorFrom(error: unknown, method: string): LatchkeyError {
  const known = rpcErrorFrom(error, { method, source: 'wallet' })
  if (!isLatchkeyError(known, 'rpc/unknown') && !isLatchkeyError(known, 'rpc/internal')) return known
  const text = typeof error === 'string' ? error : String((error as Error | undefined)?.message)
  const code = texts.find(([pattern]) => pattern.test(text))?.[1]
  return code ? latchkeyError(code, { cause: error, details: text.slice(0, 500) }) : known
}
