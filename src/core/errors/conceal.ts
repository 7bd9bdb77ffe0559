/** Returns the value without the secrets of an endpoint's URL. */
export type Conceal = <T>(value: T) => T

/** Matches the parts of paths that aren't secret, such as names of networks, versions, protocols and API resources. */
const plain =
  /^(v\d{1,3}|https?|rpc|json-?rpc|api|public|archive|ext|evm|eth|ethereum|bitcoin|solana|polkadot|cosmos\w{0,8}|polygon|arbitrum|optimism|base|avalanche|(\w{1,12}-)?(main|test|dev|sig)net\d?|sepolia|holesky|hoodi|blocks?|address|height|hash|txs?|utxo|status|fee-estimates|accounts?)$/i
const least = { path: 4, other: 3 }
const deepest = 8
const removed = '…'
/**
 * Matches contract data and the words of JSON-RPC. They stay unchanged. If they contain the characters of a short secret, this is
 * a coincidence, and removing the characters would damage the data, or make a JSON-RPC error unreadable.
 */
const kept = /^(0x[0-9a-f]*|jsonrpc|2\.0|result|error|code|message|data)$/i

/**
 * Creates the function that removes an endpoint's secrets from the server's answers, from errors of `fetch`, and from logs. The
 * endpoint's URL may contain a password or an API key, and servers repeat these secrets in their error messages.
 */
export function concealing(text: string | URL): Conceal {
  const secrets = secretsOf(text)
  if (secrets.length === 0) return (value) => value
  const pattern = new RegExp(secrets.map(escaped).join('|'), 'gi')
  const clean = (text: string) => (kept.test(text) ? text : text.replace(pattern, removed))

  function conceal(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return clean(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth > deepest) return removed
    if (value instanceof Error) return concealError(value, depth)
    if (Array.isArray(value)) return value.map((one) => conceal(one, depth + 1))
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [clean(key), conceal(one, depth + 1)]),
    )
  }

  /**
   * Copies an error that contains a secret. The stack is replaced too, because it repeats the message. Returns any other error
   * unchanged.
   */
  function concealError(error: Error, depth: number): Error {
    const { name, message, stack = '', cause, code } = error as Error & { code?: unknown }
    const inner = conceal(cause, depth + 1)
    if (clean(message) === message && clean(stack) === stack && inner === cause) return error
    const copy = new Error(clean(message), inner === undefined ? undefined : { cause: inner })
    const own = ['string', 'number'].includes(typeof code) ? { code: conceal(code, depth + 1) } : {}
    return Object.assign(copy, { name: clean(name), ...own })
  }

  return (value) => conceal(value, 0) as typeof value
}

/**
 * Returns the secret parts of the URL, the longest first. Includes each part as written, decoded and encoded, and the user name
 * with the password as the `Authorization` header contains them.
 */
function secretsOf(text: string | URL): readonly string[] {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    // If the text isn't a URL, any part of it may be secret. So conceal the whole text.
    return String(text).length < least.other ? [] : [String(text)]
  }
  const { username, password, pathname, searchParams, hash } = url
  const path = pathname.split(/[/;,]/).filter((part) => part.length >= least.path && !plain.test(part))
  const query = [...searchParams].map(([name, value]) => value || name)
  const basic = username || password ? [basicCredentials(url)] : []
  const others = [username, password, ...query, ...basic, hash.slice(1)]
  const all = [...path, ...others.filter((part) => part.length >= least.other)]
  const spellings = all.flatMap((part) => [part, decoded(part), encodeURIComponent(part)])
  return [...new Set(spellings)].sort((a, b) => b.length - a.length)
}

/**
 * Returns the user name and the password of a URL as the `Authorization` header contains them. They are in UTF-8, because `btoa`
 * refuses other characters than Latin-1.
 */
export function basicCredentials({ username, password }: URL): string {
  const bytes = new TextEncoder().encode(`${decoded(username)}:${decoded(password)}`)
  return btoa(String.fromCharCode(...bytes))
}

/** Decodes the percent-encoded characters of a text. Other parts stay unchanged, such as a `%` that encodes nothing. */
function decoded(text: string): string {
  return text.replace(/(%[\da-f]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
