/** The characters and the length of a new name, in lower case (S1.5). */
const pattern = /^[a-z0-9-]{4,63}$/
/** The maximum lengths of a name and of each of its labels, in bytes (RFC 1035). */
const longest = { name: 253, label: 63 } as const

/** Returns why a label can't be registered; undefined if it can. */
export function problemOfLabel(label: string): string | undefined {
  if (label.length < 4) return 'A name must have at least 4 characters'
  if (!pattern.test(label)) return 'A name must have only letters, digits and hyphens, at most 63'
  // ENSIP-15 forbids such a name, so clients wouldn't resolve it.
  if (label.slice(2, 4) === '--') return 'A name must not have hyphens as its third and fourth characters'
  return undefined
}

/** Normalizes a name for a lookup (lower case, NFC); undefined if the name isn't valid. */
export function normalizeName(text: string): string | undefined {
  const name = text.toLowerCase().normalize('NFC')
  const fits = Buffer.byteLength(name) <= longest.name
  return fits && name.split('.').every(isLabel) ? name : undefined
}

function isLabel(label: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test rejects control characters.
  return label !== '' && Buffer.byteLength(label) <= longest.label && !/[\u0000-\u0020\u007f]/.test(label)
}

/**
 * Encodes a name in the DNS wire format: for each label, its length and then the label itself; after the last label, a zero byte.
 */
export function dnsEncoded(name: string): Uint8Array {
  const labels = name.split('.').map((label) => Buffer.from(label, 'utf8'))
  return Buffer.concat([...labels.flatMap((label) => [Buffer.from([label.length]), label]), Buffer.from([0])])
}

/**
 * Returns up to five similar names that follow the rules. If `label` itself follows them, it comes first. The names may already
 * be registered.
 */
export function alternatives(label: string): readonly string[] {
  const base = label.replace(/^-+|-+$/g, '').slice(0, 50)
  const found = [label, `${base}1`, `${base}-wallet`, `${base}-eth`, `the-${base}`, `${base}123`]
  return [...new Set(found)].filter((each) => problemOfLabel(each) === undefined).slice(0, 5)
}
