import type { NameSuggestions, NamesState, ResolvedName } from '../../../controllers/features/names/names.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { CallOptions } from '../../../ports.ts'
import { useController } from '../use-controller.ts'
import { useLatchkey } from '../use-latchkey.ts'
import { type ReadState, useRead } from '../use-read.ts'
import { type RequestState, useRequest } from '../use-request.ts'
import { connected, useActiveAccount } from './active-account.ts'
import { usePrepared } from './use-prepared.ts'

export interface ResolveNameOptions {
  /** The name, such as `ada.eth`. If undefined or empty, nothing is read. */
  readonly name: string | undefined
  /** The network on which to resolve the name. Default: the active network. */
  readonly network?: CaipNetworkId | undefined
}

/**
 * Returns the address of a name on a network. Reads the address again when the name or the network changes. See
 * `NamesController.resolve`.
 * @example
 * const { data, error } = useResolveName({ name: 'ada.eth' })
 */
export function useResolveName({ name, network }: ResolveNameOptions): ReadState<ResolvedName> {
  const { names } = useLatchkey()
  const on = useNetworkOr(network)
  return useRead(names, name ? `${on} ${name}` : undefined, (opts) =>
    names.resolve(name ?? '', { ...opts, network: on }),
  )
}

export interface ReverseNamesOptions {
  /** The address, without its network. If undefined or empty, nothing is read. */
  readonly address: string | undefined
  /** The network of the address. Default: the active network. */
  readonly network?: CaipNetworkId | undefined
}

/** Returns the names that an address claims and that resolve to this address. The best name is first. See `NamesController.reverse`. */
export function useReverseNames({ address, network }: ReverseNamesOptions): ReadState<readonly string[]> {
  const { names } = useLatchkey()
  const on = useNetworkOr(network)
  return useRead(names, address ? `${on} ${address}` : undefined, (opts) =>
    names.reverse(address ?? '', { ...opts, network: on }),
  )
}

function useNetworkOr(wanted: CaipNetworkId | undefined): CaipNetworkId {
  const { network } = useLatchkey()
  const active = useController(network, () => network.activeNetwork.caipNetworkId)
  return wanted ?? active
}

/** The name and avatar of an account. */
export type Identity = NonNullable<NamesState['identity']>

/**
 * Returns the name and avatar of the active account. `name` is undefined if the account has no name. A name that the visitor
 * registers appears at once. `refetch` sends a request only while the identity is unknown.
 */
export function useIdentity(): ReadState<Identity> {
  const { names } = useLatchkey()
  const account = useActiveAccount()
  const state = useRead(names, account, async (opts) => {
    const about = connected(account)
    await names.identify(opts)
    const { identity } = names.state
    if (identity?.account !== about) throw latchkeyError('name/reverse-failed')
    return identity
  })
  const identity = useController(names, (known) => known.identity)
  if (account === undefined || identity?.account !== account) return { ...state, data: undefined }
  return { ...state, data: identity, error: undefined, isPending: false }
}

export interface NameSuggestionsOptions {
  /** The start of a name. If undefined or empty, nothing is read. */
  readonly label: string | undefined
}

/**
 * Returns names similar to `label`, and whether each is already registered. Reads them half a second after the last change of
 * `label`. Only one component of a page can use this hook at a time.
 */
export function useNameSuggestions({
  label = '',
}: NameSuggestionsOptions): ReadState<NameSuggestions['names']> {
  const { names } = useLatchkey()
  const text = label.trim().toLowerCase()
  return useRead(names, text || undefined, async (opts) => {
    await names.suggestions(text, opts)
    const { suggestions } = names.state
    if (suggestions?.text !== text || suggestions.loading) throw latchkeyError('flow/superseded')
    if (suggestions.error) throw suggestions.error
    return suggestions.names
  })
}

/** Registers a name for the active eip155 account, which signs one message. See `NamesController.register`. */
export function useRegisterName(): RequestState<string> & {
  /** Resolves with the full name. */
  readonly register: (label: string, opts?: CallOptions) => Promise<string>
} {
  const { names } = useLatchkey()
  usePrepared(names)
  const [register, state] = useRequest((label: string, opts?: CallOptions) => names.register(label, opts))
  return { ...state, register }
}
