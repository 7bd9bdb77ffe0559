import { base64 } from '@scure/base'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { keplrChainInfo } from '../../core/chain/keplr-chain-info.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { keplrErrorFrom } from '../../core/errors/keplr-errors.ts'
import { isLatchkeyError, latchkeyError, UnsupportedError } from '../../core/errors/latchkey-error.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { KeplrProvider } from '../../core/wallet/keplr.ts'
import { type ApprovalTable, approves } from '../shared/wallet-says.ts'
import { addressOfKey, cosmosAddress } from './address.ts'
import { adr36Doc } from './adr36.ts'
import { chainOf } from './asset.ts'
import { aminoDoc, type Draft, directDoc } from './sign-doc.ts'
import { bytesFrom, fromAmino, fromDirect, signatureFrom } from './signed.ts'

type Network = ChainNetwork<'cosmos'>

const signing = ['signDirect', 'signAmino', 'cosmos_signDirect', 'cosmos_signAmino'] as const

/** By Keplr's names and by WalletConnect's. Moving needs nothing: the connection moves. */
export const approvals: ApprovalTable = {
  'send.native': signing,
  'send.token': signing,
  'send.transaction': signing,
  'sign.transaction': signing,
  'sign.message': ['signArbitrary', 'signAmino', 'cosmos_signAmino'],
  'network.add': ['experimentalSuggestChain'],
}

/** The key of an account, as its wallet shows it on a network. */
export interface WalletKey {
  readonly address: string
  /** Compressed; a wallet that is locked may not show it. */
  readonly publicKey: Uint8Array | undefined
  /** A hardware wallet that signs in Amino only. */
  readonly aminoOnly: boolean
}

/** Approves a network with the wallet, adding it first where the wallet does not know it. */
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
    await call('experimentalSuggestChain', () => wallet.experimentalSuggestChain?.(keplrChainInfo(network)))
    await call('enable', () => wallet.enable(id))
  }
}

/**
 * The keys that the wallet shows on a network, the selected one first.
 * @throws `wallet/invalid-answer` for a key that is not the key of its address.
 */
export async function walletKeys(session: ConnectorSession, network: Network): Promise<readonly WalletKey[]> {
  const wallet = keplrOf(session)
  if (wallet)
    return [keyFrom(await call('getKey', () => wallet.getKey(String(network.id))), 'getKey', network)]
  const answer = await request(session, network, 'cosmos_getAccounts', {})
  if (!Array.isArray(answer)) throw invalid('cosmos_getAccounts', 'a list of accounts')
  return answer.map((account) => keyFrom(account, 'cosmos_getAccounts', network))
}

/**
 * Has the wallet sign a transaction, and gives it ready to be sent: in the mode Direct where wallet and key can, else in
 * Amino.
 * @throws `wallet/transaction-altered` when the wallet signed something else; `adapter/unsupported`
 */
export async function signTransaction(
  session: ConnectorSession,
  network: Network,
  key: WalletKey,
  draft: Draft,
): Promise<Uint8Array> {
  const { address, publicKey } = key
  if (!publicKey) throw invalid('getKey', 'the public key of the account')
  if (!key.aminoOnly && approves(session, 'cosmos', 'signDirect', 'cosmos_signDirect')) {
    const doc = directDoc(draft, publicKey)
    return fromDirect(doc, await ask(session, network, 'signDirect', address, doc), publicKey)
  }
  const doc = aminoDoc(draft)
  if (!doc) throw new UnsupportedError('sign.transaction', 'a wallet that signs in Amino only')
  return fromAmino(draft, doc, await ask(session, network, 'signAmino', address, doc), publicKey)
}

/** Has the wallet sign a message by ADR-36. */
export async function signMessage(
  session: ConnectorSession,
  network: Network,
  address: string,
  message: string | Uint8Array,
) {
  const wallet = keplrOf(session)
  const method = wallet?.signArbitrary ? 'signArbitrary' : 'signAmino'
  const data = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const answer = wallet?.signArbitrary
    ? await call(method, () => wallet.signArbitrary?.(String(network.id), address, message))
    : await ask(session, network, 'signAmino', address, adr36Doc(address, data))
  const { signature, publicKey } = signatureFrom(wallet?.signArbitrary ? answer : inner(answer), method)
  if (addressOfKey(publicKey, chainOf(network).bech32Prefix) !== address)
    throw invalid(method, 'a signature of the account')
  return { signature, publicKey }
}

/** One request for a signature over either channel. */
async function ask(
  session: ConnectorSession,
  network: Network,
  method: 'signDirect' | 'signAmino',
  address: string,
  doc: object,
): Promise<unknown> {
  const wallet = keplrOf(session)
  // What the host showed is what is signed, as far as the wallet heeds it.
  const options = { preferNoSetFee: true, preferNoSetMemo: true }
  if (wallet) return call(method, () => wallet[method]?.(String(network.id), address, doc, options))
  return request(session, network, `cosmos_${method}`, { signerAddress: address, signDoc: wireDoc(doc) })
}

/** Over JSON bytes are base64: https://docs.reown.com/advanced/multichain/rpc-reference/cosmos-rpc */
function wireDoc(doc: object): object {
  return Object.fromEntries(
    Object.entries(doc).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? base64.encode(value) : value,
    ]),
  )
}

function keplrOf(session: ConnectorSession): KeplrProvider | undefined {
  const channel = session.channel('cosmos')
  return channel.kind === 'native' && channel.dialect === 'keplr'
    ? (channel.provider as KeplrProvider)
    : undefined
}

async function request(session: ConnectorSession, network: Network, method: string, params: object) {
  const channel = session.channel('cosmos')
  if (channel.kind !== 'rpc') throw new UnsupportedError(method, `a ${channel.kind} wallet`)
  return channel.request({ method, params }, network.caipNetworkId as CaipNetworkId)
}

/** A connector of somebody else's may hand over the wallet itself. */
async function call(method: string, run: () => Promise<unknown> | undefined): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    throw keplrErrorFrom(error, method)
  }
}

function keyFrom(answer: unknown, method: string, network: Network): WalletKey {
  const key = (answer ?? {}) as Record<string, unknown>
  const address = key.bech32Address ?? key.address
  if (typeof address !== 'string' || cosmosAddress(address, network) !== address)
    throw invalid(method, `an account of ${network.name}`)
  const publicKey = bytesFrom(key.pubKey ?? key.pubkey)
  const own = !publicKey?.length || addressOfKey(publicKey, chainOf(network).bech32Prefix) === address
  if (!own) throw invalid(method, 'the secp256k1 key of the account')
  const aminoOnly = key.isNanoLedger === true || key.isKeystone === true
  return { address, publicKey: publicKey?.length ? publicKey : undefined, aminoOnly }
}

function inner(answer: unknown): unknown {
  return (answer as { signature?: unknown } | undefined)?.signature
}

function invalid(method: string, expected: string) {
  return latchkeyError('wallet/invalid-answer', { values: { method, expected } })
}
