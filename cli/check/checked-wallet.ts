import type { ChainNetwork, ConnectorFactory, Latchkey } from 'latchkey'
import type { Context } from '../context.ts'
import { invalid } from '../output/cli-error.ts'
import type { ClientParts } from '../session/client.ts'
import { connectorId as own } from '../session/held-wallet.ts'
import { requireUsable } from '../session/session-network.ts'
import { relayConnectorId } from '../walletconnect/over-relay.ts'
import { type LocalWalletOptions, localWallet, walletFamily } from '../wallets/families.ts'
import { openKey } from '../wallets/keys.ts'
import { isEmbedded, parseWallet } from '../wallets/reference.ts'
import type { LocalWallet } from '../wallets/wallet-family.ts'
import { openEmbeddedPeer, requireEmbedded } from './embedded-peer.ts'
import type { Flow } from './flow.ts'
import { fund } from './fund.ts'
import { openRelayPeer, type RelayPeer } from './relay-peer.ts'
import type { World } from './world.ts'

export interface WalletWanted {
  readonly flow: Flow
  readonly world: World
  /** Intercepts requests to the local wallet. Tests use it to return false answers. */
  readonly intercept?: LocalWalletOptions['intercept']
}

export interface CheckedWallet {
  readonly connector: ConnectorFactory
  readonly connectorId: string
  readonly reach: Pick<ClientParts, 'relay' | 'networks' | 'page'>
  /** Undefined for the embedded wallet, which creates its account at login. */
  readonly address: string | undefined
  /** Asks the wallet itself for its accounts. The selected account comes first. */
  accounts(network: ChainNetwork): Promise<readonly string[]>
  /** Asks the wallet itself for its network. Absent if each request names a network. */
  readonly network?: LocalWallet['network']
  /** Is called instead of `connect` if the wallet needs a login. */
  logIn?(client: Latchkey, network: ChainNetwork, signal: AbortSignal): Promise<void>
  readonly peer?: RelayPeer | undefined
  stop(): Promise<void>
}

export async function openCheckedWallet(
  context: Context,
  wanted: WalletWanted,
  network: ChainNetwork,
  others: readonly ChainNetwork[],
): Promise<CheckedWallet> {
  const { flow, world, intercept } = wanted
  const text = context.flags.wallet ?? flow.wallet ?? world.wallet ?? ''
  if (isEmbedded(text)) return inFrame(context, wanted, [network, ...others])
  const reference = parseWallet(text)
  const relayed = reference.kind === 'walletconnect'
  // `--wallet` names no keys for a WalletConnect wallet, so `--as` names them. The check starts a peer with these keys.
  const field = relayed ? 'as' : 'wallet'
  const holder = relayed ? parseWallet(world.wallet ?? '', field) : reference
  for (const one of [network, ...others]) requireUsable(holder, one, field)
  const family = await walletFamily(flow.family)
  const key = await openKey(context, holder, flow.family, field)
  const address = await family.addressOf(key, network)
  if (relayed) {
    const peer = await openRelayPeer(world, flow.family, key)
    return {
      ...{ connector: peer.connector, connectorId: relayConnectorId, address, peer },
      reach: { relay: { relayUrl: world.relay }, networks: world.networks },
      accounts: peer.accountsOf,
      stop: () => peer.stop(),
    }
  }
  const wallet = await localWallet({
    ...{ networks: [network, ...others], health: context.health },
    open: async () => key,
    intercept,
  })
  return {
    connector: await wallet.connector({ id: own, name: reference.text }),
    ...{ connectorId: own, address, reach: { networks: others } },
    accounts: wallet.accounts,
    network: wallet.network,
    stop: async () => {},
  }
}

/** Opens the embedded wallet in a frame. Refuses public networks: each flow gets a new account, and the check can fund it only on a devnet. */
async function inFrame(
  context: Context,
  { flow, world }: WalletWanted,
  networks: readonly ChainNetwork[],
): Promise<CheckedWallet> {
  const { io, out } = context
  requireEmbedded(flow.family)
  if (!world.local)
    throw invalid(
      'wallet',
      'check tests the embedded wallet only on a devnet, because each flow gets a new account without coins',
    )
  const peer = await openEmbeddedPeer(io.env, networks, (error) => out.debug(String(error)))
  return {
    connector: peer.connector,
    connectorId: 'ID_AUTH',
    reach: { networks: networks.slice(1), page: peer.page },
    address: undefined,
    accounts: peer.accountsOf,
    async logIn(client, network, signal) {
      await peer.connect(client, signal)
      const [address] = await peer.accountsOf(network)
      if (address !== undefined) await fund(context, world, network, address)
    },
    stop: peer.stop,
  }
}
