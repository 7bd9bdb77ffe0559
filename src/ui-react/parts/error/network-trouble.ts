import { isLatchkeyError, type LatchkeyError } from 'latchkey'

type Kind = 'busy' | 'refused' | 'unreachable' | 'late' | 'failed'
/** A problem of a network's node or of a service of the page. Each kind needs different advice for the visitor. */
export type Trouble = 'offline' | `node.${Kind | 'behind' | 'lacking'}` | `service.${Kind}`

/** The error codes that can wrap the error of a server. The `cause` of such an error contains the reason. */
const wrapping = /^(name|data|swap|internal)\//
const busy = [429, 503, 520, 521, 522, 523, 524]
const refused = [401, 403]

const byCode: Partial<Record<string, Kind | 'behind' | 'lacking'>> = {
  'rpc/limit-exceeded': 'busy',
  'rpc/refused': 'refused',
  'rpc/unreachable': 'unreachable',
  'rpc/unavailable': 'behind',
  'rpc/not-kept': 'lacking',
  'rpc/method-unsupported': 'lacking',
  'rpc/internal': 'failed',
  'rpc/invalid-response': 'failed',
  'rpc/unknown': 'failed',
  'http/timeout': 'late',
  'http/unreachable': 'unreachable',
  'http/redirected': 'failed',
  'http/invalid-body': 'failed',
}

/**
 * Returns the trouble of the node or the service that an error names. Returns undefined for other errors, such as a wallet's.
 * Also returns undefined if a transaction may have been sent: the visitor must not simply try again.
 */
export function networkTrouble(error: unknown): Trouble | undefined {
  let at = error
  for (let depth = 0; depth < 8 && isLatchkeyError(at) && wrapping.test(at.code); depth++) at = at.cause
  if (!isLatchkeyError(at) || at.host === undefined) return undefined
  if (at.values.reason === 'offline') return 'offline'
  const kind = at.code === 'http/status' ? kindOf(at) : byCode[at.code]
  if (kind === undefined) return undefined
  if (at.code.startsWith('rpc/') || at.values.network !== undefined) return `node.${kind}`
  return kind === 'behind' || kind === 'lacking' ? undefined : `service.${kind}`
}

function kindOf({ values }: LatchkeyError): Kind {
  const status = Number(values.status)
  if (busy.includes(status)) return 'busy'
  return refused.includes(status) ? 'refused' : 'failed'
}
