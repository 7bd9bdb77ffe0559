import type { ChainNetwork } from 'latchkey'
import { isFamily } from '../families/families.ts'
import { invalid } from '../output/cli-error.ts'
import { amountOf } from './numbers.ts'

export interface FeeWarningOption {
  /**
   * In whole native coins, such as `0.05`. An amount such as `eip155:0.05` applies to one family.
   */
  readonly feeWarning?: readonly string[] | undefined
}

const field = 'fee-warning'

/**
 * Returns a function that gives the network fee above which to warn, in the coin's smallest unit;
 * undefined for the default.
 */
export function feeCapsOf({
  feeWarning = [],
}: FeeWarningOption): (network: ChainNetwork) => Promise<bigint | undefined> {
  const given = new Map(feeWarning.map(read))
  return async ({ chainNamespace, nativeCurrency }) => {
    const text = given.get(chainNamespace) ?? given.get('')
    if (text === undefined) return undefined
    return amountOf(field, text, nativeCurrency.decimals, { allowZero: true })
  }
}

function read(text: string): readonly [family: string, amount: string] {
  const [, family = '', amount] = /^(?:(\w+):)?(\d+(?:\.\d+)?)$/.exec(text) ?? []
  const known = family === '' || isFamily(family)
  if (amount !== undefined && known) return [family, amount]
  throw invalid(
    field,
    `"${text}" is not an amount`,
    'For example 0.05, or eip155:0.05 for the networks of one family.',
  )
}
