/**
 * Returns a text for the parameters of a read. Equal parameters give equal texts. If `name` is set, the text contains only the
 * ABI items with this name. A new object with the same content must not cause another read: an ABI that is written inside a
 * component is a new object at each render.
 */
export function keyOf(kind: string, params: object, name?: string): string {
  const parts = Object.entries(params).map(([key, value]) => [
    key,
    key === 'abi'
      ? (value as readonly { readonly name?: string }[]).filter((each) => !name || each.name === name)
      : value,
  ])
  return JSON.stringify([kind, ...parts], (_, value) => {
    if (typeof value === 'bigint') return `${value}n`
    return typeof value === 'function' ? undefined : value
  })
}
