import type { Conceal } from '../core/errors/conceal.ts'

export const htmlPage = 'an HTML page'

/** The maximum number of bytes to read from a body, and of characters to keep in the message. */
const most = { read: 20_000, kept: 500 }

/**
 * Returns the server's message in the body of an error: the message of a JSON object, {@link htmlPage} for HTML, or else the
 * text. Returns undefined for an empty body.
 */
export function serverWords(body: Uint8Array, conceal: Conceal): string | undefined {
  const text = new TextDecoder().decode(body.subarray(0, most.read)).trim()
  if (/<(?!nil>)\/?[a-z!][^>]*>/i.test(text)) return htmlPage
  // Remove the secrets before the text is cut, because half of a secret couldn't be found.
  const said = conceal(messageIn(text) ?? text).trim()
  if (said === '') return undefined
  return said.length > most.kept ? `${said.slice(0, most.kept)}…` : said
}

function messageIn(text: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  for (let depth = 0; depth < 3 && typeof value === 'object' && value !== null; depth++) {
    const { message, error, detail } = value as Record<string, unknown>
    value = message ?? error ?? detail
  }
  return typeof value === 'string' ? value : undefined
}
