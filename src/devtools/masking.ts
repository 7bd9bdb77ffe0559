/** The text that replaces secrets. */
const mask = '•••'

/** Matches the names of fields whose text is secret or personal. */
const secretKey =
  /^(.*secret.*|.*password.*|.*private_?key|mnemonic|seed|phrase|.*share|otp|pin|jwt|.*access_?token|.*refresh_?token|id_?token|authorization|cookie|sym_?key|.*api_?key|project_?id|client_?id|nonce)$/i
/**
 * Matches the names of fields that are secret if their value is a number of at least 10,000, or a text of 5 to 10 digits. Such a
 * value is a mailed code, not an error code.
 */
const codeKey = /^(code|token)$/i

/** The maximum number of levels, entries and characters to show of a value. */
const limits = { depth: 7, items: 50, text: 2_000 }

/**
 * Copies a value as plain data of limited size. Masks keys, codes, pairing URIs and email addresses, so that a screenshot of the
 * panel doesn't show them. Of an email address, the first letter and the domain stay.
 */
export function masked(value: unknown): unknown {
  return copy(value, '', 0, new Set())
}

function copy(value: unknown, key: string, depth: number, above: ReadonlySet<unknown>): unknown {
  if (typeof value === 'string') return isSecret(key, value) ? mask : maskedText(value)
  if ((typeof value === 'number' || typeof value === 'bigint') && isSecretNumber(key, value)) return mask
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`
  if (typeof value !== 'object' || value === null) return value
  if (secretKey.test(key)) return mask
  if (above.has(value)) return '[circular]'
  if (depth >= limits.depth) return '[…]'
  if (value instanceof Uint8Array) return `[${value.length} bytes]`
  const within = new Set([...above, value])
  if (Array.isArray(value)) {
    const items = value.slice(0, limits.items).map((item) => copy(item, key, depth + 1, within))
    return value.length > limits.items ? [...items, `… ${value.length - limits.items} more`] : items
  }
  if (value instanceof Map) return copy(Object.fromEntries(value), key, depth, within)
  if (value instanceof Set) return copy([...value], key, depth, within)
  const own = value instanceof Error ? errorFields(value) : value
  return Object.fromEntries(
    Object.entries(own)
      .slice(0, limits.items)
      .map(([name, field]) => [name, copy(field, name, depth + 1, within)]),
  )
}

function isSecret(key: string, text: string): boolean {
  return text !== '' && (secretKey.test(key) || (codeKey.test(key) && /^\d{5,10}$/.test(text)))
}

/** Returns whether a number is secret. A number named `nonce` counts an account's transactions, so it isn't secret. */
function isSecretNumber(key: string, value: number | bigint): boolean {
  return codeKey.test(key) ? value >= 10_000 : secretKey.test(key) && !/^nonce$/i.test(key)
}

function errorFields(error: Error): object {
  const { code, data, cause } = error as Error & { code?: unknown; data?: unknown }
  return {
    name: error.name,
    ...(code !== undefined && { code }),
    message: error.message,
    ...(data !== undefined && { data }),
    ...(cause !== undefined && { cause }),
  }
}

/** Masks secrets that can be recognized by their form, and shortens long texts. */
export function maskedText(text: string): string {
  const shown = text
    .replace(/\bwc:[0-9a-z]+(@\d+)?(\?\S*)?/gi, `wc:${mask}`)
    .replace(/%77%63%3a\S*|wc%3a\S*/gi, `wc:${mask}`)
    .replace(/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, mask)
    .replace(/\b[xyz]prv[1-9A-HJ-NP-Za-km-z]{50,}/g, mask)
    .replace(/\b([a-z]{3,8}\s+){11,23}[a-z]{3,8}\b/g, mask)
    .replace(/\b([\w.+-])[\w.+-]*@([\w-]+\.[\w.-]+)/g, `$1${mask}@$2`)
    .replace(/\bhttps?:\/\/[^\s"'<>]+/g, maskedUrl)
    // Shorten signatures and whole transactions. The first and last digits are enough to recognize them.
    .replace(/\b(0x[0-9a-f]{10})[0-9a-f]{90,}([0-9a-f]{8})\b/gi, '$1…$2')
  return shown.length > limits.text
    ? `${shown.slice(0, limits.text)}… ${shown.length - limits.text} more`
    : shown
}

/**
 * Masks secret values of a URL's query, and long segments of its path that don't start with `0x`. Leaves out the credentials and
 * the fragment.
 */
export function maskedUrl(text: string): string {
  try {
    const url = new URL(text)
    if (url.username || url.password) url.username = url.password = ''
    const path = url.pathname
      // The path may already contain masks.
      .replaceAll(encodeURIComponent(mask), mask)
      .split('/')
      .map((part) => (/^[\w-]{20,}$/.test(part) && !/^0x/i.test(part) ? mask : part))
      .join('/')
    const query = [...url.searchParams].map(([name, value]) =>
      secretKey.test(name) || /^(key|token|auth|code|state)$/i.test(name) || /\bwc:/i.test(value)
        ? `${name}=${mask}`
        : `${name}=${value}`,
    )
    return `${url.origin}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
  } catch {
    return text
  }
}
