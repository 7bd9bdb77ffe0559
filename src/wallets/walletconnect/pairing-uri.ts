import { latchkeyError } from '../../core/errors/latchkey-error.ts'

export interface PairingUri {
  readonly text: string
  readonly topic: string
  /** When the pairing expires, in Unix ms. Undefined if the URI names no time. */
  readonly expiresAt: number | undefined
}

/**
 * Reads a pairing URI, `wc:{topic}@2?relay-protocol=irn&symKey={key}` (ERC-1328).
 *
 * @throws `validation/invalid-input` with the reason, `connection/pairing-expired`.
 */
export function readPairingUri(text: string, now: number): PairingUri {
  const [, topic, version, query = ''] = /^wc:([^@?]*)@(\d+)(?:\?(.*))?$/.exec(text.trim()) ?? []
  if (topic === undefined) throw bad('expected a WalletConnect pairing uri (wc:…@2?…)')
  if (version === '1') throw bad('it is of WalletConnect version 1, which ended in 2023; expected version 2')
  if (version !== '2') throw bad(`it is of WalletConnect version ${version}; expected version 2`)
  if (!/^[0-9a-f]{64}$/.test(topic)) throw bad('its topic is not 64 hex digits')
  const params = new URLSearchParams(query)
  if (!/^[0-9a-f]{64}$/.test(params.get('symKey') ?? '')) throw bad('its symKey is not 64 hex digits')
  const protocol = params.get('relay-protocol')
  if (protocol === null) throw bad('it names no relay protocol')
  if (protocol !== 'irn') throw bad(`its relay protocol is ${protocol}; expected irn`)
  const expiry = params.get('expiryTimestamp')
  if (expiry !== null && !/^\d{1,12}$/.test(expiry)) throw bad('its expiryTimestamp is not a Unix time')
  const expiresAt = expiry === null ? undefined : Number(expiry) * 1000
  if (expiresAt !== undefined && expiresAt <= now) throw latchkeyError('connection/pairing-expired')
  return { text: text.trim(), topic, expiresAt }
}

function bad(reason: string): Error {
  return latchkeyError('validation/invalid-input', { values: { field: 'uri', reason } })
}
