import type { CaipNetworkId, ChainNetwork } from 'latchkey'
import type { Context } from '../context.ts'
import { isLocal } from '../families/families.ts'
import { withClient } from '../session/client.ts'
import { knownNetworks } from './networks.ts'

export interface Named {
  /** The name, normalized by its name service. */
  readonly name: string
  readonly address: string
}

/** Returns whether a text is a name such as `bob.eth`. Addresses contain no dot, and CAIP-10 accounts contain a colon. */
export function isName(text: string): boolean {
  return !text.includes(':') && /[^.]\.[^.]/.test(text)
}

export function addressOfName(context: Context, name: string, network: ChainNetwork): Promise<Named> {
  return withNames(context, network, (names) =>
    names.resolve(name, { network: network.caipNetworkId, signal: context.signal }),
  )
}

export function namesOfAddress(
  context: Context,
  address: string,
  network: ChainNetwork,
): Promise<readonly string[]> {
  return withNames(context, network, (names) =>
    names.reverse(address, { network: network.caipNetworkId, signal: context.signal }),
  )
}

interface Names {
  resolve(name: string, on: { network: CaipNetworkId; signal: AbortSignal }): Promise<Named>
  reverse(address: string, on: { network: CaipNetworkId; signal: AbortSignal }): Promise<readonly string[]>
}

/** Osmosis, whose contracts store the names of cosmos accounts (ICNS). */
const cosmosNames = 'cosmos:osmosis-1'

/**
 * Creates a client, and calls `use` with the client's name lookup. The client looks up names on eip155, even if the address is of
 * another family. On a cosmos mainnet, the client also looks up names on Osmosis.
 */
async function withNames<T>(
  context: Context,
  network: ChainNetwork,
  use: (names: Names) => Promise<T>,
): Promise<T> {
  const local = isLocal(network)
  const having = (await knownNetworks(context.io.env)).filter(
    ({ network: one, devnet }) =>
      (one.contracts?.ensUniversalResolver ||
        (one.caipNetworkId === cosmosNames && network.chainNamespace === 'cosmos')) &&
      one.caipNetworkId !== network.caipNetworkId &&
      devnet === local &&
      (one.testnet === true) === (network.testnet === true),
  )
  const networks = having.map((one) => one.network)
  return withClient(context, { network, networks, name: 'cli-names' }, (client) => use(client.names))
}
