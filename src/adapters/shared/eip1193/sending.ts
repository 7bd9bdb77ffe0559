import { throwIfAborted } from '../../../core/async/abort.ts'
import { caipAddress } from '../../../core/chain/caip.ts'
import {
  addressPattern,
  bytesPattern,
  eip155Network,
  hashPattern,
  quantity,
} from '../../../core/chain/eip155.ts'
import { findNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { isObject } from '../../../core/json/is-object.ts'
import { throwSendError } from '../lost-answer.ts'
import { invalid } from './invalid.ts'
import { accountOf, type Call, deliver, type ProviderRequest, scopeOf, textFrom } from './wallet-calls.ts'

const number = /^0x[0-9a-f]{1,64}$/i
/** The transaction fields that the provider passes on, with the format of each field (EIP-1474). */
const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  from: like(addressPattern),
  to: like(addressPattern),
  data: like(bytesPattern),
  input: like(bytesPattern),
  accessList: Array.isArray,
  ...Object.fromEntries(
    ['value', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'nonce', 'type', 'chainId'].map(
      (name) => [name, like(number)],
    ),
  ),
}

/**
 * Sends a transaction. The parameters are `[transaction]`. Resolves with the hash when the wallet has sent the transaction.
 * @throws `rpc/maybe-sent` if the answer is lost or unusable
 */
export async function sendTransaction(request: ProviderRequest): Promise<string> {
  const { context, connection, method, params } = request
  const [given] = params
  if (!isObject(given)) throw invalid(method, 'transaction', 'expected an object')
  const transaction = Object.fromEntries(Object.entries(given).filter(([, value]) => value != null))
  for (const [field, value] of Object.entries(transaction)) {
    const fits = Object.hasOwn(fields, field) ? fields[field] : undefined
    // Blobs (EIP-4844) and authorization lists (EIP-7702) are refused too. An authorization list would delegate an account.
    if (!fits) throw invalid(method, field, 'is not supported')
    if (!fits(value)) throw invalid(method, field, 'is invalid (EIP-1474)')
  }
  const { from } = transaction
  const named = withData(method, transaction)
  let begun: Call | undefined
  const announce = (hash: string) => {
    if (!begun) return
    const { caipNetworkId: network } = connection.network
    const from = caipAddress(network, begun.address)
    const sent = { hash, reference: `${begun.address}:${named.to ?? ''}` }
    const event = { connectionId: connection.id, hash, from, network, sent }
    context.connections.events.emit('transactionSent', event)
  }
  try {
    const hash = await runExclusive(request, from, transaction.chainId, async (call) => {
      begun = call
      const request = { ...named, from: call.address, chainId: quantity(call.network.id) }
      // The signal isn't passed on, because a wallet prompt can't be canceled.
      return deliver(call, method, [request])
        .then((answer) => textFrom(answer, method, hashPattern, 'a transaction hash'))
        .catch(throwSendError)
    })
    announce(hash)
    return hash
  } catch (error) {
    if (isLatchkeyError(error, 'rpc/maybe-sent') && error.hash !== undefined) announce(error.hash)
    throw error
  }
}

/**
 * Sends a batch. The parameters are `[{ version, chainId, from, calls, … }]` (EIP-5792). @throws `rpc/maybe-sent` if the answer
 * is lost or unusable
 */
export async function sendCalls(request: ProviderRequest): Promise<unknown> {
  const { connection, method, params } = request
  const [batch] = params
  if (!isObject(batch) || !Array.isArray(batch.calls) || batch.calls.length === 0)
    throw invalid(method, 'calls', 'expected at least one')
  const calls = batch.calls.map((call) => (isObject(call) ? withData(method, call) : call))
  const from = batch.from ?? connection.accounts[0].address
  return runExclusive(request, from, batch.chainId ?? undefined, (call) => {
    const request = { ...batch, calls, from: call.address, chainId: quantity(call.network.id) }
    return deliver(call, method, [request])
      .then((answer) => {
        const id = isObject(answer) ? answer.id : answer
        if (typeof id === 'string' && id !== '') return answer
        throw latchkeyError('wallet/invalid-answer', { values: { method, expected: 'the id of a batch' } })
      })
      .catch(throwSendError)
  })
}

/**
 * Runs a request that changes state on the chain. Runs one request at a time per account of the connection. Starts after the
 * wallet has confirmed that it is on the request's network.
 * @throws `network/wrong-chain`, `network/not-requested`, `wallet/send-in-progress`
 */
async function runExclusive<T>(
  request: ProviderRequest,
  from: unknown,
  chainId: unknown,
  ask: (call: Call) => Promise<T>,
): Promise<T> {
  const { context, connection, method } = request
  const { caipNetworkId: here } = connection.network
  const expected = chainId === undefined ? here : eip155Network(chainId)
  if (!expected) throw invalid(method, 'chainId', 'expected a chain id')
  if (expected !== here) throw latchkeyError('network/wrong-chain', { values: { actual: here, expected } })
  if (!findNetwork(context.context.networks, here))
    throw latchkeyError('network/not-requested', { values: { network: here } })
  const account = accountOf(request, from)
  return context.calls.run(undefined, async (signal) => {
    const call = scopeOf(context, connection, account, method, signal)
    return context.calls.exclusive(call, async () => {
      await call.confirmNetwork()
      throwIfAborted(signal)
      return ask(call)
    })
  })
}

/**
 * Gives call data that a page names `input` (the name in Ethereum's execution API) the name `data`, because some wallets only
 * know `data`. They would send the transaction without its call data. @throws `rpc/invalid-params` if the two differ
 */
function withData(method: string, { input, ...call }: Readonly<Record<string, unknown>>) {
  if (input == null) return call
  if (call.data != null && call.data !== input) throw invalid(method, 'input', 'differs from data')
  return { ...call, data: input }
}

function like(pattern: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && pattern.test(value)
}
