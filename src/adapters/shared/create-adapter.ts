import { withHeadroom } from '../../core/amounts/fee-headroom.ts'
import { throwIfAborted } from '../../core/async/abort.ts'
import { loadOnce } from '../../core/async/load-once.ts'
import { sleep } from '../../core/async/sleep.ts'
import { type CaipAddress, caipAddress } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { missingPeer } from '../../core/errors/missing-peer.ts'
import type { AdapterContext, Capability, ChainAdapter } from '../../core/wallet/adapter.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { SendCallOptions, SendParams, SentTransaction } from '../../core/wallet/transaction.ts'
import { transactionWaits } from '../../core/wallet/transaction-waits.ts'
import type { CallOptions } from '../../ports.ts'
import type { AccountCall, Calls } from './calls.ts'
import { checkMaxFee } from './check-amount.ts'
import { createConnectedAdapter } from './connected-adapter.ts'
import type { Connections } from './connections.ts'
import type { Family, FamilyChain, Submit } from './family.ts'
import { maybeSentIn, traceIn } from './lost-answer.ts'
import { checkMultiplier, TokenDecimals } from './token-decimals.ts'

/** An adapter, and the parts that a family needs for its own methods. */
export interface AdapterParts<N extends ChainNamespace, C> {
  readonly adapter: ChainAdapter<N>
  readonly connections: Connections<N>
  readonly calls: Calls<N, C>
  /** Returns whether the family has the capability and the session's wallet approved it. */
  can(session: ConnectorSession, capability: Capability): boolean
  /** Parses an account id. @throws `caip/invalid-address`, `network/not-requested`, `validation/invalid-address` */
  resolveAccount(account: CaipAddress<N>): { readonly network: ChainNetwork<N>; readonly address: string }
  /** Loads the chain class: the family's code for reads and broadcasts. @throws `config/peer-missing`, `adapter/load-error` */
  chain(): Promise<C>
  /**
   * Runs a call that changes state on the chain, or that signs a transaction for later. Runs one
   * such call at a time per account and network.
   */
  runExclusive<T>(
    account: CaipAddress<N>,
    capability: Capability,
    opts: CallOptions | undefined,
    change: (call: AccountCall<N, C>) => Promise<T>,
  ): Promise<T>
}

/** Creates a family's adapter from its `Family` record. */
export function createAdapter<N extends ChainNamespace, C extends FamilyChain<N>>(
  family: Family<N, C>,
  context: AdapterContext,
  capabilities: ReadonlySet<Capability>,
): AdapterParts<N, C> {
  const { load: chain } = loadOnce(() => family.loadChain(context).catch(peerError))
  const { namespace, normalize, approvals } = family
  const { log, clock } = context
  const connected = createConnectedAdapter<N, C>({ family, context, capabilities, approvals, chain })
  const { connections, calls, can, requested } = connected
  const decimals = new TokenDecimals()
  const { load: outcomes } = loadOnce(async () => {
    const [{ outcomeReader }, loaded] = await Promise.all([import('./outcomes.ts'), chain()])
    return outcomeReader(loaded, family, context)
  })
  function peerError(error: unknown): never {
    throw isLatchkeyError(error) ? error : missingPeer(`The ${namespace} chain`, family.peers, error)
  }

  function resolveAccount(account: CaipAddress<N>) {
    const { networkId, address: text } = parseCaipAddress(account)
    const network = requested(networkId)
    const address = normalize(text, network)
    if (!address)
      throw latchkeyError('validation/invalid-address', {
        values: { reason: `${text} isn't a valid ${namespace} address` },
      })
    return { network, address }
  }

  /**
   * Returns the context of a call for an account.
   * @throws `connection/account-not-connected`; `adapter/unsupported` if the wallet didn't approve the capability.
   */
  function callFor(account: CaipAddress<N>, capability: Capability, signal: AbortSignal) {
    const call = calls.scope(account, signal)
    if (!can(call.session, capability))
      throw latchkeyError('adapter/unsupported', {
        values: { capability, subject: connections.get(call.connectionId).connector.name },
      })
    return call
  }

  /** Runs a call that signs, on the connection's current network or on another network that the host requested. */
  function runSigning<T>(
    account: CaipAddress<N>,
    capability: Capability,
    opts: CallOptions | undefined,
    sign: (call: AccountCall<N, C>) => Promise<T>,
  ): Promise<T> {
    return calls.run(opts, async (signal) => {
      const call = callFor(account, capability, signal)
      const here = connections.get(call.connectionId).connection.network.caipNetworkId
      if (here !== call.network.caipNetworkId) requested(call.network.caipNetworkId)
      return sign(call)
    })
  }

  /** Returns a function that creates the context of a call that changes state on the chain. */
  function scopeSend(account: CaipAddress<N>, capability: Capability) {
    return (signal: AbortSignal) => {
      requested(parseCaipAddress(account).networkId)
      return callFor(account, capability, signal)
    }
  }

  /**
   * Runs a call that changes state on the chain. Runs one such call at a time per account and
   * network.
   */
  function runExclusive<T>(
    account: CaipAddress<N>,
    capability: Capability,
    opts: CallOptions | undefined,
    change: (call: AccountCall<N, C>) => Promise<T>,
  ): Promise<T> {
    return calls.run(opts, async (signal) => {
      const call = scopeSend(account, capability)(signal)
      return calls.exclusive(call, () => change(call))
    })
  }

  /**
   * Runs a call that sends. Emits `sending` before the client broadcasts a signed transaction. Emits `transactionSent` as soon as
   * the wallet or the network answers, even if the caller has aborted. Also emits `transactionSent` if the transaction may have
   * been sent and its hash is known.
   */
  async function runSending(
    begin: (signal: AbortSignal) => AccountCall<N, C>,
    opts: SendCallOptions | undefined,
    submit: Submit<N, C>,
    params?: SendParams<N>,
  ): Promise<SentTransaction> {
    const { events } = connections
    const about = ({ connectionId, network, address }: AccountCall<N, C>, sent: SentTransaction) => ({
      connectionId,
      hash: sent.hash,
      network: network.caipNetworkId,
      sent,
      from: caipAddress(network.caipNetworkId, address),
      params,
    })
    return calls.run(opts, async (signal) => {
      const call = begin(signal)
      return calls.exclusive(call, async () => {
        let signed: SentTransaction | undefined
        let broadcasting = false
        const onSigned = async (sent: SentTransaction) => {
          signed = sent
          const stored: unknown[] = []
          const hold = (storing: unknown) => void stored.push(storing)
          events.emit('sending', { step: 'signed', ...about(call, sent), hold })
          if (stored.length > 0) {
            const limit = new AbortController()
            const late = sleep(clock, transactionWaits.storing, limit.signal)
            await Promise.race([Promise.allSettled(stored), late])
            limit.abort()
          }
          throwIfAborted(signal)
          broadcasting = true
        }
        try {
          const sent = await submit({ ...call, onSigned, ...(opts?.onAsk && { onAsk: opts.onAsk }) })
          if (signal.aborted) log.warn('A transaction was approved after its call was aborted', sent)
          events.emit('transactionSent', about(call, sent))
          return sent
        } catch (error) {
          const sent = maybeSentIn(error)
          if (sent) events.emit('transactionSent', about(call, sent))
          // If the client was disposed during a broadcast, the outcome isn't known. So don't emit `refused`.
          else if (signed && !(broadcasting && isLatchkeyError(error, 'flow/aborted')))
            events.emit('sending', { step: 'refused', ...about(call, signed) })
          throw error
        }
      })
    })
  }

  function scopeSendOf({ from, asset }: SendParams<N>) {
    return scopeSend(from, asset ? 'send.token' : 'send.native')
  }

  async function prepare(params: SendParams<N>, call: AccountCall<N, C>) {
    checkMaxFee(params.maxFee)
    const checked = family.checkSend(params, call.network, call.account)
    // The decimals of the native coin come from the network's definition. So check them only if the caller passes `decimals`.
    if (params.asset || params.decimals !== undefined) await decimals.check(chain, call.network, params, call)
    const { multiplier } = params
    if (multiplier !== undefined) await checkMultiplier(chain, call.network, params, multiplier, call)
    return family.prepareSend(call, checked)
  }

  const adapter: ChainAdapter<N> = {
    ...connected.methods,

    getBalance: (account, asset, opts) =>
      calls.run(opts, async (signal) => {
        const { network, address } = resolveAccount(account)
        const accounts = connections.findHolder(account)?.live.session.accounts
        const balance = await (await chain()).balance(network, address, asset, { signal, accounts })
        decimals.remember(network, asset, balance.decimals)
        return balance
      }),
    estimateFee: (params, opts) =>
      calls.run(opts, async (signal) => {
        const { network, address } = resolveAccount(params.from)
        const holder = connections.findHolder(params.from)
        const checked = family.checkSend(params, network, holder?.record)
        const accounts = holder?.live.session.accounts
        const fee = await (await chain()).estimateFee(network, address, checked, { signal, accounts })
        return { deposit: 0n, reserve: 0n, tokenFee: 0n, ...fee, maxFee: withHeadroom(fee.total.value) }
      }),
    getTransactionStatus: (id, sent, opts) =>
      calls.run(opts, async (signal) => {
        const network = requested(id)
        const read = await outcomes()
        return read(network, sent, { signal })
      }),
    ...(family.traced && {
      findCandidates: (id, error, opts) =>
        calls.run(opts, async (signal) => {
          const [network, sent, trace] = [requested(id), maybeSentIn(error), traceIn(error)]
          if (sent) return [sent]
          return trace === undefined ? [] : ((await chain()).candidates?.(network, trace, { signal }) ?? [])
        }),
    }),
    waitForTransaction: (id, sent, opts) =>
      calls.run(opts, async (signal) => {
        const network = requested(id)
        const [{ settled, readFollowing }, read] = await Promise.all([import('./settled.ts'), outcomes()])
        const look = () => readFollowing((one) => read(network, one, { signal }), sent)
        return settled(look, { ...opts, clock, hash: sent.hash, signal })
      }),

    signMessage: (account, message, opts) =>
      runSigning(account, 'sign.message', opts, (call) =>
        family.signMessage(call, message, opts ?? ({} as never)),
      ),
    async send(params, opts) {
      return runSending(
        scopeSendOf(params),
        opts,
        async (call) => (await prepare(params, call))(call),
        params,
      )
    },
    async prepareSend(params, opts) {
      const { call, submit } = await calls.run(opts, async (signal) => {
        const call = scopeSendOf(params)(signal)
        return { call, submit: await prepare(params, call) }
      })
      let spent = false
      return {
        params,
        async send(own) {
          if (spent) throw latchkeyError('wallet/send-spent')
          spent = true
          return runSending(call.later, own, submit, params)
        },
      }
    },
  }

  /** The optional methods. Each takes an account, and the transaction or data to send or sign. */
  const optional = {
    sendTransaction: [
      'send.transaction',
      (account, capability, opts, submit) => runSending(scopeSend(account, capability), opts, submit),
    ],
    sendBatch: ['send.batch', runExclusive],
    signTypedData: ['sign.typedData', runSigning],
    signTransaction: ['sign.transaction', family.numbered ? runExclusive : runSigning],
    signAllTransactions: ['sign.allTransactions', family.numbered ? runExclusive : runSigning],
  } as const satisfies Readonly<Record<string, readonly [Capability, Run<N, C>]>>
  for (const [method, [capability, run]] of Object.entries(optional)) {
    const own = family[method as keyof typeof optional] as OptionalMethod<N, C> | undefined
    if (own)
      Object.assign(adapter, {
        [method]: (account: CaipAddress<N>, input: unknown, opts?: SendCallOptions) =>
          (run as typeof runExclusive)(account, capability, opts, async (call) => {
            checkMaxFee(opts?.maxFee)
            return own(call, input, opts?.maxFee)
          }),
      })
  }
  return { adapter, connections, calls, can, resolveAccount, chain, runExclusive }
}

type Run<N extends ChainNamespace, C> = (
  account: CaipAddress<N>,
  capability: Capability,
  opts: CallOptions | undefined,
  // The type is `never`, because each method has its own result type.
  run: (call: AccountCall<N, C>) => Promise<never>,
) => Promise<unknown>

type OptionalMethod<N extends ChainNamespace, C> = (
  call: AccountCall<N, C>,
  input: unknown,
  maxFee: bigint | undefined,
) => Promise<unknown>
