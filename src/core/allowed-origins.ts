/** On which every project runs. Specification 2, section 9; facts 10.1. */
const defaultOrigins: readonly string[] = [
  'http://localhost:*',
  'https://*.pages.dev',
  'https://*.vercel.app',
  'https://*.ngrok-free.app',
  'https://secure-mobile.walletconnect.com',
  'https://secure-mobile.walletconnect.org',
]

/**
 * Whether the app may run on the origin. A pattern with `*` is of the whole origin, `*` standing for any text; others are
 * compared as origins, or as they are where they are none. Upper and lower case differ. Facts 10.1.
 */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return [...defaultOrigins, ...allowed].some((pattern) =>
    pattern.includes('*') ? fits(origin, pattern.split('*')) : origin === originOf(pattern),
  )
}

/** Whether the pieces stand in the text one after the other, the first at its begin and the last at its end. By hand: a regular expression that others write may run for ever. */
function fits(text: string, [first = '', ...rest]: readonly string[]): boolean {
  const last = rest.pop() ?? ''
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

function originOf(pattern: string): string {
  try {
    const { origin } = new URL(pattern)
    return origin === 'null' ? pattern : origin
  } catch {
    return pattern
  }
}
