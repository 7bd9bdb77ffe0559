import type { CaipAddress, ChainNetwork, Latchkey } from 'latchkey'
import { endpointLabel } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { familyOf } from '../families/families.ts'
import { cliError } from '../output/cli-error.ts'
import type { SessionFile } from '../state/session.ts'
import { verifierOf } from '../verifiers/families.ts'
import type { WalletReference } from '../wallets/reference.ts'
import { type LocalWallet, localWallet, walletFamily } from '../wallets/wallet-family.ts'
import { notConnected, type Session, type SessionRequest } from './session.ts'

export const connectorId = 'cli'

/** Creates the wallet of a reference. It stays locked until its key is needed. */
export async function heldWallet(
  context: Context,
  reference: WalletReference,
  network: ChainNetwork,
  { others = [], allowSighash }: SessionRequest,
  address?: string,
): Promise<LocalWallet> {
  const family = familyOf(network)
  context.out.debug(
    `wallet ${reference.text} on ${network.caipNetworkId} at ${endpointLabel(network.rpcUrls.default.http[0] ?? '')}`,
  )
  const [{ openKey }, wallets, verifier] = await Promise.all([
    import('../wallets/keys.ts'),
    walletFamily(family),
    verifierOf(family),
  ])
  const open = async () => {
    const key = await openKey(context, reference, family)
    const holds = await wallets.addressOf(key, network)
    if (address !== undefined && !verifier.same(holds, address))
      throw cliError(
        'cli/wallet-changed',
        `${reference.text} now holds ${holds}, and ${address} is connected`,
        { hint: `Connect again: latchkey connect --wallet ${reference.text}` },
      )
    return key
  }
  return localWallet({ networks: [network, ...others], address, open, allowSighash })
}

/** The session of a wallet whose key this program holds. */
export async function sessionOf(
  client: Latchkey,
  file: SessionFile,
  reference: string,
  expected: ChainNetwork,
  wallet: LocalWallet,
): Promise<Session> {
  const adapter = await client.adapter(familyOf(expected))
  const connection = adapter.connections()[0]
  if (!connection) throw notConnected()
  const address = connection.accounts[0].address
  const network = connection.network.caipNetworkId === expected.caipNetworkId ? expected : connection.network
  const account: CaipAddress = `${connection.network.caipNetworkId}:${address}`
  return {
    client,
    adapter,
    reference,
    connectionId: connection.id,
    address,
    account,
    network,
    file,
    wallet,
    unlock: wallet.unlock,
  }
}
