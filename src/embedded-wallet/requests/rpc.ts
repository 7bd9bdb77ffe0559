import { classOf } from '../../connectors/embedded/protocol/methods.ts'
import type { FrameRpcRequest } from '../../connectors/embedded/protocol/rpc-requests.ts'
import { loadOnce } from '../../core/async/load-once.ts'
import type { Clock, Fetch } from '../../ports.ts'
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
  /** The batches that the page has sent. */
  readonly batches: (kind: 'plain' | 'smart') => Batches
  /** The requesting page. */
  readonly asker: () => Pick<ApprovalRequest, 'origin' | 'claimedName'>
  /** If this browser doesn't have the key, asks the visitor to restore it. */
  readonly restoreKey: (signal: AbortSignal) => Promise<void>
  readonly approve: AskApproval
  /** Shows a busy state until `run` ends. */
  readonly during: <T>(run: () => Promise<T>) => Promise<T>
}

/** Methods of the protocol that this wallet does not support. */
const absent: Readonly<Record<string, string>> = {
  wallet_getAssets: 'the list of assets',
  wallet_grantPermissions: 'smart sessions',
  wallet_revokePermissions: 'smart sessions',
  eth_sendUserOperation: 'user operations',
}

/** Answers RPC requests: reads go to the node, all other requests to the visitor. @throws `ProviderError`, or the node's error. */
export function rpcAnswers(surroundings: RpcSurroundings) {
  const { keys, networks, accounts, clock, fetch, batches, asker, restoreKey, approve, during } = surroundings
  // Loaded on demand, since the chain libraries are large.
  const eip155 = loadOnce(async () => {
    const [{ eip155Requests }, nodeOf] = await Promise.all([import('./eip155.ts'), nodes.load()])
    return eip155Requests(networks, fetch, batches('plain'), clock, nodeOf)
  })
  const solana = loadOnce(async () => {
    const [{ solanaRequests }, nodeOf] = await Promise.all([import('./solana.ts'), nodes.load()])
    return solanaRequests(fetch, clock, nodeOf)
  })
  // Shared by everything that asks a node, so that a node that fails one request is avoided by the others.
  const nodes = loadOnce(async () =>
    (await import('../../wallets/node-pool.ts')).networkNodes({ fetch, clock }),
  )
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

  /** Resolves with a function that gets the answer. */
  async function approved(
    { method, params }: FrameRpcRequest,
    network: WalletNetwork,
    signal: AbortSignal,
  ): Promise<() => Promise<unknown>> {
    const call = { method, params }
    requireWanted(signal)
    if (method === 'wallet_sendCalls') {
      const { batchContext } = await import('../../wallets/decode/permissions.ts')
      // EIP-5792: a required capability that the wallet lacks must lead to an error instead of being ignored.
      if (batchContext(listOf(params)[0]) !== undefined) throw notSetUp(5700, 'smart sessions', method)
    }
    const { wallet } = await keys.wallet()
    const prepare = await preparing(call, network, wallet.addresses.eip155)
    const prepared = await prepare(call, wallet, network)
    const request = requestOf(call, prepared)
    const digest = requestDigest(request)
    const { describeApproval } = await import('./describe-approval.ts')
    const approval = await describeApproval(request, { fetch, clock, nodeOf: await nodes.load() })
    if (!(await keys.held())) await restoreKey(signal)
    await approve(request, approval, signal)
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
      // Read the network now: the page may switch networks while the request waits in the queue.
      const network = networks.of(method.startsWith('solana_') ? 'solana' : 'eip155')
      return open.run(id, (signal) =>
        during(async () => (await inTurn(() => approved(request, network, signal)))()),
      )
    }
    return (await nodes.load())(networks.of('eip155'))(method, listOf(params))
  }
  return { answer, abort: open.abort }

  async function capabilities([address, chains]: readonly unknown[]): Promise<unknown> {
    const named = chains as readonly unknown[] | undefined
    const plain = (await eip155.load()).capabilities(named)
    return { ...(plain as object), ...(await (await smart.load()).capabilities(address, named)) }
  }
}

function notSetUp(code: number, what: string, method: string): ProviderError {
  return new ProviderError(code, `This wallet is not set up for ${what} (${method}).`)
}

/** @throws `ProviderError` 4001 when the page has aborted the request. */
function requireWanted(signal: AbortSignal): void {
  if (signal.aborted) throw userRejected()
}

/** Returns the request as received, followed by the fields that the wallet added. */
function rawOf(call: object, completed: object | undefined): string {
  const write = (value: unknown) =>
    JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one), 2)
  return completed ? `${write(call)}\n\nCompleted by the wallet:\n${write(completed)}` : write(call)
}
