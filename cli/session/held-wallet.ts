import type { ChainNetwork } from 'latchkey'
import { endpointLabel } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { familyOf } from '../families/families.ts'
import { cliError } from '../output/cli-error.ts'
import type { KeyStore } from '../state/file-store.ts'
import type { SessionFile } from '../state/session.ts'
import { verifierOf } from '../verifiers/families.ts'
import { localWallet, walletFamily } from '../wallets/families.ts'
import type { WalletReference } from '../wallets/reference.ts'
import type { LocalWallet } from '../wallets/wallet-family.ts'
import { withClient } from './client.ts'
import { notConnected, type Session, type SessionRequest } from './session.ts'

export const connectorId = 'cli'

/** Creates the wallet that a reference names. The wallet stays locked until its key is needed. */
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
  return localWallet({ networks: [network, ...others], address, open, allowSighash, health: context.health })
}

interface Held {
  readonly wallet: LocalWallet
  readonly reference: WalletReference
  readonly file: SessionFile
  readonly network: ChainNetwork
  readonly others: readonly ChainNetwork[]
  readonly storage?: KeyStore | undefined
  readonly swaps?: SessionRequest['swaps']
  /** Whether to connect the wallet. Default: restores the stored connection. */
  readonly isNew?: boolean
}

/** Connects a wallet whose key this program has, and calls `use`. */
export async function withHeld<T>(
  context: Context,
  { wallet, reference, file, network: expected, others, storage, swaps, isNew = false }: Held,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const connector = await wallet.connector({ id: connectorId, name: reference.text })
  const parts = {
    ...{ network: expected, networks: others, connector, storage },
    swaps: await swaps?.(expected),
  }
  return withClient(context, parts, async (client) => {
    await client.ready()
    if (isNew)
      await client.connect({ connectorId, network: expected.caipNetworkId }, { signal: context.signal })
    const adapter = await client.adapter(familyOf(expected))
    const connection = adapter.connections()[0]
    if (!connection) throw notConnected()
    const { address } = connection.accounts[0]
    const id = connection.network.caipNetworkId
    const network = id === expected.caipNetworkId ? expected : connection.network
    return use({
      ...{ client, adapter, file, wallet, network, address, account: `${id}:${address}` },
      ...{ reference: reference.text, connectionId: connection.id, unlock: wallet.unlock },
    })
  })
}
