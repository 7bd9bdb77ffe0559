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
 * Returns whether the app may run on the origin. In a pattern, `*` stands for any text. A pattern without `*` is compared as an
 * origin, or as text if it isn't a URL. The comparison is case-sensitive (S3.10.1).
 */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return [...defaultOrigins, ...allowed].some((pattern) =>
    pattern.includes('*') ? fits(origin, pattern.split('*')) : origin === originOf(pattern),
  )
}

/**
 * Returns whether the text contains all pieces in this order, starts with the first piece and ends with the last piece. Written
 * by hand, because a regular expression from a configured pattern could take forever.
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
