import { tokenSymbol } from '../../../core/amounts/token-symbol.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { chainOf } from '../asset.ts'
import { invalid } from '../checks.ts'
import type { chainQueries } from './client.ts'

/** The symbol and the decimals of a denomination. */
export interface Unit {
  readonly symbol: string
  readonly decimals: number
}

/** Returns the unit in the host's network definition. Returns undefined if the definition doesn't list the denomination. */
export function knownUnit(network: ChainNetwork<'cosmos'>, denom: string): Unit | undefined {
  const chain = chainOf(network)
  const { symbol, decimals } = network.nativeCurrency
  if (denom === chain.denom) return { decimals, symbol }
  const found = chain.currencies?.find((currency) => currency.denom === denom)
  return found && { decimals: found.decimals, symbol: found.symbol }
}

/**
 * Reads the unit in the chain's metadata. Without metadata, the unit is the smallest unit, and its symbol is the name of the
 * denomination.
 * @throws `validation/invalid-input` for a denomination without supply.
 */
export async function chainUnit(queries: ReturnType<typeof chainQueries>, denom: string): Promise<Unit> {
  const [{ amount }, metadata] = await Promise.all([
    queries.supplyOf(denom),
    queries.denomMetadata(denom).catch((error: unknown) => {
      if (
        isLatchkeyError(error) &&
        /^rpc\/(not-found|invalid-params|unknown|method-unsupported)$/.test(error.code)
      )
        return undefined
      throw error
    }),
  ])
  if (!/^\d+$/.test(amount) || BigInt(amount) === 0n)
    throw invalid('asset', `this chain doesn't have ${denom}`)
  const shown = metadata?.denomUnits.find((unit) => unit.denom === metadata.display)
  if (!metadata || !shown || shown.exponent > 77) return { decimals: 0, symbol: denom }
  return { decimals: shown.exponent, symbol: tokenSymbol(metadata.symbol || metadata.display) }
}
