import type { CaipAssetId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { SendParams } from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { FamilyChain } from './family.ts'

/**
 * Stores the decimals with which token amounts were last shown. A token can change its decimals. An amount that was converted
 * with the old decimals would then transfer a different value.
 */
export class TokenDecimals {
  readonly #shown = new Map<string, number>()

  /** Stores the decimals that a host got with a balance. */
  remember({ caipNetworkId }: ChainNetwork, asset: CaipAssetId | undefined, decimals: number): void {
    if (asset) this.#shown.set(keyOf(caipNetworkId, asset), decimals)
  }

  /**
   * Compares the decimals on the chain with the caller's `decimals`. If the caller passed none, compares them with the decimals
   * that the host got last. If the host got none either, reads nothing.
   * @throws `validation/invalid-input` if the decimals differ, or if the caller's value isn't a whole number from 0 to 255.
   */
  async check<N extends ChainNamespace>(
    chain: () => Promise<FamilyChain<N>>,
    network: ChainNetwork<N>,
    { asset, decimals: pinned }: SendParams<N>,
    opts?: CallOptions,
  ): Promise<void> {
    if (pinned !== undefined && !(Number.isInteger(pinned) && pinned >= 0 && pinned <= 255))
      throw refused('expected a whole number from 0 to 255')
    const shown = pinned ?? (asset && this.#shown.get(keyOf(network.caipNetworkId, asset)))
    if (shown === undefined) return
    const now = await (await chain()).decimals(network, asset, opts)
    if (now !== shown)
      throw refused(
        `the amount was displayed with ${shown} decimals, but ${asset ?? network.nativeCurrency.symbol} has ${now}; read the balance again`,
      )
  }
}

/**
 * The maximum change of a multiplier after the amount was shown, as a fraction of the multiplier. A small change is normal,
 * because interest changes a multiplier every second.
 */
const multiplierDrift = 1e-4

/**
 * Compares a token's multiplier on the chain with the multiplier that the caller showed.
 * @throws `validation/invalid-input`
 */
export async function checkMultiplier<N extends ChainNamespace>(
  chain: () => Promise<FamilyChain<N>>,
  network: ChainNetwork<N>,
  { asset }: SendParams<N>,
  shown: number,
  opts?: CallOptions,
): Promise<void> {
  const refuse = (reason: string) =>
    latchkeyError('validation/invalid-input', { values: { field: 'multiplier', reason } })
  if (!(Number.isFinite(shown) && shown > 0)) throw refuse('expected a number above zero')
  const now = (await (await chain()).multiplier?.(network, asset, opts)) ?? 1
  if (Math.abs(now / shown - 1) > multiplierDrift)
    throw refuse(
      `the amount was displayed as ${shown} times its raw amount, and the token now has ${now}; read the balance again`,
    )
}

/**
 * Returns the same key for an asset in upper and lower case, if its id is hex: an EVM address or an IBC hash. Other ids depend on
 * the case of letters.
 */
function keyOf(network: string, asset: string): string {
  const key = `${network} ${asset}`
  return /^eip155:|\/ibc:/.test(key) ? key.toLowerCase() : key
}

function refused(reason: string) {
  return latchkeyError('validation/invalid-input', { values: { field: 'decimals', reason } })
}
