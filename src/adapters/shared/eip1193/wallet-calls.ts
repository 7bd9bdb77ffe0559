import { type CaipAddress, caipAddress } from '../../../core/chain/caip.ts'
import { addressPattern } from '../../../core/chain/eip155.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { approves } from '../../../core/wallet/approvals.ts'
import type { Connection } from '../../../core/wallet/connection.ts'
import type { ConnectorSession } from '../../../core/wallet/connector.ts'
import type { AccountCall } from '../calls.ts'
import type { ProviderContext } from '../providers.ts'
import { invalid } from './invalid.ts'

export type Call = AccountCall<'eip155', unknown>

/** A request to the provider, with the connection's state at the time of the request. */
export interface ProviderRequest {
  readonly context: ProviderContext<'eip155'>
  readonly connection: Connection<'eip155'>
  readonly method: string
  readonly params: readonly unknown[]
}

/** Asks the wallet on behalf of the active account. Passes the parameters on unchanged. */
export function requestWallet(
  { context, connection, method }: ProviderRequest,
  params: object,
): Promise<unknown> {
  const [account] = connection.addresses
  return context.calls.run(undefined, (signal) => {
    const call = scopeOf(context, connection, account, method, signal)
    return call.answer(deliver(call, method, params, signal))
  })
}

/** Returns the CAIP-10 account on the connection's network. @throws `rpc/invalid-params` for an invalid address. */
export function accountOf({ connection, method }: ProviderRequest, address: unknown): CaipAddress<'eip155'> {
  if (typeof address !== 'string' || !addressPattern.test(address))
    throw invalid(method, 'account', 'expected an address')
  return caipAddress(connection.network.caipNetworkId, address)
}

/**
 * Returns the context of a call for an account of the connection.
 * @throws `connection/account-not-connected`; `wallet/unauthorized` if the wallet didn't approve the method.
 */
export function scopeOf(
  { calls }: ProviderContext<'eip155'>,
  { id }: Connection<'eip155'>,
  account: CaipAddress<'eip155'>,
  method: string,
  signal: AbortSignal,
): Call {
  const call = calls.scope(account, signal, id)
  if (!approves(call.session, 'eip155', method))
    throw latchkeyError('wallet/unauthorized', { message: `The wallet has not authorized ${method}` })
  return call
}

/** Sends a request to the session's wallet, without a retry. */
export function deliver(
  { session, network }: { readonly session: ConnectorSession } & Pick<Call, 'network'>,
  method: string,
  params: object,
  signal?: AbortSignal,
): Promise<unknown> {
  const channel = session.channel('eip155')
  if (channel.kind !== 'rpc')
    throw latchkeyError('adapter/unsupported', {
      values: { capability: method, subject: `a ${channel.kind} wallet` },
    })
  return channel.request({ method, params }, network.caipNetworkId, { signal })
}

/** @throws `wallet/invalid-answer` */
export function textFrom(answer: unknown, method: string, pattern: RegExp, expected: string): string {
  if (typeof answer === 'string' && pattern.test(answer)) return answer
  throw latchkeyError('wallet/invalid-answer', { values: { method, expected } })
}
