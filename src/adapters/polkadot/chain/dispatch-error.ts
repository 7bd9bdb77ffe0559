import type { Runtime } from './runtime.ts'
import type { Value } from './storage.ts'

/** The members of the library's `DispatchError` that this code uses. `asModule` throws unless the variant is `Module`. */
export interface DispatchError extends Value {
  readonly type?: string
  readonly isModule?: boolean
  readonly asModule?: unknown
  readonly value?: Value
}

/** Descriptions of the variants of `DispatchError` and `TokenError` (sp_runtime). */
const words: Readonly<Record<string, string>> = {
  CannotLookup: "the recipient's address can't be looked up",
  BadOrigin: 'the account may not make this call',
  ConsumerRemaining: "the account can't be removed, because something on the network depends on the account",
  NoProviders: 'nothing keeps the account alive',
  TooManyConsumers: 'too many items already depend on the account',
  Exhausted: 'the block has no room for the transaction',
  RootNotAllowed: 'only the network itself may make this call',
  'Token.NoFunds': "the account doesn't have enough",
  'Token.FundsUnavailable': "the account doesn't have enough",
  'Token.WouldDie': 'the call would close the account',
  'Token.OnlyProvider':
    'the call would close the account, and something on the network depends on the account',
  'Token.NotExpendable': 'the call would close the account',
  'Token.BelowMinimum': 'the amount is less than a new account needs',
  'Token.CannotCreate': "the recipient's account doesn't exist and can't be created",
  'Token.UnknownAsset': "the asset doesn't exist",
  'Token.Frozen': 'the amount is frozen',
  'Token.Unsupported': "the asset doesn't support the call",
  'Token.Blocked': "the recipient can't receive the asset",
}

/** Returns why a transaction failed: the error's name in the runtime, and its description. */
export function dispatchReason({ api }: Runtime, error: DispatchError | undefined): string {
  const { isModule, type, value } = error ?? {}
  if (isModule)
    try {
      const { section, name, docs } = api.registry.findMetaError(error?.asModule as never)
      return described(`${section}.${name}`, docs.join(' ').trim())
    } catch {
      // The metadata doesn't contain the module.
    }
  if (!type) return 'The network rejected it'
  const detail = value?.toString()
  if (!detail || detail === 'null') return described(type, words[type])
  const meaning = words[`${type}.${detail}`]
  return described(`${type}: ${detail}`, meaning)
}

function described(name: string, meaning: string | undefined): string {
  return meaning ? `${name}: ${meaning}` : name
}
