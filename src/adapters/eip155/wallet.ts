import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import type { CaipNetworkId, Hex } from '../../core/chain/caip.ts'
import { eip155Network, hashPattern, quantity } from '../../core/chain/eip155.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { ErrorCode } from '../../core/errors/catalogue.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { type ApprovalTable, approves } from '../../core/wallet/approvals.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { Transaction } from '../../core/wallet/family.ts'
import type { SentTransaction } from '../../core/wallet/transaction.ts'
import { networkArrival } from '../../core/wallet-limits.ts'
import type { Clock } from '../../ports.ts'
import type { AccountCall } from '../shared/calls.ts'
import { isFinalError } from '../shared/is-final-error.ts'
import { referenced, throwSendError } from '../shared/lost-answer.ts'
import type { Eip155Chain } from './chain/chain.ts'
import { type CallPrice, wireCall } from './checks.ts'

type Network = CaipNetworkId<'eip155'>

/** The wallet methods that each capability needs. Capabilities that aren't listed need no method. */
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

/** Sends one request to the session's wallet. */
export async function requestWallet(
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

/**
 * Returns the network on which the wallet would run a request for `expected`. If the wallet approved `eth_chainId`, asks the
 * wallet. Otherwise, returns `expected` if the session lists this network, or else the session's first network.
 */
export async function walletNetwork(
  session: ConnectorSession,
  expected: Network,
  signal?: AbortSignal,
): Promise<Network> {
  if (!approves(session, 'eip155', 'eth_chainId')) return elsewhere(session, expected)
  const network = eip155Network(await requestWallet(session, expected, 'eth_chainId', undefined, signal))
  if (!network)
    throw latchkeyError('wallet/invalid-answer', {
      values: { method: 'eth_chainId', expected: 'a chain id' },
    })
  return network
}

/** Returns the eip155 network that the session uses. A session of several families lists the networks of all its families. */
function elsewhere({ networks }: ConnectorSession, expected: Network): Network {
  const own = networks.filter((id): id is Network => id.startsWith('eip155:'))
  return own.includes(expected) ? expected : (own[0] ?? expected)
}

const unknownInWords =
  /(unrecogni[sz]ed|unknown) (chain|network)|wallet_addEthereumChain|(chain|network)\b.{0,40}\b(not|isn't|hasn't|doesn't)\b.{0,20}\b(added|found|exist|configured|recogni[sz]ed)/i

/** Matches error messages about a cause other than an unknown network. Used for errors without a numeric code. */
const otherInWords =
  /reject|refus|den(y|ied)|declin|cancel|clos|dismiss|abort|time.?d? ?out|expired|pending|in progress|busy|locked/i
/** Matches a text code that says that the wallet can't use the network. */
const unknownInCode = /chain|network|support|unknown|unrecogni/i

/**
 * The errors for an unknown network: code 4902, which may be inside another error, and 32603, which some wallets send instead of
 * -32603 (S3.5.6, S3.8.4). Code 5000 isn't in the list, because it is a rejection.
 */
const unknownChain: readonly ErrorCode[] = ['network/not-added', 'network/invalid-chain-id']

/**
 * Asks the wallet to switch. If the wallet doesn't know the network, adds it, unless the network has no public URL. Doesn't ask
 * if the connection and its wallet are already on the network. Checks the wallet's network for up to 5 s, because a wallet may
 * answer before it has switched.
 * @throws `network/switch-failed` if the request fails or the wallet stays on another network; the visitor's rejection.
 */
export async function moveWallet(
  session: ConnectorSession,
  from: ChainNetwork<'eip155'>,
  to: ChainNetwork<'eip155'>,
  signal: AbortSignal,
  clock: Clock,
): Promise<void> {
  const target = to.caipNetworkId
  const chainId = quantity(to.id)
  const ask = (method: string, params: object) =>
    requestWallet(session, from.caipNetworkId, method, [params], signal)
  const arrived = async () => (await walletNetwork(session, target, signal)) === target
  const arrives = async () => {
    for (let left = networkArrival.wait; ; left -= networkArrival.poll) {
      if (await arrived()) return true
      if (left <= 0) return false
      await raceAbort(new Promise<void>((resolve) => clock.after(networkArrival.poll, resolve)), signal)
    }
  }
  const change = () => ask('wallet_switchEthereumChain', { chainId })
  try {
    if (from.caipNetworkId === target && (await arrived())) return
    try {
      await change()
    } catch (error) {
      if (!isUnknownChain(error)) throw error
      // EIP-3085 requires a public URL.
      if (to.rpcUrls.default.http.length === 0) throw error
      if (!approves(session, 'eip155', 'wallet_addEthereumChain')) throw error
      await ask('wallet_addEthereumChain', chainDescription(to))
      if (!(await arrived())) await change()
    }
    if (await arrives()) return
  } catch (cause) {
    throw isFinalError(cause) ? cause : latchkeyError('network/switch-failed', { cause })
  }
  throw latchkeyError('network/switch-failed', {
    details: `The wallet did not switch within ${networkArrival.wait / 1000} s`,
  })
}

/**
 * Returns true if the wallet doesn't know the network. Latchkey then asks the wallet to add the network. Some wallets report this
 * only in the message, with a code that means something else. Other wallets send no code, only a message in the visitor's
 * language. If the message or a text code shows another cause, returns false, because a visitor who rejected the switch must not
 * get a second question.
 */
function isUnknownChain(error: unknown): boolean {
  if (!isLatchkeyError(error)) return false
  const { code, details = '' } = error
  if (code === 'rpc/unknown' && (error as { rpcCode?: unknown }).rpcCode === undefined) {
    const { code: letters, name } = Object(error.cause) as { code?: unknown; name?: unknown }
    if (unknownInWords.test(details)) return true
    if (letters !== undefined && !unknownInCode.test(String(letters))) return false
    return !otherInWords.test(`${details} ${letters} ${name}`)
  }
  const isVague = ['rpc/unknown', 'rpc/internal', 'rpc/invalid-params', 'rpc/invalid-input'].includes(code)
  return unknownChain.includes(code) || (isVague && unknownInWords.test(details))
}

/**
 * Returns the network in the form of `wallet_addEthereumChain` (EIP-3085). Contains only the network's public URLs, because the
 * host's own URLs may contain a key.
 */
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

/** Returns the `reference` of a sent transaction: the sender and the recipient, which identify its receipt. */
function sentBy(from: string, to: string | undefined): string {
  return `${from}:${to ?? ''}`
}

/**
 * Returns a function that asks the wallet to send. The function doesn't pass on the caller's signal, because a wallet prompt
 * can't be canceled.
 */
export function submitting(clock: Clock, transaction: Transaction<'eip155'>, price?: CallPrice) {
  const wire = wireCall(transaction, price)
  return async (call: AccountCall<'eip155', Eip155Chain>): Promise<SentTransaction> => {
    const { session, network, address: from, signal } = call
    await call.confirmNetwork()
    throwIfAborted(signal)
    const request = { ...wire, from, chainId: quantity(network.id) }
    const method = 'eth_sendTransaction'
    const trace = async () => (await call.chain()).requestTrace(network, from as Hex, transaction, { signal })
    call.onAsk?.()
    const asked = requestWallet(session, network.caipNetworkId, method, [request]).then((answer) =>
      textFrom(answer, method, hashPattern, 'a transaction hash'),
    )
    const reference = sentBy(from, transaction.to)
    const hash = await referenced(reference, asked.catch(throwSendError), { clock, trace })
    return { hash, reference }
  }
}

/** @throws `wallet/invalid-answer` */
function textFrom(answer: unknown, method: string, pattern: RegExp, expected: string): string {
  if (typeof answer === 'string' && pattern.test(answer)) return answer
  throw latchkeyError('wallet/invalid-answer', { values: { method, expected } })
}
