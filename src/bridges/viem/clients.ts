import type { Account, Chain, CustomTransport, PublicClient, WalletClient } from 'viem'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { missingPeer } from '../../core/errors/missing-peer.ts'
import { nodesOf } from './context.ts'
import type { ContractClient, NetworkOption } from './types.ts'

/**
 * Creates viem's public client, which only reads. The client asks the network's nodes. Use it for reads that the functions of
 * this entry don't support. The client's methods throw viem's errors, with Latchkey's error as the cause.
 * @throws `network/not-requested`, `config/no-adapter`, `config/peer-missing`
 */
export async function publicClient(
  client: ContractClient,
  { network }: NetworkOption = {},
): Promise<PublicClient<CustomTransport, Chain>> {
  const [asked, { publicClientOf }] = await Promise.all([nodesOf(client, network), load()])
  return publicClientOf(asked)
}

/**
 * Creates viem's wallet client for the connection. Each request reaches the wallet once, on the connection's network. The client
 * keeps the account and the network that the connection has now. Its methods throw viem's errors.
 * @throws `connection/not-connected`, `config/peer-missing`
 */
export async function walletClient(
  client: Pick<ContractClient, 'connections'>,
): Promise<WalletClient<CustomTransport, Chain, Account>> {
  const { walletClientOf } = await load()
  const connection = client.connections.of('eip155')
  if (!connection) throw latchkeyError('connection/not-connected')
  return walletClientOf(connection)
}

async function load() {
  try {
    return await import('./chain/full-clients.ts')
  } catch (error) {
    throw missingPeer('latchkey/viem', ['viem'], error)
  }
}
