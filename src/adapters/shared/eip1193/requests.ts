import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { eip155Network, quantity } from '../../../core/chain/eip155.ts'
import { findNetwork } from '../../../core/chain/network.ts'
import { isObject } from '../../../core/check.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { providerError } from '../../../core/errors/provider-errors.ts'
import { isBroadcast, isStateChanging } from '../../../core/rpc-methods.ts'
import type { Connection } from '../../../core/wallet/connection.ts'
import type { ConnectionProvider } from '../../../core/wallet/connection-provider.ts'
import type { ProviderGround } from '../providers.ts'
import { invalid } from './invalid.ts'
import { sendCalls, sendTransaction } from './sending.ts'
import { personalSign, signTypedData } from './signing.ts'
import { askWallet, type Question } from './wallet-calls.ts'

type Ground = ProviderGround<'eip155'>

/** As a page wrote it: nothing of it was checked. */
type Asked = Parameters<ConnectionProvider['request']>[0]

/**
 * Answers a request to the provider of a connection: by what is known, by the endpoints of the network, or by the wallet.
 * @throws `ProviderRpcError`
 */
export async function answer(ground: Ground, id: string, call: Asked): Promise<unknown> {
  try {
    return await answered(ground, id, call)
  } catch (error) {
    throw providerError(isAbsent(error) ? (refusedBy(ground, id, call.method) ?? error) : error)
  }
}

const isAbsent = (error: unknown) =>
  isLatchkeyError(error, 'rpc/method-unsupported') || isLatchkeyError(error, 'wallet/unauthorized')

/** Some wallets say in their own way what no page may call. */
const refusedBy = ({ connections }: Ground, id: string, method: string) =>
  connections.find(id)?.session.refused?.(method)

/**
 * @throws `wallet/disconnected` when the connection is over, `rpc/method-unsupported` for all that is not listed here.
 * `eth_sign` signs what nobody can read, and what `eth_signTransaction` signed others may send later.
 */
async function answered(ground: Ground, id: string, call: Asked): Promise<unknown> {
  const connection = ground.connections.find(id)?.connection
  if (!connection) throw latchkeyError('wallet/disconnected')
  if (!isObject(call) || typeof call.method !== 'string' || call.method === '')
    throw latchkeyError('rpc/invalid-request')
  const { method, params = [] } = call
  if (typeof params !== 'object' || params === null) throw invalid(method, 'params', 'expected a list')
  const question: Question = { ground, connection, method, params: Array.isArray(params) ? params : [params] }
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
      return personalSign(question)
    case 'eth_signTypedData_v4':
      return signTypedData(question)
    case 'eth_sendTransaction':
      return sendTransaction(question)
    case 'wallet_sendCalls':
      return sendCalls(question)
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain':
      return switchChain(question)
    case 'wallet_getCapabilities':
    case 'wallet_getCallsStatus':
    case 'wallet_showCallsStatus':
    case 'wallet_watchAsset':
      return askWallet(question, params)
    default:
      return read(question, params)
  }
}

/**
 * Has the wallet come to a network of the host, which is added to the wallet where the wallet does not know it. It is described
 * to the wallet as the host described it to us, so that a page cannot put an endpoint of its own into a wallet through us.
 */
async function switchChain({ ground, connection, params, method }: Question): Promise<null> {
  const [asked] = params
  const target = eip155Network(isObject(asked) ? asked.chainId : undefined)
  if (!target) throw invalid(method, 'chainId', 'expected a chain id')
  const network = findNetwork(ground.context.networks, target)
  if (network?.chainNamespace !== 'eip155')
    throw latchkeyError('network/not-added', {
      message: `${target} is not among the networks that this page was configured with`,
    })
  await ground.switchNetwork(connection.id, network as Connection<'eip155'>['network'])
  return null
}

/** A filter lives at one endpoint, and the next request may go to another one. */
const filters = /Filter(Changes|Logs)?$/

async function read({ ground, connection, method }: Question, params: object): Promise<unknown> {
  const { context } = ground
  const { caipNetworkId } = connection.network
  const known = !/^(wallet|personal)_/.test(method) && (isBroadcast(method) || !isStateChanging(method))
  const divided = filters.test(method) && context.endpoints(caipNetworkId).length !== 1
  // Libraries know these words of go-ethereum, and ask for logs where there are no filters.
  if (!known || divided)
    throw latchkeyError('rpc/method-unsupported', {
      message: `the method ${method} does not exist/is not available`,
    })
  return context.rpc(requested(ground, caipNetworkId)).request({ method, params })
}

/** @throws `network/not-requested` on a network that the host did not configure, of which there is no endpoint. */
function requested({ context }: Ground, id: CaipNetworkId<'eip155'>): CaipNetworkId<'eip155'> {
  if (findNetwork(context.networks, id)) return id
  throw latchkeyError('network/not-requested', { values: { network: id } })
}
