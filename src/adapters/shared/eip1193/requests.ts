import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { eip155Network, quantity } from '../../../core/chain/eip155.ts'
import { findNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { providerError } from '../../../core/errors/provider-errors.ts'
import { isObject } from '../../../core/json/is-object.ts'
import { isBroadcast, isStateChanging } from '../../../core/rpc-methods.ts'
import type { Connection } from '../../../core/wallet/connection.ts'
import type { ConnectionProvider, ProviderRpcError } from '../../../core/wallet/connection-provider.ts'
import type { ProviderContext } from '../providers.ts'
import { invalid } from './invalid.ts'
import { sendCalls, sendTransaction } from './sending.ts'
import { personalSign, signTypedData } from './signing.ts'
import { type ProviderRequest, requestWallet } from './wallet-calls.ts'

type Eip155Context = ProviderContext<'eip155'>

/** A request from the page, not yet checked. */
type UncheckedRequest = Parameters<ConnectionProvider['request']>[0]

/**
 * Answers a request to a connection's provider. The answer comes from the connection's state, from the network's endpoints, or
 * from the wallet.
 * @throws `ProviderRpcError`
 */
export async function answer(
  providerContext: Eip155Context,
  id: string,
  call: UncheckedRequest,
): Promise<unknown> {
  try {
    return await answered(providerContext, id, call)
  } catch (error) {
    throw withSent(
      providerError(isAbsent(error) ? (refusedBy(providerContext, id, call.method) ?? error) : error),
    )
  }
}

/**
 * If the transaction may have been sent despite the error, adds `{ maybeSent, hash }` to the error's data. Pages then know not to
 * send the transaction again. `hash` is absent if the wallet didn't return a hash.
 */
function withSent(error: ProviderRpcError): ProviderRpcError {
  const { cause } = error
  if (!isLatchkeyError(cause, 'rpc/maybe-sent')) return error
  const { hash } = cause
  return Object.assign(error, { data: { maybeSent: true, ...(hash !== undefined && { hash }) } })
}

const isAbsent = (error: unknown) =>
  isLatchkeyError(error, 'rpc/method-unsupported') || isLatchkeyError(error, 'wallet/unauthorized')

/** Returns the wallet's own error for a forbidden method, if the wallet has such an error. */
const refusedBy = ({ connections }: Eip155Context, id: string, method: string) =>
  connections.find(id)?.session.refused?.(method)

/**
 * Answers a request. Refuses `eth_sign`, because visitors can't read the data that it signs, and `eth_signTransaction`, because
 * anyone can send its result later.
 * @throws `wallet/disconnected` if the connection has ended; `rpc/method-unsupported` for methods that are neither listed here
 * nor sent to a node.
 */
async function answered(context: Eip155Context, id: string, call: UncheckedRequest): Promise<unknown> {
  const connection = context.connections.find(id)?.connection
  if (!connection) throw latchkeyError('wallet/disconnected')
  if (!isObject(call) || typeof call.method !== 'string' || call.method === '')
    throw latchkeyError('rpc/invalid-request')
  const { method, params = [] } = call
  if (typeof params !== 'object' || params === null) throw invalid(method, 'params', 'expected an array')
  const request: ProviderRequest = {
    context,
    connection,
    method,
    params: Array.isArray(params) ? params : [params],
  }
  switch (method) {
    case 'eth_accounts':
    case 'eth_requestAccounts':
      return connection.accounts.map(({ address }) => address)
    case 'eth_coinbase':
      return connection.accounts[0].address
    case 'eth_chainId':
      return quantity(connection.network.id)
    case 'net_version':
      return String(connection.network.id)
    case 'personal_sign':
      return personalSign(request)
    case 'eth_signTypedData_v4':
      return signTypedData(request)
    case 'eth_sendTransaction':
      return sendTransaction(request)
    case 'wallet_sendCalls':
      return sendCalls(request)
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain':
      return switchChain(request)
    case 'wallet_getCapabilities':
    case 'wallet_getCallsStatus':
    case 'wallet_showCallsStatus':
    case 'wallet_watchAsset':
      return requestWallet(request, params)
    default:
      return read(request, params)
  }
}

/**
 * Switches the wallet to a network of the host. Adds the network if the wallet doesn't know it. The network's data come from the
 * host's options, so that a request can't add its own endpoint to the wallet.
 */
async function switchChain({ context, connection, params, method }: ProviderRequest): Promise<null> {
  const [asked] = params
  const target = eip155Network(isObject(asked) ? asked.chainId : undefined)
  if (!target) throw invalid(method, 'chainId', 'expected a chain id')
  const network = findNetwork(context.context.networks, target)
  if (network?.chainNamespace !== 'eip155')
    throw latchkeyError('network/not-added', {
      message: `${target} isn't in the page's networks option`,
    })
  await context.switchNetwork(connection.id, network as Connection<'eip155'>['network'])
  return null
}

/** Matches the methods of filters. A filter exists only at one endpoint, and the next request may go to another endpoint. */
const filters = /Filter(Changes|Logs)?$/

async function read(
  { context: providerContext, connection, method }: ProviderRequest,
  params: object,
): Promise<unknown> {
  const { context } = providerContext
  const { caipNetworkId } = connection.network
  const known = !/^(wallet|personal)_/.test(method) && (isBroadcast(method) || !isStateChanging(method))
  const divided = filters.test(method) && context.endpoints(caipNetworkId).length !== 1
  // The message has go-ethereum's wording: libraries recognize it, and then read logs without filters.
  if (!known || divided)
    throw latchkeyError('rpc/method-unsupported', {
      message: `the method ${method} does not exist/is not available`,
    })
  return context.rpc(requested(providerContext, caipNetworkId)).request({ method, params })
}

/**
 * Returns the id if the host's options contain the network. @throws `network/not-requested` for any other network, because it has
 * no endpoint.
 */
function requested({ context }: Eip155Context, id: CaipNetworkId<'eip155'>): CaipNetworkId<'eip155'> {
  if (findNetwork(context.networks, id)) return id
  throw latchkeyError('network/not-requested', { values: { network: id } })
}
