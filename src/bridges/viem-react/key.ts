/**
 * The parameters of a read as one text, equal for equal parameters. Of an ABI only the items of this name count, so that an ABI
 * written inside a component, which is a new object in each render, isn't read again.
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
