/**
 * The parameters of a read as one text, equal for equal parameters. Only the ABI items of this name are compared: an ABI written
 * inside a component is a new object in each render, and must not cause another read.
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
