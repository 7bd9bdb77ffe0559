export type Fields = Readonly<Record<string, unknown>>

/** Returns the fields of a page's value, whose form isn't known. A value that isn't an object has none. */
export function fieldsIn(value: unknown): Fields {
  return (typeof value === 'object' && value !== null ? value : {}) as Fields
}
