import { useCallback, useEffect, useRef, useState } from 'react'
import type { ConnectOptions, Latchkey } from '../../client/create-latchkey.ts'
import type { SignInState } from '../../controllers/features/sign-in/sign-in.ts'
import type { CaipAddress, CaipAssetId, CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { SignInSession } from '../../core/sign-in/sign-in.ts'
import type { ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Connection } from '../../core/wallet/connection.ts'
import type {
  Amount,
  MessageSignature,
  PreparedSend,
  SendParams,
  SentTransaction,
  SettledTransaction,
  WaitOptions,
} from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import { type FamilyOption, useAccount } from './state-hooks.ts'
import { useController } from './use-controller.ts'
import { useLatchkey } from './use-latchkey.ts'
import { type ReadState, useRead } from './use-read.ts'
import { type RequestState, useRequest } from './use-request.ts'

/** Connects a wallet without opening the modal. */
export function useConnect(): RequestState<readonly Connection[]> & {
  readonly connect: (params: ConnectOptions, opts?: CallOptions) => Promise<readonly Connection[]>
} {
  const latchkey = useLatchkey()
  const [connect, state] = useRequest((params: ConnectOptions, opts?: CallOptions) =>
    latchkey.connect(params, opts),
  )
  return { ...state, connect }
}

/** Disconnects one chain family. Without a `namespace`, disconnects all families. */
export function useDisconnect(): RequestState<void> & {
  readonly disconnect: (options?: FamilyOption, opts?: CallOptions) => Promise<void>
} {
  const latchkey = useLatchkey()
  const [disconnect, state] = useRequest((options: FamilyOption = {}, opts?: CallOptions) =>
    latchkey.disconnect(options.namespace, opts),
  )
  return { ...state, disconnect }
}

/** Returns the sign-in state of the active account, with `signIn` and `signOut`. See `client.signIn`. */
export function useSignIn(): SignInState & {
  readonly isSignedIn: boolean
  readonly signIn: (opts?: CallOptions) => Promise<SignInSession | undefined>
  readonly signOut: (opts?: CallOptions) => Promise<void>
} {
  const { signIn: controller } = useLatchkey()
  const state = useController(controller)
  const signIn = useCallback((opts?: CallOptions) => controller.sign(opts), [controller])
  const signOut = useCallback((opts?: CallOptions) => controller.signOut(opts), [controller])
  return { ...state, isSignedIn: state.status === 'signed-in', signIn, signOut }
}

/** Returns the native balance. Reads it again when the account or its network changes. Reuses a balance less than 30 s old. */
export function useBalance(options: FamilyOption = {}): ReadState<Amount> & {
  /** The same as `data`. */
  readonly balance: Amount | undefined
  /** The same as `isFetching`. */
  readonly isLoading: boolean
  /** Whether the last read failed, so that `balance` is from an earlier read. */
  readonly isStale: boolean
  /** Reads the balance now, without the cache. */
  readonly refetch: (opts?: CallOptions) => Promise<Amount>
} {
  const latchkey = useLatchkey()
  const { namespace, caipAddress, balance, balanceLoading, balanceStale } = useAccount(options)
  const state = useRead(latchkey, caipAddress, async (opts, fresh) => {
    const adapter = await latchkey.adapter(namespace)
    // A family without an adapter shows no balance. Throw here, because the client would show the developer an alert, although
    // the page made no error.
    if (!fresh && !adapter.supports('balance.native'))
      throw latchkeyError('adapter/unsupported', {
        values: { capability: 'balance.native', subject: namespace },
      })
    return latchkey.account.updateBalance(namespace, { ...opts, fresh })
  })
  // Include the reads that the client starts itself, such as a read after a send.
  const isFetching = balanceLoading || state.isFetching
  // The client's own read may have succeeded after the failed read of this hook.
  const error = balance !== undefined && !balanceStale ? undefined : state.error
  const isPending = balance === undefined && error === undefined
  return {
    ...state,
    ...{ data: balance, error, isPending, isFetching },
    ...{ balance, isLoading: isFetching, isStale: balanceStale },
  }
}

export interface TokenBalanceOptions extends FamilyOption {
  /** The token's CAIP-19 id, such as `eip155:1/erc20:0x…`, on the account's network. If undefined, nothing is read. */
  readonly asset: CaipAssetId | undefined
}

/** Returns the balance of a token. Reads it again when the account, its network or the token changes. */
export function useTokenBalance({ asset, namespace: wanted }: TokenBalanceOptions): ReadState<Amount> & {
  /** The same as `data`. */
  readonly balance: Amount | undefined
  /** Reads the balance now. @throws `connection/not-connected`, and the errors of `ChainAdapter.getBalance`. */
  readonly refetch: (opts?: CallOptions) => Promise<Amount>
} {
  const latchkey = useLatchkey()
  const { namespace, caipAddress } = useAccount({
    namespace: wanted ?? familyOf(asset),
  })
  const state = useRead(latchkey, caipAddress && asset && `${caipAddress} ${asset}`, async (opts) => {
    if (!caipAddress || !asset) throw latchkeyError('connection/not-connected')
    const adapter = (await latchkey.adapter(namespace)) as ChainAdapter
    return adapter.getBalance(caipAddress, asset, opts)
  })
  return { ...state, balance: state.data }
}

export interface WaitForTransactionOptions extends FamilyOption, Pick<WaitOptions, 'until' | 'timeout'> {
  /** The result of `send`. If undefined, the hook doesn't wait. */
  readonly sent: SentTransaction | undefined
  /** The network of the transaction. Default: the family's network when `sent` arrives. */
  readonly network?: CaipNetworkId | undefined
}

/**
 * Waits until a transaction settles. `data` has its status, and `error` says why it failed. If `error` has the code
 * `node/transaction-unknown`, no node shows the transaction, but it may still arrive.
 * @example
 * const { send, data: sent } = useSend()
 * const { isPending, isSuccess } = useWaitForTransaction({ sent })
 */
export function useWaitForTransaction({
  sent,
  network,
  until,
  timeout,
  namespace: wanted,
}: WaitForTransactionOptions): RequestState<SettledTransaction> {
  const latchkey = useLatchkey()
  const { namespace: shown } = useAccount({ namespace: wanted ?? familyOf(network) })
  // Remember the network at the time of sending: while the transaction is pending, the visitor may switch networks, or make
  // another family active. By hash, because React may discard this render: then the shown transaction keeps its network.
  const sentOn = useRef(new Map<string, CaipNetworkId | undefined>())
  if (sent && !sentOn.current.has(sent.hash))
    sentOn.current.set(sent.hash, latchkey.network.state.activeNetworks[shown]?.caipNetworkId)
  const on = network ?? (sent && sentOn.current.get(sent.hash))
  const namespace = familyOf(on) ?? shown
  const [wait, state] = useRequest(async (opts?: CallOptions) => {
    if (!sent || !on) throw latchkeyError('connection/namespace-not-configured', { values: { namespace } })
    const adapter = (await latchkey.adapter(namespace)) as ChainAdapter
    return adapter.waitForTransaction(on, sent, { ...opts, until, timeout })
  })
  const isCurrent = useReading(sent && `${on} ${sent.hash} ${until} ${timeout}`, wait, state.reset)
  if (isCurrent) return state
  const none = { data: undefined, error: undefined, isPending: false, isSuccess: false, isError: false }
  return { ...none, status: 'idle', reset: state.reset }
}

/**
 * Runs a request on mount and each time `about` changes. Before the next run, aborts the request and resets its result. Does
 * nothing while `about` is undefined. Returns whether the request's state belongs to `about`. The first render after a change still
 * has the state of the previous run.
 */
function useReading(
  about: string | undefined,
  run: (opts: CallOptions) => Promise<unknown>,
  reset: () => void,
): boolean {
  const [of, setOf] = useState<string>()
  useEffect(() => {
    setOf(about)
    if (!about) return
    const left = new AbortController()
    // The request's state contains the error.
    run({ signal: left.signal }).catch(() => {})
    return () => {
      left.abort()
      reset()
    }
  }, [about, run, reset])
  return of === about
}

/** The parameters of a transfer. The sender is the active account of the family. */
export type SendOptions = Omit<SendParams, 'from'> & FamilyOption

/**
 * Sends the native coin or a token. `send` resolves when the wallet has sent the transaction. To wait until the transaction is
 * confirmed, use `useWaitForTransaction`.
 * @example
 * const { prepare, send } = useSend()
 * // As soon as the amount is known:
 * const prepared = await prepare({ to, amount })
 * // In the click handler, so that nothing but the wallet delays it:
 * await send(prepared)
 */
export function useSend(): RequestState<SentTransaction> & {
  readonly send: (params: SendOptions | PreparedSend, opts?: CallOptions) => Promise<SentTransaction>
  /** Prepares a transfer ahead of the click. See `ChainAdapter.prepareSend`. */
  readonly prepare: (params: SendOptions, opts?: CallOptions) => Promise<PreparedSend>
} {
  const latchkey = useLatchkey()
  const prepare = useCallback(
    async (params: SendOptions, opts?: CallOptions) => {
      const [adapter, whole] = await toSend(latchkey, params)
      return adapter.prepareSend(whole, opts)
    },
    [latchkey],
  )
  const [send, state] = useRequest(async (what: SendOptions | PreparedSend, opts?: CallOptions) => {
    if ('send' in what) return what.send(opts)
    const [adapter, whole] = await toSend(latchkey, what)
    return adapter.send(whole, opts)
  })
  return { ...state, send, prepare }
}

async function toSend(
  latchkey: Latchkey,
  { namespace: wanted, ...params }: SendOptions,
): Promise<readonly [ChainAdapter, SendParams]> {
  const [namespace, from] = accountOf(latchkey, wanted)
  return [(await latchkey.adapter(namespace)) as ChainAdapter, { ...params, from }]
}

export interface SignMessageOptions extends FamilyOption {
  readonly message: string | Uint8Array
}

/** Signs a message with the active account of a chain family. */
export function useSignMessage(): RequestState<MessageSignature> & {
  readonly signMessage: (params: SignMessageOptions, opts?: CallOptions) => Promise<MessageSignature>
} {
  const latchkey = useLatchkey()
  const [signMessage, state] = useRequest(
    async ({ namespace: wanted, message }: SignMessageOptions, opts?: CallOptions) => {
      const [namespace, account] = accountOf(latchkey, wanted)
      const adapter = await latchkey.adapter(namespace)
      return adapter.signMessage(account, message, opts)
    },
  )
  return { ...state, signMessage }
}

function accountOf(
  latchkey: Latchkey,
  wanted: ChainNamespace | undefined,
): readonly [ChainNamespace, CaipAddress] {
  const namespace = wanted ?? latchkey.network.state.activeNamespace
  const { caipAddress } = latchkey.account.state[namespace]
  if (!caipAddress) throw latchkeyError('connection/not-connected')
  return [namespace, caipAddress]
}

/** Returns the family of a network or a token. */
function familyOf(id: CaipNetworkId | CaipAssetId | undefined): ChainNamespace | undefined {
  return id?.slice(0, id.indexOf(':')) as ChainNamespace | undefined
}
