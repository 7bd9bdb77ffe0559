export interface ReceivedMail {
  readonly from: string
  /** The recipients in the SMTP envelope, in lower case. */
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/**
 * Parses a mail in the formats that mailers use: text, HTML, or alternatives; 7bit, 8bit, quoted-printable or base64 (RFC 2045,
 * 2046); encoded words in headers (RFC 2047). Ignores attachments that aren't text.
 */
export function readMail(raw: Buffer): Pick<ReceivedMail, 'subject' | 'text' | 'html'> {
  const mail = partOf(raw)
  const found = { text: '', html: '' }
  collect(mail, found)
  return { subject: decodedWords(mail.headers.get('subject') ?? ''), ...found }
}

function collect(part: Part, found: { text: string; html: string }): void {
  const type = part.headers.get('content-type') ?? 'text/plain'
  const boundary = /^multipart\/.*?;.*?boundary="?([^";]+)/is.exec(type)?.[1]
  if (boundary !== undefined) {
    for (const inner of partsOf(part.body, boundary)) collect(inner, found)
    return
  }
  const kind = /^text\/(plain|html)\b/i.exec(type)?.[1]?.toLowerCase()
  if (kind === 'plain') found.text ||= contentOf(part)
  else if (kind === 'html') found.html ||= contentOf(part)
}

/** Separates the headers and the body. Each byte becomes one character, so that the ASCII parts can be split as text. */
function partOf(raw: Buffer): Part {
  const text = raw.toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)
  const head = end ? text.slice(0, end.index) : text
  // A line that starts with a space continues the previous line.
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(':')
      return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]] : []
    }),
  )
  return { headers, body: raw.subarray(end ? end.index + end[0].length : raw.length) }
}

function partsOf(body: Buffer, boundary: string): readonly Part[] {
  const [, ...parts] = `\n${body.toString('latin1')}`.split(`\n--${boundary}`)
  // The last boundary has two more hyphens. Any text after the last boundary is ignored.
  const last = parts.findIndex((part) => part.startsWith('--'))
  return parts
    .slice(0, last === -1 ? undefined : last)
    .map((part) => partOf(Buffer.from(part.replace(/^[ \t]*\r?\n/, '').replace(/\r$/, ''), 'latin1')))
}

function contentOf({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  const charset = /charset="?([\w-]+)/i.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body.toString('latin1'), 'base64')
      : encoding === 'quoted-printable'
        ? unquoted(body.toString('latin1').replace(/=[ \t]*\r?\n/g, ''))
        : body
  return textOf(bytes, charset).replaceAll('\r\n', '\n')
}

function decodedWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([\w-]+)\?([BQ])\?([^?]*)\?=/gi, (_, charset: string, encoding: string, word: string) =>
      textOf(
        encoding.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : unquoted(word.replaceAll('_', ' ')),
        charset,
      ),
    )
}

function unquoted(text: string): Buffer {
  const plain = text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(plain, 'latin1')
}

function textOf(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // The charset is unknown. Latin-1 can decode any bytes.
    return bytes.toString('latin1')
  }
}
