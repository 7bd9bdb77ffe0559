/** What a new name consists of (specification 1, section 5), in lower case. */
const pattern = /^[a-z0-9-]{4,63}$/
/** The most octets of a name, and of one label. RFC 1035. */
const longest = { name: 253, label: 63 } as const

/** Why a label cannot be registered; undefined when it can. */
export function problemOfLabel(label: string): string | undefined {
  if (label.length < 4) return 'A name has at least 4 characters'
  if (!pattern.test(label)) return 'A name has letters, digits and hyphens only, at most 63'
  // ENSIP-15: no client would look it up.
  if (label.slice(2, 4) === '--') return 'A name has no two hyphens in the third and fourth place'
  return undefined
}

/** A name as it is looked up: in lower case, with labels that are not empty; undefined for what is none. */
export function lookedUp(text: string): string | undefined {
  const name = text.toLowerCase().normalize('NFC')
  const fits = Buffer.byteLength(name) <= longest.name
  return fits && name.split('.').every(isLabel) ? name : undefined
}

function isLabel(label: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return label !== '' && Buffer.byteLength(label) <= longest.label && !/[\u0000-\u0020\u007f]/.test(label)
}

/** As DNS writes it: each label after its length, and a zero at the end. */
export function dnsEncoded(name: string): Uint8Array {
  const labels = name.split('.').map((label) => Buffer.from(label, 'utf8'))
  return Buffer.concat([...labels.flatMap((label) => [Buffer.from([label.length]), label]), Buffer.from([0])])
}

/** Names that are like what somebody typed and can be registered: itself first. */
export function alternatives(label: string): readonly string[] {
  const base = label.replace(/^-+|-+$/g, '').slice(0, 50)
  const found = [label, `${base}1`, `${base}-wallet`, `${base}-eth`, `the-${base}`, `${base}123`]
  return [...new Set(found)].filter((each) => problemOfLabel(each) === undefined).slice(0, 5)
}
