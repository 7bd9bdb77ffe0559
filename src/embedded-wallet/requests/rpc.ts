import { classOf } from '../../connectors/embedded/protocol/methods.ts'
import type { FrameRpcRequest } from '../../connectors/embedded/protocol/rpc-requests.ts'
import { loadOnce } from '../../core/async/load-once.ts'
import type { Clock, Fetch, NodeHealth } from '../../ports.ts'
import { ProviderError, userRejected } from '../../wallets/provider-error.ts'
import { listOf, type WireCall } from '../../wallets/walletconnect/family-wallet.ts'
import type { WalletKeys } from '../keys/wallet-keys.ts'
import type { Networks, WalletNetwork } from '../networks.ts'
import type { Accounts } from '../smart-account/accounts.ts'
import type { Batches } from '../store/batches.ts'
import type { ApprovalRequest, AskApproval } from './approval.ts'
import { openRequests } from './open-requests.ts'
import { queue } from './queue.ts'
import { requestDigest } from './request-digest.ts'
import type { Prepare, Prepared } from './signing.ts'

interface RpcSurroundings {
  readonly keys: WalletKeys
  readonly networks: Networks
  readonly accounts: Accounts
  readonly clock: Clock
  readonly fetch: Fetch
  /** The health of the nodes, shared with the frame's other requests. */
  readonly health: NodeHealth
  /** Returns the batches that the page has sent. */
  readonly batches: (kind: 'plain' | 'smart') => Batches
  /** Returns the page that sends the requests. */
  readonly asker: () => Pick<ApprovalRequest, 'origin' | 'claimedName'>
  /** Asks the visitor to restore the key. Called if this browser doesn't have the key. */
  readonly restoreKey: (signal: AbortSignal) => Promise<void>
  readonly approve: AskApproval
  /** Shows that the wallet is busy until `run` ends. */
  readonly during: <T>(run: () => Promise<T>) => Promise<T>
}

/** The methods of the protocol that this wallet doesn't support, each with the feature that it would need. */
const absent: Readonly<Record<string, string>> = {
  wallet_getAssets: 'the list of assets',
  wallet_grantPermissions: 'smart sessions',
  wallet_revokePermissions: 'smart sessions',
  eth_sendUserOperation: 'user operations',
}

/**
 * Answers RPC requests. The wallet or a node answers requests that need no approval. The visitor
 * must approve all others.
 * @throws `ProviderError`, or the node's error.
 */
export function rpcAnswers(surroundings: RpcSurroundings) {
  const { keys, networks, accounts, clock, fetch, health, batches, asker, restoreKey, approve, during } =
    surroundings
  // Load this code only when it is needed, because the chain libraries are large.
  const eip155 = loadOnce(async () => {
    const [{ eip155Requests }, nodeOf] = await Promise.all([import('./eip155.ts'), nodes.load()])
    return eip155Requests(networks, fetch, batches('plain'), clock, nodeOf)
  })
  const solana = loadOnce(async () => {
    const [{ solanaRequests }, nodeOf] = await Promise.all([import('./solana.ts'), nodes.load()])
    return solanaRequests(fetch, clock, nodeOf)
  })
  const nodes = loadOnce(async () =>
    (await import('../../wallets/node-pool.ts')).networkNodes({ fetch, clock, health }),
  )
  const loadNodePools = async () => (await import('../../wallets/node-pool.ts')).loadNodePools()
  const smart = loadOnce(async () =>
    (await import('../smart-account/smart-requests.ts')).smartRequests(
      accounts,
      networks,
      clock,
      batches('smart'),
    ),
  )
  const inTurn = queue()
  const open = openRequests()

  /**
   * Loads the files for showing a request on the network, all at once. Never rejects: the code that uses a file reports its
   * loading error.
   */
  const loadFor = (network: WalletNetwork) =>
    Promise.allSettled([
      network.chainNamespace === 'solana' ? solana.load() : eip155.load(),
      accounts.covers(network) && smart.load(),
      accounts.exist && import('../smart-account/guard-owner.ts'),
      import('./describe-approval.ts'),
      import('./plain-sign-in.ts'),
      import('../screen/ask.ts'),
      import('../screen/keep-note.ts'),
    ])

  /** Asks for the approval, and signs. Resolves with a function that returns the answer. */
  async function approved(
    { method, params }: FrameRpcRequest,
    network: WalletNetwork,
    signal: AbortSignal,
  ): Promise<() => Promise<unknown>> {
    const call = { method, params }
    requireWanted(signal)
    if (method === 'wallet_sendCalls') {
      const { batchContext } = await import('../../wallets/decode/permissions.ts')
      // If the wallet lacks a required capability, it must refuse the request instead of ignoring the capability (EIP-5792).
      if (batchContext(listOf(params)[0]) !== undefined) throw notSetUp(5700, 'smart sessions', method)
    }
    // Pass this answer on instead of asking the service again: on a phone, each further answer takes noticeable time.
    const found = await keys.wallet()
    const { user, wallet } = found
    const prepare = await preparing(call, network, wallet.addresses.eip155)
    const prepared = await prepare(call, wallet, network)
    const request = requestOf(call, prepared)
    const digest = requestDigest(request)
    const { describeApproval } = await import('./describe-approval.ts')
    const [approval, isHeld] = await Promise.all([
      describeApproval(request, { fetch, clock, health, nodeOf: await nodes.load() }),
      keys.held(found),
    ])
    if (!isHeld) await restoreKey(signal)
    await approve(request, approval, signal, user)
    const signed = await keys.withSecrets((secrets) => {
      requireWanted(signal)
      if (requestDigest(requestOf(call, prepared)) !== digest)
        throw new Error('The request changed after it was shown. It was not signed.')
      return prepared.sign(secrets)
    })
    return async () => (prepared.settle ? prepared.settle(signed) : signed)
  }

  function requestOf(call: WireCall, prepared: Prepared): ApprovalRequest {
    const { network, completed, operation } = prepared
    return {
      ...asker(),
      ...{ network, completed },
      call: prepared.call,
      raw: rawOf(call, operation ?? completed),
    }
  }

  async function preparing(call: WireCall, network: WalletNetwork, owner: string): Promise<Prepare> {
    if (call.method.startsWith('solana_')) return solana.load()
    if (accounts.covers(network)) {
      const own = await smart.load()
      if (await own.isFor(call, network)) return own.prepare
    }
    if (accounts.exist) {
      const { guardOwner } = await import('../smart-account/guard-owner.ts')
      await guardOwner(call, { address: owner, factories: accounts.factories })
    }
    return (await eip155.load()).prepare
  }

  const answer = async (request: FrameRpcRequest, id?: string): Promise<unknown> => {
    const { method, params } = request
    const missing = absent[method]
    if (missing) throw notSetUp(4200, missing, method)
    switch (method) {
      case 'eth_accounts':
        return (await accounts.on(networks.of('eip155'))).all.map(({ address }) => address)
      case 'eth_chainId':
        return `0x${Number(networks.of('eip155').id).toString(16)}`
      case 'wallet_getCapabilities':
        return capabilities(listOf(params))
      case 'wallet_getCallsStatus':
        return (
          (await (await smart.load()).status(listOf(params)[0])) ??
          (await eip155.load()).callsStatus(listOf(params)[0])
        )
    }
    if (classOf(method) === 'approved') {
      // Read the network now, because the page may switch networks while the request waits.
      const network = networks.of(method.startsWith('solana_') ? 'solana' : 'eip155')
      void loadFor(network)
      return open.run(id, (signal) =>
        during(async () => (await inTurn(() => approved(request, network, signal)))()),
      )
    }
    // Read the network before waiting, because the page may switch networks meanwhile.
    const network = networks.of('eip155')
    return (await nodes.load())(network)(method, listOf(params))
  }
  return {
    answer,
    abort: open.abort,
    /** Loads the code for requests on the current network, and for reading from nodes. */
    async prefetch() {
      await Promise.allSettled([loadFor(networks.current), loadNodePools()])
    },
  }

  async function capabilities([address, chains]: readonly unknown[]): Promise<unknown> {
    const named = chains as readonly unknown[] | undefined
    const plain = (await eip155.load()).capabilities(named)
    return { ...(plain as object), ...(await (await smart.load()).capabilities(address, named)) }
  }
}

function notSetUp(code: number, what: string, method: string): ProviderError {
  return new ProviderError(code, `This wallet is not set up for ${what} (${method}).`)
}

/**
 * Checks that the page hasn't aborted the request.
 * @throws `ProviderError` 4001
 */
function requireWanted(signal: AbortSignal): void {
  if (signal.aborted) throw userRejected()
}

/** Returns the text of the request as received, followed by the completed request or the user operation, if there is one. */
function rawOf(call: object, completed: object | undefined): string {
  const write = (value: unknown) =>
    JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one), 2)
  return completed ? `${write(call)}\n\nCompleted by the wallet:\n${write(completed)}` : write(call)
}
