/** How many characters of a text are read, and how many are kept at most. These limits aren't in the specification. */
const most = { read: 8000, message: 300, stack: 2000 }

/** Matches a secret's name, a separator, and the secret. */
const named =
  /\b([\w-]{0,32}(?:token|secret|passw|pwd|key|mnemonic|seed|session|auth|otp|pin|code)[\w-]{0,16}["']?)(\s{0,3}[:=]\s{0,3}|\s{1,3})(["']?[\w.~+/-]{4,500}=*)/gi
/** Matches codes and long numbers. The capture group matches positions in scripts, such as `app.js:1:123456`, to keep them. */
const numbers = /(\.[cm]?[jt]sx?(?::\d+){1,2})|\d{3}[ -]\d{3}(?!\d)|\d{6,}/gi

/**
 * Removes personal data and secrets from a text of an error report or event: pairing URIs, wallet links, email addresses, query
 * strings, seed phrases, tokens, codes, and keys, addresses and signatures in any encoding. Also removes parts that only look like
 * secrets.
 */
export function redact(text: string, longest = most.message): string {
  // Run twice, because removing a part joins the texts around it, which may then match. Normalize first (NFKC), to find
  // characters such as a fullwidth @.
  const clean = once(once(text.slice(0, most.read).normalize('NFKC')))
  return clean.length > longest ? `${clean.slice(0, longest - 1)}…` : clean
}

/** Does the same as `redact`, with the length limit of a stack trace. */
export function redactStack(stack: string): string {
  return redact(stack, most.stack)
}

function once(text: string): string {
  return (
    text
      // Firefox and Safari write an @ before the file in a stack frame.
      .replace(/@(?=[a-z-]{1,30}:\/\/)/gi, ' ')
      .replace(/\bwc:[^\s"'<>]*/gi, '[uri]')
      // Removes links of wallets, data and files. Keeps the origin and the path of web links.
      .replace(/\b(?!https?:)[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>)]*/gi, '[link]')
      .replace(/\bdata:[^\s"'<>)]*/gi, '[link]')
      .replace(/\b(https?:\/\/)[^\s"'<>/@]{0,200}@/gi, '$1')
      .replace(/\b(https?:\/\/[^\s"'<>?#)]*)[?#][^\s"'<>)]*/gi, '$1')
      .replace(/[?&#][^\s"'<>=]{0,64}=[^\s"'<>)]*/g, '')
      .replace(/[^\s"'<>(),;:=[\]/]{0,64}(?:@|%40)[^\s"'<>(),;[\]/]{0,255}/gi, '[email]')
      .replace(/\b[a-z]{3,8}(?:[\s,]+[a-z]{3,8}){11,}\b/gi, '[phrase]')
      .replace(/\b(bearer|basic)\s+[^\s"']+/gi, '$1 [secret]')
      .replace(named, (found, name: string, between: string, value: string) =>
        isHarmless(name, between, value) ? found : `${name}${between}[secret]`,
      )
      .replace(/\b0x[0-9a-f]{9,}/gi, '[hex]')
      .replace(/[\w+/=-]{40,}/g, (run) => (isBase64(run) ? '[secret]' : run))
      .replace(/[\w+=-]{16,}/g, (run) => (isSecret(run) ? '[secret]' : run))
      .replace(numbers, (_, place?: string) => place ?? '[number]')
  )
}

/** Returns whether a word may be a secret: it is longer than names in code, or mixes letters and digits. */
function isSecret(run: string): boolean {
  return run.length >= 32 || (/\d/.test(run) && /[a-z]/i.test(run))
}

/** Returns whether a text is base64. Returns false for a file path, which can look similar. */
function isBase64(run: string): boolean {
  return /[+=]/.test(run) || (/\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run))
}

/** Returns whether the text after a secret's name is harmless: a word of the sentence, or an error code. */
function isHarmless(name: string, between: string, value: string): boolean {
  if (/code/i.test(name) && /^(-\d{1,5}|\d{1,4})[.,]?$/.test(value)) return true
  return (
    /^(undefined|null|true|false)[.,]?$/.test(value) ||
    (!/[:=]/.test(between) && /^[A-Z]?[a-z]{1,14}[.,]?$/.test(value))
  )
}
