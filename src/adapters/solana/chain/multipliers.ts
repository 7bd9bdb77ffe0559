import { extensionsOf } from './extensions.ts'
import { multiplierOf } from './multiplier.ts'
import type { SolanaNode } from './node.ts'

const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
/** The maximum number of accounts that a node returns in one call. */
const atOnce = 100
/** The maximum number of mints to read. An account with more mints holds mostly spam. */
const mostMints = 1000

/**
 * Reads the current multipliers. The result contains only mints that have a multiplier.
 * Reads only the mints, and doesn't need @solana/web3.js.
 */
export async function readMultipliers(
  node: SolanaNode,
  mints: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const asked = mints.slice(0, mostMints)
  const parts = Array.from({ length: Math.ceil(asked.length / atOnce) }, (_, part) =>
    asked.slice(part * atOnce, (part + 1) * atOnce),
  )
  const accounts = (await Promise.all(parts.map((part) => node.accounts(part)))).flat()
  const scaled = asked.flatMap((mint, at) => {
    const { owner, data } = accounts[at] ?? {}
    const isMint = owner === token2022 && data?.[45] === 1 && data[165] === 1
    const multiplier = isMint && data ? multiplierOf(extensionsOf(data)) : undefined
    return multiplier ? [{ mint, multiplier }] : []
  })
  if (scaled.length === 0) return new Map()
  const now = await node.clock()
  return new Map(scaled.map(({ mint, multiplier }) => [mint, multiplier(now)]))
}
