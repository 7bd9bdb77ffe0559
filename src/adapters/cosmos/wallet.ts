import { throwIfAborted } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { type ApprovalTable, approves } from '../../core/wallet/approvals.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { KeplrPort } from '../../core/wallet/keplr.ts'
import { accountOfKey, normalizeAddress } from './address.ts'
import { chainOf } from './asset.ts'
import { bytesFrom } from './bytes.ts'

type Network = ChainNetwork<'cosmos'>

const signing = ['signDirect', 'signAmino', 'cosmos_signDirect', 'cosmos_signAmino'] as const

/**
 * The methods of Keplr and of WalletConnect that each capability needs. `network.switch` needs no method, because the connection
 * can switch without the wallet.
 */
export const approvals: ApprovalTable = {
  'send.native': signing,
  'send.token': signing,
  'send.transaction': signing,
  'sign.transaction': signing,
  'sign.message': ['signArbitrary', 'signAmino', 'cosmos_signAmino'],
  'network.add': ['experimentalSuggestChain'],
}

/** An account's key on a network, as the wallet reports it. */
export interface WalletKey {
  readonly address: string
  /** The compressed public key. Undefined if the wallet is locked and hides the key. */
  readonly publicKey: Uint8Array | undefined
  /** Whether the key is in a hardware wallet that supports only Amino. */
  readonly aminoOnly: boolean
}

/**
 * Asks the wallet to approve a network. If the wallet doesn't know the network but can add
 * networks, adds it first. Asks nothing more after an abort.
 */
export async function enableNetwork(
  session: ConnectorSession,
  network: Network,
  signal: AbortSignal,
): Promise<void> {
  const wallet = keplrOf(session)
  if (!wallet) return
  const ask = (method: string, run: () => Promise<unknown> | undefined) => {
    throwIfAborted(signal)
    return call(method, run)
  }
  const id = String(network.id)
  try {
    await ask('enable', () => wallet.enable(id))
  } catch (error) {
    if (
      !isLatchkeyError(error, 'network/not-added') ||
      !approves(session, 'cosmos', 'experimentalSuggestChain')
    )
      throw error
    const { keplrChainInfo } = await import('../../core/chain/keplr-chain-info.ts')
    await ask('experimentalSuggestChain', () => wallet.experimentalSuggestChain?.(keplrChainInfo(network)))
    await ask('enable', () => wallet.enable(id))
  }
}

/**
 * Returns the keys that the wallet shows on a network, the selected key first. `address`: returns only the key of this account if
 * the wallet lists several accounts, because the others may have keys of other kinds or networks.
 * @throws `wallet/invalid-answer` if a public key doesn't belong to its address.
 */
export async function walletKeys(
  session: ConnectorSession,
  network: Network,
  address?: string,
): Promise<readonly WalletKey[]> {
  const wallet = keplrOf(session)
  if (wallet)
    return [await keyFrom(await call('getKey', () => wallet.getKey(String(network.id))), 'getKey', network)]
  const answer = await request(session, network, 'cosmos_getAccounts', {})
  if (!Array.isArray(answer)) throw invalid('cosmos_getAccounts', 'a list of accounts')
  const wanted = answer.filter((account) => address === undefined || addressIn(account, network) === address)
  return Promise.all(wanted.map((account) => keyFrom(account, 'cosmos_getAccounts', network)))
}

/** Returns the same keys as `walletKeys`. If the wallet has forgotten its approval, asks it to approve the network again. */
export async function enabledKeys(
  session: ConnectorSession,
  network: Network,
  signal: AbortSignal,
): Promise<readonly WalletKey[]> {
  try {
    return await walletKeys(session, network)
  } catch (error) {
    if (!isLatchkeyError(error, 'network/not-added')) throw error
    await enableNetwork(session, network, signal)
    return walletKeys(session, network)
  }
}

/** Asks the wallet to confirm stored accounts. May prompt the visitor, so call this only before a signature. */
export async function confirmAccounts(session: ConnectorSession): Promise<void> {
  const wallet = keplrOf(session)
  if (wallet?.confirm) await call('enable', () => wallet.confirm?.())
}

export function keplrOf(session: ConnectorSession): KeplrPort | undefined {
  const channel = session.channel('cosmos')
  return channel.kind === 'native' && channel.dialect === 'keplr'
    ? (channel.provider as KeplrPort)
    : undefined
}

export async function request(session: ConnectorSession, network: Network, method: string, params: object) {
  const channel = session.channel('cosmos')
  if (channel.kind !== 'rpc')
    throw latchkeyError('adapter/unsupported', {
      values: { capability: method, subject: `a ${channel.kind} wallet` },
    })
  return channel.request({ method, params }, network.caipNetworkId as CaipNetworkId)
}

/**
 * Calls a method of the wallet, and converts its errors. The wallet of a host's own connector may throw errors that aren't a
 * `LatchkeyError`.
 */
export async function call(method: string, run: () => Promise<unknown> | undefined): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    const { keplrErrorFrom } = await import('../../core/errors/keplr-errors.ts')
    throw keplrErrorFrom(error, method)
  }
}

function addressIn(answer: unknown, network: Network): string | undefined {
  const { bech32Address, address } = (answer ?? {}) as Record<string, unknown>
  const shown = bech32Address ?? address
  return typeof shown === 'string' ? normalizeAddress(shown, network) : undefined
}

async function keyFrom(answer: unknown, method: string, network: Network): Promise<WalletKey> {
  const key = (answer ?? {}) as Record<string, unknown>
  const address = addressIn(answer, network)
  if (address === undefined) throw invalid(method, `an account of ${network.name}`)
  const publicKey = bytesFrom(key.pubKey ?? key.pubkey)
  const own = !publicKey?.length || (await accountOfKey(publicKey, chainOf(network))) === address
  if (!own) throw invalid(method, 'the secp256k1 key of the account')
  const aminoOnly = key.isNanoLedger === true || key.isKeystone === true
  return { address, publicKey: publicKey?.length ? publicKey : undefined, aminoOnly }
}

export function invalid(method: string, expected: string) {
  return latchkeyError('wallet/invalid-answer', { values: { method, expected } })
}
