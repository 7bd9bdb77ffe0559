import type { CaipNetworkId, Hex } from '../../core/chain/caip.ts'
import { eip155Network, hashPattern, quantity } from '../../core/chain/eip155.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { ErrorCode } from '../../core/errors/catalogue.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import { type ApprovalTable, approves, isFinal } from '../shared/wallet-says.ts'

type Network = CaipNetworkId<'eip155'>

/** What a wallet must have approved for a capability; the others need nothing. */
export const approvals = {
  'send.native': ['eth_sendTransaction'],
  'send.token': ['eth_sendTransaction'],
  'send.transaction': ['eth_sendTransaction'],
  'send.batch': ['wallet_sendCalls'],
  'sign.message': ['personal_sign'],
  'sign.typedData': ['eth_signTypedData_v4'],
  'network.switch': ['wallet_switchEthereumChain'],
  'network.add': ['wallet_addEthereumChain'],
} as const satisfies ApprovalTable

/** One request to the wallet behind a session. */
export async function askWallet(
  session: ConnectorSession,
  on: Network,
  method: string,
  params?: readonly unknown[],
  signal?: AbortSignal,
): Promise<unknown> {
  const channel = session.channel('eip155')
  if (channel.kind !== 'rpc')
    throw latchkeyError('adapter/unsupported', {
      values: { capability: method, subject: `a ${channel.kind} wallet` },
    })
  return channel.request({ method, params }, on, { signal })
}

/** Bytes, or the UTF-8 of a text, as hex. A text that looks like hex is a text all the same. */
export function hexOf(data: string | Uint8Array): Hex {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** @throws `wallet/invalid-answer` unless it is 0x and 62 or more hex digits, as specification 2, section 5 has it. */
export function signatureFrom(answer: unknown, method: string): string {
  return textFrom(answer, method, /^0x[0-9a-f]{62,}$/i, 'a signature')
}

/** @throws `wallet/invalid-answer` */
export function hashFrom(answer: unknown, method: string): Hex {
  return textFrom(answer, method, hashPattern, 'a transaction hash') as Hex
}

/**
 * Where the wallet would carry out a request for `expected`. A wallet that can be asked is asked; one that serves several
 * networks in one session is there already.
 */
export async function walletNetwork(
  session: ConnectorSession,
  expected: Network,
  signal?: AbortSignal,
): Promise<Network> {
  if (!approves(session, 'eip155', 'eth_chainId')) return elsewhere(session, expected)
  const network = eip155Network(await askWallet(session, expected, 'eth_chainId', undefined, signal))
  if (!network)
    throw latchkeyError('wallet/invalid-answer', {
      values: { method: 'eth_chainId', expected: 'a chain id' },
    })
  return network
}

/** A session of several families lists the networks of all. */
function elsewhere({ networks }: ConnectorSession, expected: Network): Network {
  const own = networks.filter((id): id is Network => id.startsWith('eip155:'))
  return own.includes(expected) ? expected : (own[0] ?? expected)
}

/** 4902, also nested, and 32603 without its minus. 5000 is a rejection. Facts 5.6, 8.4. */
const unknownChain: readonly ErrorCode[] = ['network/not-added', 'network/invalid-chain-id']

/**
 * Has the wallet switch, adding the chain where the wallet does not know it, and looks whether it did. A wallet that is
 * there already is left in peace.
 * @throws `network/switch-failed` when it is elsewhere afterwards; what the visitor decides passes as it is.
 */
export async function moveWallet(
  session: ConnectorSession,
  from: ChainNetwork<'eip155'>,
  to: ChainNetwork<'eip155'>,
  signal: AbortSignal,
): Promise<void> {
  const target = to.caipNetworkId
  const chainId = quantity(to.id)
  const ask = (method: string, params: object) =>
    askWallet(session, from.caipNetworkId, method, [params], signal)
  const arrived = async () => (await walletNetwork(session, target, signal)) === target
  const change = () => ask('wallet_switchEthereumChain', { chainId })
  try {
    if (from.caipNetworkId === target && (await arrived())) return
    try {
      await change()
    } catch (error) {
      if (!isLatchkeyError(error) || !unknownChain.includes(error.code)) throw error
      if (!approves(session, 'eip155', 'wallet_addEthereumChain')) throw error
      await ask('wallet_addEthereumChain', chainDescription(to))
      if (!(await arrived())) await change()
    }
    if (await arrived()) return
  } catch (cause) {
    throw isFinal(cause) ? cause : latchkeyError('network/switch-failed', { cause })
  }
  throw latchkeyError('network/switch-failed')
}

/** EIP-3085. The network's own public urls only: ours may carry a key. */
function chainDescription(network: ChainNetwork<'eip155'>) {
  const explorer = network.blockExplorers?.default.url
  const icon = network.assets?.imageUrl
  return {
    chainId: quantity(network.id),
    chainName: network.name,
    nativeCurrency: network.nativeCurrency,
    rpcUrls: network.rpcUrls.default.http,
    ...(explorer && { blockExplorerUrls: [explorer] }),
    ...(icon && { iconUrls: [icon] }),
  }
}

function textFrom(answer: unknown, method: string, pattern: RegExp, expected: string): string {
  if (typeof answer === 'string' && pattern.test(answer)) return answer
  throw latchkeyError('wallet/invalid-answer', { values: { method, expected } })
}
