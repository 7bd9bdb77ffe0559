import { Option } from 'commander'

export const assetHelp = 'CAIP-19 id, contract address, or symbol on the devnet'

export const functionArguments =
  'arguments: whole numbers in the smallest unit, arrays and tuples as JSON; put -- before a negative number'

/** `--token` is the older name of `--asset`. */
export function tokenOption(): Option {
  return new Option('-t, --token <asset>', 'the same as --asset').conflicts('asset')
}

export function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** Adds the values of a comma-separated list to the earlier values, so that the option can be repeated. */
export function listed(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(',').filter((one) => one !== '')]
}

export function feeWarningOption(): Option {
  const about =
    "warn if the fee is above <amount> of the network's coin, or <family>:<amount> for one family; default: the fee of ten plain transfers"
  return new Option('--fee-warning <amount>', about).argParser(several)
}

export function sighashOption(): Option {
  const about = "bip122: also sign inputs with these sighash types, such as 'SINGLE|ANYONECANPAY'"
  return new Option('--allow-sighash <names>', about).argParser(listed)
}

export function dangerOption(): Option {
  const about =
    'kinds of dangerous request that you approve like any other request: unlimited, all, others, unknown; to approve another kind, you must type its name'
  return new Option('--allow-danger <names>', about).argParser(listed)
}

export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`
}
