import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { findNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { missingPeer } from '../../core/errors/missing-peer.ts'
import type { CallOptions } from '../../ports.ts'
import type { Asked } from './chain/client.ts'
import type { ContractClient } from './types.ts'

/**
 * Returns the network of a call. Default: the active eip155 network.
 * @throws `network/not-requested`; `connection/namespace-not-configured` if there is no active eip155 network.
 */
function networkOf(
  { network: { state } }: Pick<ContractClient, 'network'>,
  wanted: CaipNetworkId<'eip155'> | undefined,
): ChainNetwork<'eip155'> {
  const known = wanted ? findNetwork(state.requestedNetworks, wanted) : state.activeNetworks.eip155
  if (known?.chainNamespace === 'eip155') return known as ChainNetwork<'eip155'>
  if (wanted) throw latchkeyError('network/not-requested', { values: { network: wanted } })
  throw latchkeyError('connection/namespace-not-configured', { values: { namespace: 'eip155' } })
}

/** Returns the network with a function that calls its nodes through the adapter. */
export async function nodesOf(
  client: ContractClient,
  wanted: CaipNetworkId<'eip155'> | undefined,
  opts?: CallOptions,
): Promise<Asked> {
  const network = networkOf(client, wanted)
  const adapter = await client.adapter('eip155')
  return { network, query: (request) => adapter.query(network.caipNetworkId, request, opts) }
}

/**
 * Returns the connection's active account.
 * @throws `connection/not-connected`; `network/wrong-chain` if the wallet isn't on the network `wanted`.
 */
export function activeAccount(
  { connections }: Pick<ContractClient, 'connections'>,
  wanted?: CaipNetworkId<'eip155'>,
): CaipAddress<'eip155'> {
  const connection = connections.of('eip155')
  if (!connection) throw latchkeyError('connection/not-connected')
  checkNetwork(connection.network.caipNetworkId, wanted)
  return connection.addresses[0]
}

/**
 * Checks that an account is on the network of the call. The wallet sends on the account's network, and a session over
 * WalletConnect can have several networks.
 * @throws `network/wrong-chain`; `caip/invalid-address`
 */
export function checkAccount(
  account: CaipAddress<'eip155'> | undefined,
  network: CaipNetworkId<'eip155'>,
): void {
  if (account) checkNetwork(network, parseCaipAddress(account).networkId)
}

function checkNetwork(actual: CaipNetworkId<'eip155'>, expected: CaipNetworkId<'eip155'> | undefined): void {
  if (expected && expected !== actual)
    throw latchkeyError('network/wrong-chain', { values: { actual, expected } })
}

/**
 * Loads viem in advance, so that a click that calls a contract doesn't wait for viem. If you don't call this function, the first
 * contract call loads viem.
 * @throws `config/peer-missing`, `adapter/load-error`
 */
export async function loadViem(): Promise<void> {
  await loadCalls()
}

/** Loads the code that needs viem. @throws `config/peer-missing`, `adapter/load-error` */
export async function loadCalls() {
  try {
    return await import('./chain/calls.ts')
  } catch (error) {
    throw missingPeer('latchkey/viem', ['viem'], error)
  }
}
