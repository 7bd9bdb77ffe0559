import { Option } from 'commander'
import type { NamedAsset } from '../args/assets.ts'

export const assetHelp = 'CAIP-19 id, contract address, or symbol on the devnet'

/** The older name of `--asset`. */
export function tokenOption(): Option {
  return new Option('-t, --token <asset>', 'the same as --asset').conflicts('asset')
}

/** One asset, by the name of the option that gave it. */
export function assetOf({ asset, token }: GivenAsset): NamedAsset | undefined {
  if (asset !== undefined) return { text: asset, field: 'asset' }
  return token === undefined ? undefined : { text: token, field: 'token' }
}

export interface GivenAsset {
  readonly asset?: string
  readonly token?: string
}

/** For an option that may be given several times. */
export function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** For an option that takes a list with commas, and may be given several times. */
export function listed(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(',').filter((one) => one !== '')]
}

/** Above which fee is warned. */
export function feeWarningOption(): Option {
  const about =
    "warn of a fee above this, in the network's coin, or <family>:<amount>; default: ten plain transfers' worth"
  return new Option('--fee-warning <amount>', about).argParser(several)
}

/** Which signatures may leave parts of a transaction to others. */
export function sighashOption(): Option {
  const about = "bip122: also sign inputs with these sighash types, such as 'SINGLE|ANYONECANPAY'"
  return new Option('--allow-sighash <names>', about).argParser(listed)
}

export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`
}
