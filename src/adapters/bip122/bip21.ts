import { parseAmount } from '../../core/amounts/amount.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { parseAddress } from './address.ts'
import { maxSats } from './units.ts'

/** The contents of a `bitcoin:` link (BIP-21). */
export interface PaymentRequest {
  readonly address: string
  /** The amount in sats. */
  readonly amount?: bigint
  readonly label?: string
  readonly message?: string
}

const known = ['amount', 'label', 'message']

/**
 * Parses a `bitcoin:` link. Refuses a link with an unknown required parameter (`req-`), and ignores other unknown parameters.
 * Refuses a repeated known parameter, because parsers disagree about which value to use.
 * @throws `validation/invalid-input`, `validation/invalid-address`, `validation/invalid-amount`
 */
export function parsePaymentRequest(text: string): PaymentRequest {
  const [, target = '', query = ''] =
    (text.length <= 2048 && /^bitcoin:([^?#]*)(?:\?([^#]*))?$/i.exec(text)) || []
  if (target === '') throw refuse('expected bitcoin: followed by an address')
  const parsed = parseAddress(target)
  if (!parsed)
    throw latchkeyError('validation/invalid-address', {
      values: { reason: `${target} isn't a valid Bitcoin address` },
    })
  const values = new Map<string, string>()
  for (const pair of query.split('&').filter((part) => part !== '')) {
    const at = pair.indexOf('=')
    const key = decoded(at < 0 ? pair : pair.slice(0, at))
    if (key.startsWith('req-')) throw refuse(`the link requires the unknown parameter "${key}"`)
    if (!known.includes(key)) continue
    if (values.has(key)) throw refuse(`"${key}" appears twice`)
    values.set(key, decoded(at < 0 ? '' : pair.slice(at + 1)))
  }
  const amount = values.get('amount')
  const label = values.get('label')
  const message = values.get('message')
  return {
    address: parsed.address,
    ...(amount !== undefined && { amount: parseAmount(amount, 8, { max: maxSats }) }),
    ...(label !== undefined && { label }),
    ...(message !== undefined && { message }),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refuse('invalid percent-encoding')
  }
}

function refuse(reason: string) {
  return latchkeyError('validation/invalid-input', { values: { field: 'uri', reason } })
}
