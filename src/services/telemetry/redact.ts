/** Ours, in characters: what is read of a text, and what is kept of it. */
const most = { read: 8000, message: 300, stack: 2000 }

/** The names of secrets, what stands between them and the secret, and the secret. */
const named =
  /\b([\w-]{0,32}(?:token|secret|passw|pwd|key|mnemonic|seed|session|auth|otp|pin|code)[\w-]{0,16}["']?)(\s{0,3}[:=]\s{0,3}|\s{1,3})(["']?[\w.~+/-]{4,500}=*)/gi
/** Codes and numbers of somebody, but not where a script stands: `app.js:1:123456`. */
const numbers = /(\.[cm]?[jt]sx?(?::\d+){1,2})|\d{3}[ -]\d{3}(?!\d)|\d{6,}/gi

/**
 * A text without what belongs to somebody: uris of pairings and links of wallets, addresses of mail, query strings, keys,
 * addresses and signatures in any of their spellings, phrases, tokens and codes. It errs on the side of leaving out.
 * `reliability` T22, D25.
 */
export function redact(text: string, longest = most.message): string {
  // Twice: what is left out may bring together what was apart. Compatible forms, such as a wide @, are made plain first.
  const clean = once(once(text.slice(0, most.read).normalize('NFKC')))
  return clean.length > longest ? `${clean.slice(0, longest - 1)}…` : clean
}

/** As `redact`, as much of it as a stack has. */
export function redactStack(stack: string): string {
  return redact(stack, most.stack)
}

function once(text: string): string {
  return (
    text
      // Firefox and Safari write the file of a frame of the stack behind an @.
      .replace(/@(?=[a-z-]{1,30}:\/\/)/gi, ' ')
      .replace(/\bwc:[^\s"'<>]*/gi, '[uri]')
      // Links of wallets, data and files have no place that is worth telling; of others there is the place and no more.
      .replace(/\b(?!https?:)[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>)]*/gi, '[link]')
      .replace(/\bdata:[^\s"'<>)]*/gi, '[link]')
      .replace(/\b(https?:\/\/)[^\s"'<>/@]{0,200}@/gi, '$1')
      .replace(/\b(https?:\/\/[^\s"'<>?#)]*)[?#][^\s"'<>)]*/gi, '$1')
      .replace(/[?&#][^\s"'<>=]{0,64}=[^\s"'<>)]*/g, '')
      .replace(/[^\s"'<>(),;:=[\]/]{0,64}(?:@|%40)[^\s"'<>(),;[\]/]{0,255}/gi, '[email]')
      .replace(/\b[a-z]{3,8}(?:[\s,]+[a-z]{3,8}){11,}\b/gi, '[phrase]')
      .replace(/\b(bearer|basic)\s+[^\s"']+/gi, '$1 [secret]')
      .replace(named, (found, name: string, between: string, value: string) =>
        isTold(name, between, value) ? found : `${name}${between}[secret]`,
      )
      .replace(/\b0x[0-9a-f]{9,}/gi, '[hex]')
      .replace(/[\w+/=-]{40,}/g, (run) => (isBase64(run) ? '[secret]' : run))
      .replace(/[\w+=-]{16,}/g, (run) => (isSecret(run) ? '[secret]' : run))
      .replace(numbers, (_, place?: string) => place ?? '[number]')
  )
}

/** Names in code are letters in words; what was drawn by chance has digits among them, or is longer than any name. */
function isSecret(run: string): boolean {
  return run.length >= 32 || (/\d/.test(run) && /[a-z]/i.test(run))
}

/** And not the place of a file. */
function isBase64(run: string): boolean {
  return /[+=]/.test(run) || (/\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run))
}

/** Whether it is no secret that stands behind such a name: a word of the sentence, or the number of an error. */
function isTold(name: string, between: string, value: string): boolean {
  if (/code/i.test(name) && /^(-\d{1,5}|\d{1,4})[.,]?$/.test(value)) return true
  return (
    /^(undefined|null|true|false)[.,]?$/.test(value) ||
    (!/[:=]/.test(between) && /^[A-Z]?[a-z]{1,14}[.,]?$/.test(value))
  )
}
