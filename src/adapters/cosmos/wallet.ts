import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { type ApprovalTable, approves } from '../../core/wallet/approvals.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { KeplrProvider } from '../../core/wallet/keplr.ts'
import { accountOfKey, normalizeAddress } from './address.ts'
import { chainOf } from './asset.ts'
import { bytesFrom } from './bytes.ts'

type Network = ChainNetwork<'cosmos'>

const signing = ['signDirect', 'signAmino', 'cosmos_signDirect', 'cosmos_signAmino'] as const

/**
 * The methods of Keplr and of WalletConnect that each capability needs. `network.switch` needs none: the connection can switch
 * without the wallet.
 */
export const approvals: ApprovalTable = {
  'send.native': signing,
  'send.token': signing,
  'send.transaction': signing,
  'sign.transaction': signing,
  'sign.message': ['signArbitrary', 'signAmino', 'cosmos_signAmino'],
  'network.add': ['experimentalSuggestChain'],
}

/** An account's key, as its wallet shows it on a network. */
export interface WalletKey {
  readonly address: string
  /** Compressed; undefined when a locked wallet hides it. */
  readonly publicKey: Uint8Array | undefined
  /** True for a hardware wallet's key that supports only Amino. */
  readonly aminoOnly: boolean
}

/** Asks the wallet to approve a network, and adds it first if the wallet doesn't know it. */
export async function enableNetwork(session: ConnectorSession, network: Network): Promise<void> {
  const wallet = keplrOf(session)
  if (!wallet) return
  const id = String(network.id)
  try {
    await call('enable', () => wallet.enable(id))
  } catch (error) {
    if (
      !isLatchkeyError(error, 'network/not-added') ||
      !approves(session, 'cosmos', 'experimentalSuggestChain')
    )
      throw error
    const { keplrChainInfo } = await import('../../core/chain/keplr-chain-info.ts')
    await call('experimentalSuggestChain', () => wallet.experimentalSuggestChain?.(keplrChainInfo(network)))
    await call('enable', () => wallet.enable(id))
  }
}

/**
 * The keys that the wallet shows on a network, the selected one first.
 * @throws `wallet/invalid-answer` when a public key doesn't belong to its address.
 */
export async function walletKeys(session: ConnectorSession, network: Network): Promise<readonly WalletKey[]> {
  const wallet = keplrOf(session)
  if (wallet)
    return [await keyFrom(await call('getKey', () => wallet.getKey(String(network.id))), 'getKey', network)]
  const answer = await request(session, network, 'cosmos_getAccounts', {})
  if (!Array.isArray(answer)) throw invalid('cosmos_getAccounts', 'a list of accounts')
  return Promise.all(answer.map((account) => keyFrom(account, 'cosmos_getAccounts', network)))
}

/** Like `walletKeys`, and enables the network again if the wallet has forgotten it. */
export async function enabledKeys(
  session: ConnectorSession,
  network: Network,
): Promise<readonly WalletKey[]> {
  try {
    return await walletKeys(session, network)
  } catch (error) {
    if (!isLatchkeyError(error, 'network/not-added')) throw error
    await enableNetwork(session, network)
    return walletKeys(session, network)
  }
}

export function keplrOf(session: ConnectorSession): KeplrProvider | undefined {
  const channel = session.channel('cosmos')
  return channel.kind === 'native' && channel.dialect === 'keplr'
    ? (channel.provider as KeplrProvider)
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

/** Calls a method of the wallet. Also converts errors, because a host's own connector may return the unwrapped wallet. */
export async function call(method: string, run: () => Promise<unknown> | undefined): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    const { keplrErrorFrom } = await import('../../core/errors/keplr-errors.ts')
    throw keplrErrorFrom(error, method)
  }
}

async function keyFrom(answer: unknown, method: string, network: Network): Promise<WalletKey> {
  const key = (answer ?? {}) as Record<string, unknown>
  const shown = key.bech32Address ?? key.address
  const address = typeof shown === 'string' ? normalizeAddress(shown, network) : undefined
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
