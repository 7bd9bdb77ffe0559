/**
 * Returns a text for the parameters of a read. Equal parameters give equal texts, so that a new object with the same content
 * doesn't cause another read. For example, an ABI that is written inside a component is a new object at each render. If `name` is
 * set, the text leaves out the ABI items with other names.
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
