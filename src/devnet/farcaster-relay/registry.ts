import * as z from 'zod'

const call = z.object({ data: z.string() })
/** `idOf(address)` of the id registry. */
const idOf = /^0xd94fe8320{24}([0-9a-f]{40})$/

/**
 * What the registries answer: the people here have ids in the order of their addresses, from 1, and nobody has added a key.
 * @returns A word, or two of the key registry.
 */
export function registryAnswer(asked: unknown, addresses: readonly string[]): string {
  const { data } = call.parse(asked)
  const [, address] = idOf.exec(data.toLowerCase()) ?? []
  if (address === undefined) return `0x${'0'.repeat(128)}`
  const fid = addresses.findIndex((one) => one.toLowerCase() === `0x${address}`) + 1
  return `0x${fid.toString(16).padStart(64, '0')}`
}
