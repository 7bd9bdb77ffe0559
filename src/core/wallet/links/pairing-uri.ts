/** Matches `wc:{topic}@2?relay-protocol=irn&symKey={hex}&expiryTimestamp={s}` (EIP-1328). */
const pattern = /^wc:([0-9a-f]{64})@(\d+)\?([\w\-=&%.]+)$/i

export type PairingUriProblem = 'malformed' | 'version' | 'expired'

/** Returns the problem of a pairing URI that was entered or received. Returns undefined if the URI is valid. */
export function pairingUriProblem(text: string, now: number): PairingUriProblem | undefined {
  const [, , version, query] = pattern.exec(text.trim()) ?? /^wc:([\w-]+)@(\d+)/.exec(text.trim()) ?? []
  if (version === undefined) return 'malformed'
  if (version !== '2') return 'version'
  const params = new URLSearchParams(query)
  if (!/^[0-9a-f]{64}$/i.test(params.get('symKey') ?? '') || !params.get('relay-protocol')) return 'malformed'
  const expiry = params.get('expiryTimestamp')
  if (expiry === null) return undefined
  if (!/^\d{1,12}$/.test(expiry)) return 'malformed'
  return Number(expiry) * 1000 <= now ? 'expired' : undefined
}
