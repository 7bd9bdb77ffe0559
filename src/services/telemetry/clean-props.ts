import { isObject } from '../../core/json/is-object.ts'
import { redact, redactStack } from './redact.ts'

/** The maximum numbers of entries and nested levels in an event. They aren't in the specification. */
const most = { entries: 50, depth: 4 }

const caip2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const decimal = /^\d{1,80}(\.\d{1,80})?$/
const networks = (value: string) => caip2.test(value)
const amounts = (value: string) => decimal.test(value)

/** Tests for the properties whose values look like secrets but aren't secret. A value that passes the test is kept. */
const known: Readonly<Record<string, (value: string) => boolean>> = {
  network: networks,
  networks,
  defaultNetwork: networks,
  amount: amounts,
  swapFromAmount: amounts,
  swapToAmount: amounts,
  // A token's contract. The visitor's address never has this name.
  token: (value) => /^0x[\da-f]{40}$/i.test(value),
  errorType: (value) => /^[A-Za-z]{1,64}$/.test(value),
  event: (value) => /^[A-Z_]{1,64}$/.test(value),
}

/** Returns the properties that may leave the page: plain data, without personal data and secrets. */
export function cleanProps(props: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return clean(props, '', 0) as Readonly<Record<string, unknown>>
}

function clean(value: unknown, name: string, depth: number): unknown {
  if (typeof value === 'string') {
    if (known[name]?.(value)) return value
    return name === 'stackTrace' ? redactStack(value) : redact(value)
  }
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (depth >= most.depth) return undefined
  if (Array.isArray(value))
    return value.slice(0, most.entries).map((one) => clean(one, name, depth + 1) ?? null)
  if (!isObject(value)) return undefined
  const entries = Object.entries(value).slice(0, most.entries)
  return Object.fromEntries(
    entries.flatMap(([key, one]) => {
      const cleaned = clean(one, key, depth + 1)
      return cleaned === undefined ? [] : [[redact(key), cleaned] as const]
    }),
  )
}

/** Returns the page's origin and its redacted path. */
export function redactUrl(href: string): string {
  try {
    const { origin, pathname } = new URL(href)
    return `${origin}${redact(pathname, 500)}`
  } catch {
    return ''
  }
}
