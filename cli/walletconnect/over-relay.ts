import type { CaipAddress, ChainNetwork, Connector, ConnectorFactory, Latchkey } from 'latchkey'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { devnetNetworks, namedNetwork, withEndpoints } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { remoteWalletLimit } from '../deadline.ts'
import { familyOf, isLocal } from '../families/families.ts'
import { cliError } from '../output/cli-error.ts'
import { reportOf } from '../output/output.ts'
import { claimed, printableLines } from '../output/printable.ts'
import { withClient } from '../session/client.ts'
import type { ConnectRequest, Session, SessionRequest } from '../session/session.ts'
import { runningNetwork } from '../session/session-network.ts'
import type { KeyStore } from '../state/file-store.ts'
import type { SessionFile, WalletRecord } from '../state/session.ts'
import { publicNetworks } from './public-networks.ts'
import { chooseRelay, type RelayChoice } from './relay.ts'
import { relayedWallet } from './relayed-wallet.ts'
import { pairingOnTerminal } from './show-pairing.ts'
import { type RelayStore, relayStore } from './store.ts'

interface OverRelayOptions {
  readonly file: SessionFile
  readonly relay: RelayChoice
  readonly network: ChainNetwork
  /** Further networks of any family. A pairing requests them too. */
  readonly networks: readonly ChainNetwork[]
  /** The networks to which the command may ask the wallet to switch. */
  readonly asked?: readonly ChainNetwork[] | undefined
  /** The networks of the session. Default: `networks`. */
  readonly covered?: readonly ChainNetwork[] | undefined
  /** The storage of the connections. Undefined: nothing is stored after the command. */
  readonly storage?: KeyStore | undefined
  /** WalletConnect's storage. Given only together with `storage`. */
  readonly sessions?: RelayStore | undefined
  readonly swaps?: SessionRequest['swaps']
  /** Pairs a new wallet and shows each pairing URI. Undefined: restores the stored session without asking the wallet. */
  readonly show?: ((pairing: { readonly uri: string; readonly expiresAt: number }) => void) | undefined
}

export const relayConnectorId = 'walletConnect'

/** Connects to a wallet over a relay, and calls `use`. */
async function overRelay<T>(
  context: Context,
  options: OverRelayOptions,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const { file, relay, network, networks, covered = networks, asked = [] } = options
  const { storage, sessions, swaps, show } = options
  const { signal, out, extend } = context
  const make = walletConnect({ storage: sessions })
  let made: Connector | undefined
  const connector: ConnectorFactory = (surroundings) => {
    made = make(surroundings)
    if (show) made.on('displayUri', show)
    return made
  }
  try {
    const known = await publicNetworks(context.io.env, [network, ...networks])
    const publicOf = ({ caipNetworkId: id }: ChainNetwork) =>
      known.networks.find(({ caipNetworkId }) => caipNetworkId === id)
    const parts = {
      ...{ connector, relay, storage, ...known, network: publicOf(network) ?? network },
      swaps: await swaps?.(network),
    }
    /** Refuses a network that the wallet would have to add, if no endpoint is known that the wallet may use. */
    const refuseUnknown = async (one: ChainNetwork) => {
      if (publicOf(one)?.rpcUrls.default.http.length !== 0) return
      const session = await made?.restore({ signal })
      if (!session || session.networks.includes(one.caipNetworkId)) return
      throw cliError(
        'network/not-added',
        `The wallet doesn't have ${one.name} (${one.caipNetworkId}), and it isn't told your endpoint`,
        { hint: 'Add the network in the wallet, then connect again.' },
      )
    }
    return await withClient(context, parts, async (client) => {
      await client.ready()
      if (show) {
        extend?.(remoteWalletLimit)
        await client.connect({ connectorId: relayConnectorId, network: network.caipNetworkId }, { signal })
      }
      for (const one of [network, ...asked]) await refuseUnknown(one)
      const connected = await connectedOn(client, network, signal)
      const { connectedWalletInfo } = client.account.state[network.chainNamespace]
      const name = connectedWalletInfo?.name && claimed(connectedWalletInfo.name)
      return use({
        ...connected,
        name,
        client,
        network,
        file,
        reference: 'walletconnect',
        wallet: relayedWallet(async () => made?.restore({ signal }), network, signal),
        async unlock() {
          extend?.(remoteWalletLimit)
          out.progress(`Asking ${name ?? 'the wallet'}: approve it there …`)
        },
        relay: relay.relayUrl,
        networks: covered,
        beside: await besideOf(client, networks, network),
      })
    })
  } finally {
    close(context, options)
  }
}

function close({ out }: Context, { sessions, show }: OverRelayOptions): void {
  try {
    sessions?.close()
  } catch (error) {
    // A new connection that isn't stored is a failure. Later, the error must not hide the hash of a sent transaction.
    if (show) throw error
    const { message, hint } = reportOf(error, () => undefined)
    const text = [`WARNING: The wallet's connection wasn't stored: ${message}`, hint]
      .filter(Boolean)
      .join('\n  ')
    out.log(out.errorColor.yellow(printableLines(text)))
  }
}

async function connectedOn(client: Latchkey, network: ChainNetwork, signal: AbortSignal) {
  const adapter = await client.adapter(familyOf(network))
  const [connection] = adapter.connections()
  if (!connection)
    throw cliError('connection/not-connected', 'Not connected', {
      hint: `The wallet approved nothing on ${network.name}, or ended the session. Connect again: latchkey connect --wallet walletconnect`,
    })
  // The session covers several networks, so the wallet isn't asked.
  if (connection.network.caipNetworkId !== network.caipNetworkId)
    await adapter.switchNetwork(connection.id, network, { signal })
  const [now = connection] = adapter.connections()
  const { address } = now.accounts[0]
  const account: CaipAddress = `${network.caipNetworkId}:${address}`
  return { adapter, connectionId: now.id, address, account }
}

async function besideOf(
  client: Latchkey,
  networks: readonly ChainNetwork[],
  { chainNamespace }: ChainNetwork,
) {
  const families = new Set(networks.map(familyOf).filter((family) => family !== chainNamespace))
  const adapters = await Promise.all([...families].map((family) => client.adapter(family)))
  return adapters.flatMap((adapter) =>
    adapter.connections().map(({ accounts, network }) => ({ address: accounts[0].address, network })),
  )
}

/**
 * Pairs a WalletConnect wallet by QR code. The pairing also requests the other networks of the request. With `keep`, later commands
 * can use all families that the wallet approves.
 */
export async function pairWallet<T>(
  context: Context,
  file: SessionFile,
  network: ChainNetwork,
  { keep = false, others = [], swaps, pairing = {} }: ConnectRequest,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const { env } = context.io
  const relay = chooseRelay(env, pairing.relay)
  const storage = keep ? file.store('walletconnect') : undefined
  const running = isLocal(network) ? devnetNetworks(env).map(({ network }) => network) : []
  const networks = [...others, ...running]
  const sessions = storage && relayStore(env)
  const shown = pairingOnTerminal(context, pairing.uriOnly ?? false)
  const { show } = shown
  const options = { file, relay, network, networks, asked: others, storage, sessions, swaps, show }
  try {
    return await overRelay(context, options, (session) => {
      shown.end()
      return use(session)
    })
  } finally {
    shown.end()
  }
}

interface Restored {
  readonly file: SessionFile
  readonly record: WalletRecord
  readonly others: readonly ChainNetwork[]
  readonly swaps?: SessionRequest['swaps']
}

/** Restores the session of an earlier pairing, without asking the wallet. */
export async function restoreWallet<T>(
  context: Context,
  { file, record, others, swaps }: Restored,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const { io, flags } = context
  const relay = chooseRelay(io.env, undefined, record)
  const covered = (record.networks ?? []).map((one) => runningNetwork(io.env, one))
  const network =
    (await namedNetwork(context)) ??
    (flags.rpc ? withEndpoints(record.network, flags.rpc) : runningNetwork(io.env, record.network))
  const networks = [...others, ...covered, record.network]
  const stores = { storage: file.store('walletconnect'), sessions: relayStore(io.env) }
  return overRelay(context, { file, relay, network, networks, covered, asked: others, swaps, ...stores }, use)
}
