import type { CaipAddress, ChainAdapter, ChainNetwork, ConnectorFactory, Latchkey } from 'latchkey'
import { CliError, invalid, locked } from './cli-error.ts'
import type { Context } from './context.ts'
import { exitCodes } from './exit-codes.ts'
import { type Family, factsOf, familyOf } from './families.ts'
import { type Clues, familyMeant, networkNamed } from './family-meant.ts'
import { endpointLabel, isLocal, knownNetworks, resolveNetwork, withEndpoint } from './networks.ts'
import type { KeyStore } from './state/file-store.ts'
import { type SessionFile, sessionFile, type WalletRecord } from './state/session.ts'
import { verifierOf } from './verifiers/families.ts'
import type { ActingWallet } from './wallets/acting-wallet.ts'
import { walletFamily } from './wallets/families.ts'
import { parseWallet, type WalletReference } from './wallets/reference.ts'

/** One client with one wallet, for the length of a command. */
export interface Session {
  readonly client: Latchkey
  readonly adapter: ChainAdapter
  readonly reference: string
  readonly connectionId: string
  readonly address: string
  readonly account: CaipAddress
  readonly network: ChainNetwork
  readonly file: SessionFile
  /** The wallet itself, for what is signed past the library. Absent for one at the other end of a relay. */
  readonly wallet?: ActingWallet | undefined
  /** Before anything is signed: asks for the password where there is one. */
  readonly unlock: () => Promise<void>
  /** Of a wallet behind a relay: where that is, what its session covers, and its first account of each other family. */
  readonly relay?: string | undefined
  readonly networks?: readonly ChainNetwork[] | undefined
  readonly beside?: readonly { readonly address: string; readonly network: ChainNetwork }[] | undefined
}

export const connectorId = 'cli'

export interface ClientParts {
  readonly networks: readonly ChainNetwork[]
  readonly network: ChainNetwork
  readonly wallet?: ActingWallet | undefined
  /** Reaches a wallet elsewhere, in place of `wallet`. */
  readonly connector?: ConnectorFactory | undefined
  readonly relay?: string | undefined
  readonly name?: string | undefined
  readonly storage?: KeyStore | undefined
}

/** Makes a client from the public entries, lends it out, and disposes of it. */
export async function withClient<T>(
  { out, signal }: Context,
  parts: ClientParts,
  use: (client: Latchkey) => Promise<T>,
): Promise<T> {
  const { wallet, storage, name = 'wallet' } = parts
  const family = familyOf(parts.network)
  const families = parts.connector ? [...new Set([family, ...parts.networks.map(familyOf)])] : [family]
  const [{ createLatchkey }, adapters, connector] = await Promise.all([
    import('latchkey'),
    Promise.all(families.map((one) => factsOf(one).adapter())),
    parts.connector ??
      (wallet &&
        walletFamily(family).then((wallets) => wallets.connector({ id: connectorId, name, wallet }))),
  ])
  const log =
    (level: string) =>
    (message: string, ...details: unknown[]) =>
      out.debug([level, message, ...details.map(String)].join(' '))
  const client = createLatchkey({
    name: 'cli',
    networks: unique([parts.network, ...parts.networks]),
    defaultNetwork: parts.network.caipNetworkId,
    adapters,
    connectors: connector ? [connector] : [],
    endpoints: { relay: parts.relay },
    platform: {
      log: { debug: log('debug'), warn: log('warn'), error: log('error') },
      ...(storage && { storage }),
    },
  })
  try {
    signal.throwIfAborted()
    return await use(client)
  } finally {
    await client.dispose()
  }
}

export interface SessionWish {
  /** Addresses, accounts and assets of the command line: they tell which of the connected wallets is meant. */
  readonly clues?: Clues | undefined
  /** The family itself, where it is known. */
  readonly family?: Family | undefined
  /** Networks that the wallet may move to. */
  readonly others?: readonly ChainNetwork[] | undefined
}

/** Connects anew; `keep` decides whether the next command finds it. */
export async function connectWallet<T>(
  context: Context,
  use: (session: Session) => Promise<T>,
  wish: SessionWish & { readonly keep?: boolean; readonly pairing?: PairingOptions } = {},
): Promise<T> {
  const { keep = false, clues = [], others = [] } = wish
  const file = sessionFile(context)
  const family = wish.family ?? (await familyMeant(context, file, clues))
  const record = family && file.of(family)
  // An account of the devnet is there on every family; any other key is used where its owner says so.
  const named = context.flags.wallet ?? record?.wallet ?? devWallet(file.active())
  if (named === undefined)
    throw invalid(
      'wallet',
      'is missing',
      'Say --wallet dev:alice, keystore:<file>, key:<file>, key:env:<NAME>, key:- or walletconnect',
    )
  const reference = parseWallet(named)
  const network = await networkFor(context, reference, record, wish)
  requireFamily(network, wish.family)
  requireUsable(reference, network)
  if (reference.kind === 'walletconnect') return pairWallet(context, file, network, wish, use)
  const wallet = await walletAt(context, reference, network, others)
  const storage = keep ? file.store(familyOf(network)) : undefined
  const parts = { networks: others, network, wallet, storage, name: reference.text }
  await wallet.unlock()
  // What belongs to another wallet makes room, now that the new one has proved to be there.
  if (storage && file.of(familyOf(network))?.wallet !== reference.text)
    for (const key of storage.keys()) storage.remove(key)
  return withClient(context, parts, async (client) => {
    await client.ready()
    await client.connect({ connectorId, network: network.caipNetworkId }, { signal: context.signal })
    return use(await sessionOf(client, file, reference.text, network, wallet))
  })
}

/**
 * A connected wallet: that of the family that is meant, brought back from the session file without a prompt, or the one
 * that `--wallet` names, for this command only.
 */
export async function withSession<T>(
  context: Context,
  use: (session: Session) => Promise<T>,
  wish: SessionWish = {},
): Promise<T> {
  if (context.flags.wallet !== undefined) return connectWallet(context, use, wish)
  const { clues, others = [] } = wish
  const file = sessionFile(context)
  const family = wish.family ?? (await familyMeant(context, file, clues))
  const record = family && file.of(family)
  if (!record) throw notConnected(file.active() && family)
  const reference = parseWallet(record.wallet)
  if (reference.kind === 'walletconnect') return restoreWallet(context, record, others, use)
  const network = await currentNetwork(context, record)
  requireUsable(reference, network)
  const wallet = await walletAt(context, reference, network, others, record.address)
  const storage = file.store(familyOf(network))
  const parts = { networks: others, network, wallet, storage, name: reference.text }
  return withClient(context, parts, async (client) => {
    await client.ready()
    return use(await sessionOf(client, file, reference.text, network, wallet))
  })
}

/** @throws `cli/unsupported` for a wallet at the other end of a relay, which is asked through the library alone. */
export function heldWallet({ wallet, reference }: Session): ActingWallet {
  if (wallet) return wallet
  throw new CliError('cli/unsupported', exitCodes.unsupported, `${reference} signs messages and sends only`, {
    hint: 'Use a keystore or a key file for this: --wallet keystore:<file>',
  })
}

/** How a pairing is shown, and over which relay it is made. */
export interface PairingOptions {
  readonly relay?: string | undefined
  readonly uriOnly?: boolean | undefined
}

/** Shows a code for a wallet elsewhere. What the wallet approves decides on which families the next commands work. */
async function pairWallet<T>(
  context: Context,
  file: SessionFile,
  network: ChainNetwork,
  {
    keep = false,
    pairing: { relay: asked, uriOnly = false } = {},
  }: Parameters<typeof connectWallet>[2] & object,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const { env } = context.io
  const [{ overRelay }, { chooseRelay }, { pairingOnTerminal }, { relayStore }] = await Promise.all([
    import('./walletconnect/over-relay.ts'),
    import('./walletconnect/relay.ts'),
    import('./walletconnect/show-pairing.ts'),
    import('./walletconnect/store.ts'),
  ])
  const relay = chooseRelay(env, asked)
  const storage = keep ? file.store('walletconnect') : undefined
  const devnet = isLocal(network) ? (await knownNetworks(env)).filter(({ devnet }) => devnet) : []
  const networks = devnet.map(({ network }) => network)
  const sessions = storage && relayStore(env)
  const shown = pairingOnTerminal(context, uriOnly)
  try {
    return await overRelay(
      context,
      { relay, network, networks, storage, sessions, show: shown.show },
      (session) => {
        shown.end()
        return use({
          ...session,
          reference: 'walletconnect',
          file,
          unlock: async () => {},
          relay: relay.relayUrl,
          networks,
        })
      },
    )
  } finally {
    shown.end()
  }
}

/** The session that a pairing made, brought back without asking anybody. */
async function restoreWallet<T>(
  context: Context,
  record: WalletRecord,
  others: readonly ChainNetwork[],
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const { io, flags } = context
  const [{ overRelay }, { chooseRelay }, { relayStore }] = await Promise.all([
    import('./walletconnect/over-relay.ts'),
    import('./walletconnect/relay.ts'),
    import('./walletconnect/store.ts'),
  ])
  const relay = chooseRelay(io.env, undefined, record.relay)
  const running = (await knownNetworks(io.env)).filter(({ devnet }) => devnet)
  const fresh = (one: ChainNetwork) =>
    running.find(({ network }) => network.caipNetworkId === one.caipNetworkId)?.network ?? one
  const covered = (record.networks ?? []).map(fresh)
  const named =
    flags.network === undefined ? undefined : await resolveNetwork(io.env, flags.network, { rpc: flags.rpc })
  const network = named ?? (flags.rpc ? withEndpoint(record.network, flags.rpc) : fresh(record.network))
  const file = sessionFile(context)
  const networks = [...covered, record.network, ...others]
  const sessions = relayStore(io.env)
  return overRelay(
    context,
    { relay, network, networks, storage: file.store('walletconnect'), sessions },
    (session) =>
      use({
        ...session,
        reference: record.wallet,
        file,
        unlock: async () => {},
        relay: record.relay,
        networks: covered,
      }),
  )
}

/** `family` is told where wallets of others are connected. */
export function notConnected(family?: Family): CliError {
  const message = family === undefined ? 'Not connected' : `Not connected: no wallet of ${family}`
  return new CliError('connection/not-connected', exitCodes.locked, message, {
    hint: 'Connect first: latchkey connect --wallet <wallet>; or name one with --wallet for this command only.',
  })
}

function devWallet(record: WalletRecord | undefined): string | undefined {
  return record?.wallet.startsWith('dev:') ? record.wallet : undefined
}

/** Where the session stands. A devnet has new ports after each start, so its endpoint is looked up anew. */
export async function currentNetwork(context: Context, record: WalletRecord): Promise<ChainNetwork> {
  const { flags, io } = context
  if (flags.network !== undefined) {
    const asked = await resolveNetwork(io.env, flags.network, {
      rpc: flags.rpc ?? record.rpc ?? anyEndpoint(record),
    })
    if (asked.caipNetworkId !== record.network.caipNetworkId)
      throw invalid(
        'network',
        `the wallet is on ${record.network.caipNetworkId}, not on ${asked.caipNetworkId}`,
        `Move it first: latchkey switch ${flags.network}`,
      )
  }
  const rpc = flags.rpc ?? record.rpc
  if (rpc !== undefined) return withEndpoint(record.network, rpc)
  const running = (await knownNetworks(io.env)).find(
    ({ devnet, network }) => devnet && network.caipNetworkId === record.network.caipNetworkId,
  )
  return running?.network ?? record.network
}

function anyEndpoint({ network }: WalletRecord): string | undefined {
  return network.rpcUrls.default.http[0]
}

async function networkFor(
  context: Context,
  reference: WalletReference,
  record: WalletRecord | undefined,
  { clues = [], family }: SessionWish,
): Promise<ChainNetwork> {
  const { flags, io } = context
  const named = flags.network ?? (flags.wallet === undefined ? undefined : networkNamed(clues))
  if (named !== undefined) return resolveNetwork(io.env, named, { rpc: flags.rpc })
  if (record && flags.wallet === undefined && reference.kind !== 'dev') return record.network
  const running = (await knownNetworks(io.env)).filter(
    ({ devnet, network }) => devnet && (family === undefined || network.chainNamespace === family),
  )
  if (reference.kind === 'walletconnect' && running[0]) return running[0].network
  if (reference.kind === 'dev') {
    const id = flags.wallet === undefined ? record?.network.caipNetworkId : undefined
    const [local = ''] = factsOf(family ?? 'eip155').local
    if (flags.rpc !== undefined) return resolveNetwork(io.env, id ?? local, { rpc: flags.rpc })
    const same = running.find(({ network }) => network.caipNetworkId === id) ?? running[0]
    return same?.network ?? resolveNetwork(io.env, 'devnet')
  }
  throw invalid('network', 'is missing', 'Say --network <CAIP-2 id or alias>; latchkey networks lists them.')
}

/** What is signed may be of one family only, whatever network was named. */
function requireFamily({ caipNetworkId, chainNamespace }: ChainNetwork, family: Family | undefined): void {
  if (family === undefined || chainNamespace === family) return
  throw invalid('network', `${caipNetworkId} is of another chain family: this is for networks of ${family}`)
}

/** Keys that everybody knows are for chains that nobody else uses. */
export function requireUsable(reference: WalletReference, network: ChainNetwork): void {
  familyOf(network)
  if (reference.kind !== 'dev' || isLocal(network)) return
  throw invalid(
    'wallet',
    `${reference.text} is a devnet account, and ${network.caipNetworkId} is not the local devnet`,
    'Its key is public knowledge. Use keystore:<file>, key:<file>, key:env:<NAME> or key:-.',
  )
}

async function walletAt(
  context: Context,
  reference: WalletReference,
  network: ChainNetwork,
  others: readonly ChainNetwork[],
  address?: string,
): Promise<ActingWallet> {
  const family = familyOf(network)
  const networks = unique([network, ...others])
  context.out.debug(
    `wallet ${reference.text} on ${network.caipNetworkId} at ${endpointLabel(network.rpcUrls.default.http[0] ?? '')}`,
  )
  const [{ openKey }, wallets, verifier] = await Promise.all([
    import('./wallets/keys.ts'),
    walletFamily(family),
    verifierOf(family),
  ])
  const open = async () => {
    const key = await openKey(context, reference, family)
    const holds = await wallets.addressOf(key, network)
    if (address !== undefined && !verifier.same(holds, address))
      throw locked(
        'cli/wallet-changed',
        `${reference.text} now holds ${holds}, and ${address} is connected`,
        `Connect again: latchkey connect --wallet ${reference.text}`,
      )
    return key
  }
  return wallets.actingWallet({ networks, address, open })
}

async function sessionOf(
  client: Latchkey,
  file: SessionFile,
  reference: string,
  expected: ChainNetwork,
  wallet: ActingWallet,
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

function unique(networks: readonly ChainNetwork[]): readonly ChainNetwork[] {
  return [...new Map(networks.map((network) => [network.caipNetworkId, network])).values()]
}
