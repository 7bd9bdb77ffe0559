import type { ChainNetwork } from 'latchkey'
import { networkNamed } from '../args/family-meant.ts'
import { devnetNetworks, resolveNetwork, withEndpoints, withStatedCoin } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { type Family, factsOf, familyOf, isLocal } from '../families/families.ts'
import type { Env } from '../io.ts'
import { invalid } from '../output/cli-error.ts'
import { givenEndpoints, sessionFile, type WalletRecord } from '../state/session.ts'
import type { WalletReference } from '../wallets/reference.ts'
import type { SessionRequest } from './session.ts'

/** Returns a wallet's current network. A devnet has new ports after each start, so the devnet's endpoint is looked up again. */
export async function currentNetwork(context: Context, record: WalletRecord): Promise<ChainNetwork> {
  const { flags, io } = context
  if (flags.network !== undefined) {
    const asked = await resolveNetwork(io.env, flags.network, {
      rpc: flags.rpc ?? givenEndpoints(record) ?? record.network.rpcUrls.default.http,
    })
    if (asked.caipNetworkId !== record.network.caipNetworkId)
      throw invalid(
        'network',
        `the wallet is on ${record.network.caipNetworkId}, not on ${asked.caipNetworkId}`,
        `Switch it first: latchkey switch ${flags.network}`,
      )
  }
  const rpc = flags.rpc ?? givenEndpoints(record)
  if (rpc !== undefined) return withStatedCoin(io.env, withEndpoints(record.network, rpc))
  return runningNetwork(io.env, record.network)
}

/** Returns the network. If a running devnet has the network, returns it with the endpoints of the devnet. */
export function runningNetwork(env: Env, network: ChainNetwork): ChainNetwork {
  const id = network.caipNetworkId
  return devnetNetworks(env).find((known) => known.network.caipNetworkId === id)?.network ?? network
}

/**
 * Returns the network for a command without a wallet. It is the first that exists: the network of `--network`, `named`, the
 * wallet's network, the devnet, or Ethereum.
 */
export async function networkMeant(context: Context, named?: string, family?: Family): Promise<ChainNetwork> {
  const { flags, io } = context
  const text = flags.network ?? named
  if (text !== undefined) return resolveNetwork(io.env, text, { rpc: flags.rpc })
  const file = sessionFile(context)
  const record = family === undefined ? file.active() : file.of(family)
  if (record) return currentNetwork(context, record)
  const isUp = devnetNetworks(io.env).length > 0
  return resolveNetwork(io.env, isUp ? 'devnet' : 'mainnet', { rpc: flags.rpc })
}

export async function networkFor(
  context: Context,
  reference: WalletReference,
  record: WalletRecord | undefined,
  { mentions = [], family }: SessionRequest,
): Promise<ChainNetwork> {
  const { flags, io } = context
  const named = flags.network ?? (flags.wallet === undefined ? undefined : networkNamed(mentions))
  if (named !== undefined) return resolveNetwork(io.env, named, { rpc: flags.rpc })
  if (record && flags.wallet === undefined && reference.kind !== 'dev') return record.network
  const running = devnetNetworks(io.env).filter(
    ({ network }) => family === undefined || network.chainNamespace === family,
  )
  if (reference.kind === 'walletconnect' && running[0]) return running[0].network
  if (reference.kind === 'dev') {
    const id = flags.wallet === undefined ? record?.network.caipNetworkId : undefined
    const [local = ''] = factsOf(family ?? 'eip155').local
    if (flags.rpc !== undefined) return resolveNetwork(io.env, id ?? local, { rpc: flags.rpc })
    const same = running.find(({ network }) => network.caipNetworkId === id) ?? running[0]
    return same?.network ?? resolveNetwork(io.env, 'devnet')
  }
  throw invalid('network', 'is missing', 'Use --network <CAIP-2 id or alias>; latchkey networks lists them.')
}

export function requireFamily(
  { caipNetworkId, chainNamespace }: ChainNetwork,
  family: Family | undefined,
): void {
  if (family === undefined || chainNamespace === family) return
  throw invalid('network', `${caipNetworkId} is of another chain family: this is for networks of ${family}`)
}

/**
 * Refuses texts that name a devnet account as a recipient outside the local devnet. Anyone could take what the account gets,
 * because its key is public.
 */
export function refuseDevRecipient(texts: readonly string[], network: ChainNetwork, field: string): void {
  const [named] = texts.flatMap((text) => /(?:^|")(dev:[^"]*)/i.exec(text)?.[1] ?? [])
  if (named === undefined || isLocal(network)) return
  throw invalid(
    field,
    `${named} is a devnet account, and ${network.caipNetworkId} is not the local devnet`,
    'Its key is public knowledge, so anyone could take what it gets. To send to it anyway, give its address.',
  )
}

/** Refuses a devnet account outside the local devnet, because the keys of devnet accounts are public. */
export function requireUsable(reference: WalletReference, network: ChainNetwork, field = 'wallet'): void {
  familyOf(network)
  if (reference.kind !== 'dev' || isLocal(network)) return
  throw invalid(
    field,
    `${reference.text} is a devnet account, and ${network.caipNetworkId} is not the local devnet`,
    'Its key is public knowledge. Use keystore:<file>, key:<file>, key:env:<NAME> or key:-.',
  )
}
