/** Origins on which every project may run (S2.9, S3.10.1). */
const defaultOrigins: readonly string[] = [
  'http://localhost:*',
  'https://*.pages.dev',
  'https://*.vercel.app',
  'https://*.ngrok-free.app',
  'https://secure-mobile.walletconnect.com',
  'https://secure-mobile.walletconnect.org',
]

/**
 * Whether the app may run on the origin. In a pattern, `*` stands for any text; a pattern without `*` is compared as an origin, or literally if the
 * pattern isn't a URL. Case-sensitive (S3.10.1).
 */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return [...defaultOrigins, ...allowed].some((pattern) =>
    pattern.includes('*') ? fits(origin, pattern.split('*')) : origin === originOf(pattern),
  )
}

/**
 * Whether the text contains the pieces in order, starting with the first and ending with the last. Written by hand because a
 * regular expression built from a configured pattern could backtrack forever.
 */
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
