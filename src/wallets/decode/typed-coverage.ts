import { refused } from './refused.ts'

export type Types = Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
type Values = Readonly<Record<string, unknown>>

/** Matches the allowed names of types and members. Another name could look like a different part of the encoded type. */
const identifier = /^[A-Za-z_$][\w$]*$/
const array = /^(.+)\[(\d*)\]$/
const whole = /^(-?\d{1,78}|0x[0-9a-f]{1,64})$/i

/** The atomic types of EIP-712, each with a check of its values in JSON. */
const simple: readonly (readonly [RegExp, (value: unknown) => boolean])[] = [
  [/^string$/, (value) => typeof value === 'string'],
  [/^bool$/, (value) => typeof value === 'boolean'],
  [/^address$/, (value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)],
  [
    /^bytes([1-9]|[12]\d|3[0-2])?$/,
    (value) => typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value),
  ],
  [
    new RegExp(`^u?int(${Array.from({ length: 32 }, (_, at) => (at + 1) * 8).join('|')})?$`),
    (value) =>
      typeof value === 'number'
        ? Number.isSafeInteger(value)
        : typeof value === 'string' && whole.test(value),
  ],
]

const formOf = (type: string) => simple.find(([name]) => name.test(type))?.[1]

/**
 * Checks the types.
 * @throws `validation/invalid-input`, which names a type or member that EIP-712 doesn't allow.
 */
export function checkTypes(types: Types, field: string): void {
  for (const [name, members] of Object.entries(types)) {
    const where = `${field}.${name}`
    if (!identifier.test(name) || formOf(name)) throw refused(where, "isn't a type name")
    const names = new Set<string>()
    for (const member of members) {
      if (!identifier.test(member.name)) throw refused(where, 'has a member without a name')
      if (names.has(member.name)) throw refused(`${where}.${member.name}`, 'comes twice')
      names.add(member.name)
      const base = member.type.replace(/(\[\d*\])*$/, '')
      if (!formOf(base) && !Object.hasOwn(types, base))
        throw refused(`${where}.${member.name}`, 'has an undefined type')
    }
  }
}

/**
 * Returns the part of a value that its types cover. Only this part is signed. Adds the paths of the rest to `left`.
 * @throws `validation/invalid-input` for a value that doesn't match its type.
 */
export function covered(types: Types, type: string, value: unknown, field: string, left: string[]): unknown {
  const [, element, length = ''] = array.exec(type) ?? []
  if (element !== undefined) {
    if (!Array.isArray(value)) throw refused(field, 'must be an array')
    if (length !== '' && value.length !== Number(length)) throw refused(field, `must have ${length} members`)
    return value.map((each, at) => covered(types, element, each, `${field}[${at}]`, left))
  }
  const isValue = formOf(type)
  if (isValue) {
    if (!isValue(value)) throw refused(field, `isn't a valid ${type}`)
    return value
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refused(field, 'must be an object')
  const members = types[type] ?? []
  for (const name of Object.keys(value))
    if (!members.some((member) => member.name === name)) left.push(`${field}.${name}`)
  return Object.fromEntries(
    members.map((member) => {
      if (!Object.hasOwn(value, member.name)) throw refused(`${field}.${member.name}`, 'is missing')
      const each = (value as Values)[member.name]
      return [member.name, covered(types, member.type, each, `${field}.${member.name}`, left)]
    }),
  )
}
