import type { Hex } from '../../core/chain/caip.ts'
import { decodeEip155Call } from '../../wallets/decode/eip155.ts'
import { messageBytes } from '../../wallets/decode/message.ts'
import { decodeTypedData } from '../../wallets/decode/typed-data.ts'
import { requireCapabilities } from '../../wallets/eip155/capabilities.ts'
import { networksIn } from '../../wallets/eip155/networks-in.ts'
import { type Fields, fieldsIn } from '../../wallets/fields-in.ts'
import { ProviderError } from '../../wallets/provider-error.ts'
import { listOf, type WireCall } from '../../wallets/walletconnect/family-wallet.ts'
import type { WalletNetwork } from '../networks.ts'
import type { Prepared } from '../requests/signing.ts'
import type { AccountCall, ChainAccount } from './chain-account.ts'

/** A request for a smart account, and what is needed to prepare it. */
interface Given {
  readonly call: WireCall
  readonly account: ChainAccount
  readonly network: WalletNetwork
  /**
   * Stores the hash of a batch under the batch's id. Resolves with a function that marks the batch as not sent.
   * @throws `ProviderError` 5720 if the id is already used.
   */
  readonly remember: (id: string, hash: Hex) => Promise<() => Promise<void>>
  /** Resolves with the transaction's hash when the operation is mined. */
  readonly mined: (hash: Hex) => Promise<Hex>
}

/** The maximum number of calls in a batch. A visitor couldn't review more. */
const mostCalls = 100
const versions: readonly unknown[] = [undefined, '1.0', '2.0.0']

/**
 * Prepares a request for the smart account. The visitor sees the operation that the wallet signs.
 * @throws `ProviderError`
 */
export async function prepareForAccount(given: Given): Promise<Prepared> {
  const { call: asked, account, network } = given
  requireOwnChain(asked, network)
  const base = { family: 'eip155', network } as const
  switch (asked.method) {
    case 'personal_sign': {
      const [text] = listOf(asked.params)
      const raw: Hex = `0x${[...messageBytes(String(text))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
      return { ...base, call: asked, sign: ({ eip155 }) => account.signMessage(raw, eip155 as Hex) }
    }
    case 'eth_signTypedData_v4': {
      const [, data] = listOf(asked.params)
      const { notSigned: _, ...decoded } = decodeTypedData(
        typeof data === 'string' ? data : JSON.stringify(data),
      )
      return { ...base, call: asked, sign: ({ eip155 }) => account.signTypedData(decoded, eip155 as Hex) }
    }
    case 'eth_sendTransaction':
      return transaction(given)
    case 'wallet_sendCalls':
      return batch(given)
    default:
      throw new ProviderError(4200, `The smart account does not support ${asked.method}.`)
  }
}

async function transaction({ call, account, network, mined }: Given): Promise<Prepared> {
  const [first] = listOf(call.params)
  const own = accountCall(fieldsIn(first), 'The transaction', account)
  const prepared = await account.prepare([own])
  // Ignore the gas, the nonce and the price of the page's request. The operation has its own.
  const params = [{ from: account.address, ...wireOf(own) }]
  return {
    ...{ family: 'eip155', network, call: { method: call.method, params } },
    completed: { method: call.method, params, fee: prepared.fee, paymaster: prepared.paymaster },
    operation: prepared.operation,
    async sign({ eip155 }) {
      await account.send(prepared, eip155 as Hex)
      return prepared.hash
    },
    settle: (hash) => mined(hash as Hex),
  }
}

async function batch({ call, account, network, remember }: Given): Promise<Prepared> {
  const [first] = listOf(call.params)
  const { id, version, calls } = fieldsIn(first)
  if (!versions.includes(version))
    throw new ProviderError(-32602, `The wallet does not support batches of version ${String(version)}.`)
  requireCapabilities(first)
  if (!Array.isArray(calls) || calls.length === 0) throw new ProviderError(-32602, 'A batch needs calls.')
  if (calls.length > mostCalls) throw new ProviderError(5740, 'The batch has too many calls.')
  const own = calls.map((each: unknown, at) => accountCall(fieldsIn(each), `Call ${at + 1}`, account))
  const prepared = await account.prepare(own)
  const chainId = `0x${Number(network.id).toString(16)}`
  // A user operation is always atomic, even if the page doesn't require this.
  const params = [{ from: account.address, chainId, atomicRequired: true, calls: own.map(wireOf) }]
  return {
    ...{ family: 'eip155', network, call: { method: call.method, params } },
    completed: { method: call.method, params, fee: prepared.fee, paymaster: prepared.paymaster },
    operation: prepared.operation,
    async sign({ eip155 }) {
      const given = typeof id === 'string' ? id : prepared.hash
      const stop = await remember(given, prepared.hash)
      try {
        await account.send(prepared, eip155 as Hex)
      } catch (error) {
        if (!isMaybeSent(error)) await stop()
        throw error
      }
      return { id: given, capabilities: {} }
    },
  }
}

function isMaybeSent(error: unknown): boolean {
  return (
    error instanceof ProviderError && (error.data as { maybeSent?: unknown } | undefined)?.maybeSent === true
  )
}

function accountCall(fields: Fields, what: string, { address }: ChainAccount): AccountCall {
  const { to, value, data } = decodeEip155Call(fields)
  // Refuse a call from the account to itself if it has data, because it could change the account's owner or code. No page needs
  // such a call.
  if (to?.toLowerCase() === address.toLowerCase() && data !== undefined)
    throw new ProviderError(4200, `${what} would change the smart account itself.`)
  if (!to)
    throw new ProviderError(
      -32602,
      `${what} would create a contract, which the smart account does not support.`,
    )
  return { to: to as Hex, value, data: (data?.hex as Hex | undefined) ?? '0x' }
}

function wireOf({ to, value, data }: AccountCall) {
  return { to, value: `0x${value.toString(16)}`, ...(data !== '0x' && { data }) }
}

function requireOwnChain(call: WireCall, { caipNetworkId }: WalletNetwork): void {
  for (const named of networksIn(call))
    if (named !== caipNetworkId)
      throw new ProviderError(
        call.method === 'wallet_sendCalls' ? 5710 : -32602,
        `The request names the chain ${named}, but the wallet is on ${caipNetworkId}.`,
      )
}
