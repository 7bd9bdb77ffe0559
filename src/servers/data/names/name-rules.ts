/** The characters of a new name, in lower case (S1.5). */
const pattern = /^[a-z0-9-]{4,63}$/
/** Maximum bytes of a name and of one label (RFC 1035). */
const longest = { name: 253, label: 63 } as const

/** Why a label can't be registered; undefined if it can. */
export function problemOfLabel(label: string): string | undefined {
  if (label.length < 4) return 'A name must have at least 4 characters'
  if (!pattern.test(label)) return 'A name must have only letters, digits and hyphens, at most 63'
  // ENSIP-15 forbids such a name, so no client would resolve it.
  if (label.slice(2, 4) === '--') return 'A name must not have hyphens as its third and fourth characters'
  return undefined
}

/** Normalizes a name for lookup: lower case, NFC; undefined if it is not a valid name. */
export function normalizeName(text: string): string | undefined {
  const name = text.toLowerCase().normalize('NFC')
  const fits = Buffer.byteLength(name) <= longest.name
  return fits && name.split('.').every(isLabel) ? name : undefined
}

function isLabel(label: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test rejects control characters.
  return label !== '' && Buffer.byteLength(label) <= longest.label && !/[\u0000-\u0020\u007f]/.test(label)
}

/** The DNS wire format: each label prefixed by its length, then a zero byte. */
export function dnsEncoded(name: string): Uint8Array {
  const labels = name.split('.').map((label) => Buffer.from(label, 'utf8'))
  return Buffer.concat([...labels.flatMap((label) => [Buffer.from([label.length]), label]), Buffer.from([0])])
}

/** Up to five registrable names similar to the typed one, which comes first if it is registrable. */
export function alternatives(label: string): readonly string[] {
  const base = label.replace(/^-+|-+$/g, '').slice(0, 50)
  const found = [label, `${base}1`, `${base}-wallet`, `${base}-eth`, `the-${base}`, `${base}123`]
  return [...new Set(found)].filter((each) => problemOfLabel(each) === undefined).slice(0, 5)
}
