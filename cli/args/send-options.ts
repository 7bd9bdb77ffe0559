import type { ChainNetwork, SendParams } from 'latchkey'
import { type Family, familyOf } from '../families/families.ts'
import { invalid } from '../output/cli-error.ts'

/** The options of `send` that only some families have. */
export interface FamilyOptions {
  readonly memo?: string | undefined
  readonly feeRate?: string | undefined
  readonly allowDeath?: boolean | undefined
  readonly allowOffCurve?: boolean | undefined
}

type SendOptions = NonNullable<SendParams['options']>

interface FamilyOption {
  readonly flag: string
  readonly families: readonly Family[]
  readonly read: (given: FamilyOptions) => SendOptions | undefined
}

const known: readonly FamilyOption[] = [
  {
    flag: 'memo',
    families: ['cosmos', 'solana'],
    read: ({ memo }) => (memo === undefined ? undefined : { memo }),
  },
  {
    flag: 'fee-rate',
    families: ['bip122'],
    read: ({ feeRate }) => (feeRate === undefined ? undefined : { satPerVbyte: rateFrom(feeRate) }),
  },
  {
    flag: 'allow-death',
    families: ['polkadot'],
    read: ({ allowDeath }) => (allowDeath ? { allowDeath } : undefined),
  },
  {
    flag: 'allow-off-curve',
    families: ['solana'],
    read: ({ allowOffCurve }) => (allowOffCurve ? { allowOffCurve } : undefined),
  },
]

/** Returns the options of the network's family. @throws a usage error for an option of another family */
export function sendOptionsOf(given: FamilyOptions, network: ChainNetwork): SendOptions | undefined {
  const here = familyOf(network)
  let options: SendOptions | undefined
  for (const { flag, families, read } of known) {
    const option = read(given)
    if (option === undefined) continue
    if (!families.includes(here))
      throw invalid(
        flag,
        `only transfers on ${families.join(' and ')} have one, and ${network.name} is of ${here}`,
      )
    options = { ...options, ...option }
  }
  return options
}

function rateFrom(text: string): number {
  if (/^\d{1,5}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text)
  throw invalid('fee-rate', `"${text}" is not a number of sats per virtual byte`, 'For example 1.5 or 20.')
}
