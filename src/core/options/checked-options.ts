import { networkFrom } from '../chain/network.ts'
import { latchkeyError } from '../errors/latchkey-error.ts'
import { fixedOptions } from './fixed-options.ts'
import { fillOptions, invalidOption, type LatchkeyOptions, type Options } from './options.ts'
import { checkOptions, isUnimplemented } from './options-schema.ts'

/**
 * More options that `updateOptions` refuses, because the client uses them just once, at the start. Production builds, which only
 * log the mistake, still write them into the state. So the first load doesn't need this list.
 */
export const startOptions = [
  'projectId',
  'providers',
  'safeOrigins',
  'enableEIP6963',
  'enableInjected',
] as const

/**
 * Validates the host's options and fills in the defaults. Refuses `changes` of options that can't change after the start.
 * @throws `config/invalid-options` with the invalid field; `config/not-built` with an option that this version doesn't have;
 * `config/conflicting-options` if both `siweConfig` and `siwx` are set.
 */
export function resolveOptions(input: LatchkeyOptions, changes: object = {}): Options {
  for (const [name, value] of Object.entries(changes))
    if (value !== undefined && [...fixedOptions, ...startOptions].some((fixed) => fixed === name))
      throw invalidOption(name, "can't change with updateOptions")
  if (input?.siwx && input.siweConfig) throw latchkeyError('config/conflicting-options')
  const problem = checkOptions(input)
  if (problem?.reason === isUnimplemented)
    throw latchkeyError('config/not-built', { values: { feature: `The option ${problem.path}` } })
  if (problem) throw invalidOption(problem.path, problem.reason)
  const { networks, adapters, onRampProviders } = input
  unique('networks', networks.map(networkFrom), ({ caipNetworkId }) => caipNetworkId)
  unique('adapters', adapters, ({ namespace }) => namespace)
  unique('onRampProviders', onRampProviders, ({ name }) => name)
  return fillOptions(input)
}

function unique<T>(field: string, items: readonly T[] = [], key: (item: T) => string): void {
  const keys = items.map(key)
  keys.forEach((one, at) => {
    if (keys.indexOf(one) < at) throw invalidOption(`${field}[${at}]`, `repeats ${one}`)
  })
}
