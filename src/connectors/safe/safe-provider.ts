import { sleep } from '../../core/async/sleep.ts'
import { addressPattern, eip155Network, hashPattern, quantity } from '../../core/chain/eip155.ts'
import { isObject } from '../../core/json/is-object.ts'
import { missingCapability } from '../../core/wallet/payments/required-capabilities.ts'
import type { Clock } from '../../ports.ts'
import type { Eip1193Provider } from '../injected/eip1193-connector.ts'
import { providerError, type SafeMessages } from './safe-messages.ts'

type Fields = Readonly<Record<string, unknown>>

/** The pause in ms between two checks whether the Safe's owners have finished signing or executing. */
const poll = 2000

/**
 * The methods that a session offers. There is no method to switch networks, because a Safe is on
 * one network only.
 */
export const safeMethods: ReadonlySet<string> = new Set([
  'eth_accounts',
  'eth_requestAccounts',
  'eth_chainId',
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
])

/** The data of an error after which the Safe may have the transaction. */
const maybeSent = { maybeSent: true }

/** The statuses of EIP-5792, by `TransactionStatus` of Safe's transaction service. */
const batchStatus: Readonly<Record<string, number>> = {
  AWAITING_CONFIRMATIONS: 100,
  AWAITING_EXECUTION: 100,
  SUCCESS: 200,
  CANCELLED: 400,
  FAILED: 500,
}

/**
 * An EIP-1193 provider for the Safe in the parent page. When a Safe shows the page, the Safe has already given its permission, so
 * `eth_requestAccounts` does the same as `eth_accounts` (S3.5.4). A Safe's transaction is in a block only after enough owners
 * have signed it and one owner has executed it, which may take days. `eth_sendTransaction` resolves only then, with the hash of
 * the transaction in the block.
 */
export class SafeProvider implements Eip1193Provider {
  readonly #messages: Pick<SafeMessages, 'ask'>
  readonly #clock: Clock
  /**
   * The transactions of the Safe for the batches that were sent since the page loaded, by the batch's id. Undefined until the Safe
   * has answered.
   */
  readonly #batches = new Map<unknown, string | undefined>()
  /** The hashes of batches that Safe's transaction service knows. */
  readonly #listed = new Set<unknown>()
  #listeners = 0
  #use = new AbortController()

  constructor(messages: Pick<SafeMessages, 'ask'>, clock: Clock) {
    this.#messages = messages
    this.#clock = clock
  }

  /** Counts the listeners. A Safe emits no events, but a listener means that a connection is open. */
  on(): void {
    this.#listeners++
  }

  /** When the last listener is removed, the connection ends, and its requests are aborted. */
  removeListener(): void {
    if (--this.#listeners > 0) return
    this.#use.abort()
    this.#use = new AbortController()
  }

  async request({
    method,
    params,
  }: {
    method: string
    params?: readonly unknown[] | object | undefined
  }): Promise<unknown> {
    const { signal } = this.#use
    const [first, second] = (Array.isArray(params) ? params : []) as readonly unknown[]
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [(await this.#safe(signal)).safeAddress]
      case 'eth_chainId':
        return quantity((await this.#safe(signal)).chainId)
      case 'personal_sign':
        await this.#own(second, signal)
        return this.#signature('signMessage', { message: first }, signal)
      case 'eth_signTypedData_v4':
        await this.#own(first, signal)
        return this.#signature('signTypedMessage', { typedData: JSON.parse(String(second)) }, signal)
      case 'eth_sendTransaction':
        await this.#own((first as Fields | undefined)?.from, signal)
        return hashIn(await this.#executed(await this.#propose([first], signal), signal), 'txHash', maybeSent)
      case 'wallet_sendCalls':
        return { id: await this.#batch(isObject(first) ? first : {}, signal) }
      case 'wallet_getCallsStatus':
        return { id: first, status: await this.#batchStatus(first, signal) }
      case 'wallet_revokePermissions':
        return null
      default:
        throw providerError(4200, `A Safe doesn't support ${method}`)
    }
  }

  async #safe(signal: AbortSignal): Promise<{ readonly safeAddress: string; readonly chainId: number }> {
    const info = await this.#messages.ask('getSafeInfo', undefined, signal)
    const { safeAddress, chainId } = isObject(info) ? info : {}
    const usable = typeof safeAddress === 'string' && addressPattern.test(safeAddress)
    if (!usable || !Number.isSafeInteger(Number(chainId)) || Number(chainId) < 1)
      throw providerError(-32603, 'The Safe returned no address')
    return { safeAddress, chainId: Number(chainId) }
  }

  /** Checks that the address is the Safe's address. The visitor may have opened the page in another Safe meanwhile. */
  async #own(address: unknown, signal: AbortSignal): Promise<void> {
    const { safeAddress } = await this.#safe(signal)
    if (String(address).toLowerCase() !== safeAddress.toLowerCase())
      throw providerError(4100, `This page is open in the Safe ${safeAddress}`)
  }

  /**
   * Sends a batch, and returns its id. A page may omit the account (EIP-5792), but must not name another account or network. A
   * page may also choose the id.
   */
  async #batch(batch: Fields, signal: AbortSignal): Promise<string> {
    const { from, chainId, calls } = batch
    const id = typeof batch.id === 'string' && batch.id !== '' ? batch.id : undefined
    if (from !== undefined) await this.#own(from, signal)
    if (chainId !== undefined && eip155Network(chainId) !== eip155Network((await this.#safe(signal)).chainId))
      throw providerError(5710, "The Safe isn't on this network")
    if (!Array.isArray(calls) || calls.length === 0) throw providerError(-32602, 'A batch needs calls')
    const missing = missingCapability(batch)
    if (missing !== undefined) throw providerError(5700, `A Safe doesn't have the capability ${missing}`)
    if (id === undefined) {
      const hash = await this.#propose(calls, signal)
      this.#batches.set(hash, hash)
      return hash
    }
    if (this.#batches.has(id)) throw providerError(5720, 'There is already a batch with this id')
    this.#batches.set(id, undefined)
    try {
      this.#batches.set(id, await this.#propose(calls, signal))
    } catch (error) {
      // Without a usable answer, the Safe may have the batch.
      if (!signal.aborted && (error as Fields).data !== maybeSent) this.#batches.delete(id)
      throw error
    }
    return id
  }

  async #batchStatus(id: unknown, signal: AbortSignal): Promise<number | undefined> {
    const isOwn = this.#batches.has(id)
    const hash = isOwn ? this.#batches.get(id) : id
    if (isOwn && hash === undefined) return 100
    if (!hashPattern.test(String(hash))) throw providerError(5730, 'There is no batch with this id')
    try {
      const { txStatus } = await this.#transaction(hash, signal)
      this.#listed.add(hash)
      return batchStatus[String(txStatus)]
    } catch (error) {
      // The transaction service may not know the transaction yet.
      if (isOwn && !this.#listed.has(hash) && !signal.aborted) return 100
      throw error
    }
  }

  async #propose(calls: readonly unknown[], signal: AbortSignal): Promise<string> {
    const txs = calls.map((call) => {
      const { to, value = '0x0', data, input } = isObject(call) ? (call as Fields) : {}
      if (typeof to !== 'string') throw providerError(-32602, "A Safe can't send without a recipient")
      // Pages may use either name for the call data.
      const bytes = data ?? input ?? '0x'
      if (bytes !== (input ?? bytes)) throw providerError(-32602, 'The data and input of a call differ')
      return { to, value: BigInt(String(value)).toString(), data: bytes }
    })
    const answer = await this.#messages.ask('sendTransactions', { txs, params: {} }, signal)
    return hashIn(answer, 'safeTxHash', maybeSent)
  }

  /** Waits until a transaction of the Safe is executed, and returns what the Safe knows about it. */
  async #executed(safeTxHash: string, signal: AbortSignal): Promise<Fields> {
    for (;;) {
      // The transaction service may not know the transaction yet.
      const known = await this.#transaction(safeTxHash, signal).catch((error) => {
        if (signal.aborted) throw error
        return {} as Fields
      })
      const { txStatus } = known
      if (txStatus === 'CANCELLED') throw providerError(4001, "The Safe's owners rejected the transaction")
      if (txStatus === 'FAILED')
        throw providerError(-32003, 'The Safe executed the transaction, but it failed')
      if (txStatus === 'SUCCESS') return known
      await sleep(this.#clock, poll, signal)
    }
  }

  async #transaction(safeTxHash: unknown, signal: AbortSignal): Promise<Fields> {
    const answer = await this.#messages.ask('getTxBySafeTxHash', { safeTxHash }, signal)
    return isObject(answer) ? answer : {}
  }

  /**
   * Returns the owners' signature, which can be verified by EIP-1271. The signature is empty if the owners approve the message
   * with a transaction.
   */
  async #signature(
    method: 'signMessage' | 'signTypedMessage',
    params: object,
    signal: AbortSignal,
  ): Promise<string> {
    const settings = { call: 'safe_setSettings', params: [{ offChainSigning: true }] }
    await this.#messages.ask('rpcCall', settings, signal).catch(() => {})
    const answer = await this.#messages.ask(method, params, signal)
    const { messageHash, safeTxHash, signature } = isObject(answer) ? answer : {}
    // `0x` means that the owners have approved the message with a transaction. While the owners are still signing, the answer has
    // no signature.
    if (signature === '0x' || isSignature(signature)) return signature
    if (typeof messageHash !== 'string') {
      // Wait for the transaction with which the owners approve the message. Afterwards, the Safe accepts the empty signature
      // (EIP-1271).
      await this.#executed(hashIn({ safeTxHash }, 'safeTxHash'), signal)
      return '0x'
    }
    for (;;) {
      const signed = await this.#messages.ask('getOffChainSignature', messageHash, signal).catch((error) => {
        if (signal.aborted) throw error
      })
      if (isSignature(signed)) return signed
      await sleep(this.#clock, poll, signal)
    }
  }
}

function isSignature(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{62,}$/i.test(value)
}

/** @param data The data of the error if there is no hash. */
function hashIn(answer: unknown, field: string, data?: object): string {
  const hash = isObject(answer) ? answer[field] : undefined
  if (typeof hash === 'string' && hashPattern.test(hash)) return hash
  throw Object.assign(providerError(-32603, `The Safe returned no ${field}`), data && { data })
}
