import { loadOnce } from '../../core/async/load-once.ts'
import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterContext, Capability, ChainAdapter } from '../../core/wallet/adapter.ts'
import { approves } from '../../core/wallet/approvals.ts'
import type { MessageSignature } from '../../core/wallet/transaction.ts'
import type { AccountCall } from '../shared/calls.ts'
import { createAdapter } from '../shared/create-adapter.ts'
import { checksumAddress, isMistyped } from '../shared/eip55.ts'
import { hexOf } from '../shared/eip1193/hex.ts'
import { eip1193Providers } from '../shared/eip1193/provider.ts'
import { signatureFrom } from '../shared/eip1193/signature.ts'
import { typedDataText } from '../shared/eip1193/typed-data.ts'
import type { Family } from '../shared/family.ts'
import { throwSendError } from '../shared/lost-answer.ts'
import type { Eip155Chain } from './chain/chain.ts'
import { checkedCall, checkedSend, invalid, wireCall } from './checks.ts'
import type { Eip155Options } from './options.ts'
import { approvals, moveWallet, requestWallet, submitting, walletNetwork } from './wallet.ts'

type Call = AccountCall<'eip155', Eip155Chain>

/** The family's code that loads at the first connect. It needs no chain library. */
const familyOf = (context: AdapterContext, issuers: Map<string, string>): Family<'eip155', Eip155Chain> => ({
  namespace: 'eip155',
  normalize: checksumAddress,
  approvals,
  providers: eip1193Providers,
  peers: ['viem'],
  traced: true,
  loadChain: async (own) => new (await import('./chain/chain.ts')).Eip155Chain(own),
  canMove: (session) => approves(session, 'eip155', ...approvals['network.switch']),
  move: moveWallet,
  accountsOn: async (session, network, known, signal) =>
    session.accountsOn?.(network.caipNetworkId, known, { signal }) ?? known,
  walletNetwork,
  checkSend: checkedSend,

  async prepareSend(call, params) {
    const { network, address } = call
    const chain = await call.chain()
    const { price, ...transaction } = await chain.transfer(network, address as Hex, checkedSend(params), call)
    return submitting(context.clock, transaction, price)
  },
  async sendTransaction(call, transaction, maxFee) {
    const checked = checkedCall(transaction, call.network)
    if (transaction.toContract) await requireContracts(context, call, [checked.to])
    if (maxFee === undefined) return submitting(context.clock, checked)(call)
    const { network, address } = call
    const chain = await call.chain()
    const { price, ...priced } = await chain.priced(network, address as Hex, checked, maxFee, call)
    return submitting(context.clock, priced, price)(call)
  },
  signMessage: (call, message) =>
    sign(call, 'sign.message', [hexOf(message), call.address], 'eip191', context),
  signTypedData: async (call, typedData) => {
    const text = typedDataText(`${call.network.caipNetworkId}:${call.address}`, typedData)
    return sign(call, 'sign.typedData', [call.address, text], 'eip712', context)
  },
  async sendBatch(call, calls, maxFee) {
    // EIP-5792 has no fields for the fee and the gas, so limits can't be enforced. Some wallets refuse other fields.
    const limit = maxFee === undefined ? calls.some(({ gas }) => gas !== undefined) && 'gas' : 'maxFee'
    if (limit)
      throw latchkeyError('adapter/unsupported', {
        values: { capability: limit, subject: 'a batch of calls' },
      })
    if (calls.length === 0) throw invalid('calls', 'expected at least one')
    const wire = calls.map((each) => wireCall(checkedCall(each, call.network)))
    const contracts = wire.filter((_, index) => calls[index]?.toContract).map(({ to }) => to)
    if (contracts.length > 0) await requireContracts(context, call, contracts)
    const { batchRequest, idFrom, rememberIssuer } = await import('./batch.ts')
    await call.confirmNetwork()
    const on = call.network.caipNetworkId
    const request = batchRequest(on, call.address, wire)
    const asked = requestWallet(call.session, on, 'wallet_sendCalls', [request])
    const id = await asked.then(idFrom).catch(throwSendError)
    rememberIssuer(issuers, id, call.connectionId)
    return { id }
  },
})

export function eip155Adapter(
  context: AdapterContext,
  capabilities: ReadonlySet<Capability>,
  { swapContracts, nameGateways }: Eip155Options = {},
): ChainAdapter<'eip155'> {
  // The first hashes on a page are several times slower than later hashes. So compute some hashes here, before the wallet
  // answers.
  for (let i = 0; i < 4; i++) checksumAddress(`0x${'0'.repeat(40)}`)
  /** The connection of the wallet that issued each batch, by the batch's id. */
  const issuers = new Map<string, string>()
  const { adapter, calls, connections, can } = createAdapter(
    familyOf(context, issuers),
    context,
    capabilities,
  )
  const { load: names } = loadOnce(async () =>
    (await import('./chain/names.ts')).ensLookup(context, nameGateways),
  )
  const { load: exchange } = loadOnce(async () =>
    (await import('./chain/exchange.ts')).exchangeOf(context, swapContracts),
  )
  const sessions = loadOnce(() => import('./wallet-permissions.ts'))
  return {
    ...adapter,
    isMistyped,
    swapSupport: {
      allowance: async (...args) => (await exchange()).allowance(...args),
      approve: async (...args) => (await exchange()).approve(...args),
      permit2: {
        grant: async (...args) => (await exchange()).permit2.grant(...args),
        approve: async (...args) => (await exchange()).permit2.approve(...args),
      },
      read: async (...args) => (await exchange()).read(...args),
      fee: async (...args) => (await exchange()).fee(...args),
      simulate: async (...args) => (await exchange()).simulate(...args),
    },
    query: (network, request, opts) =>
      calls.run(opts, async (signal) => {
        const { query } = await import('./chain/query.ts')
        return query(context, network, request, { signal })
      }),
    getWalletAssets: (account, opts) =>
      calls.run(opts, async (signal) => {
        const call = calls.scope(account, signal)
        const { walletAssets } = await import('./wallet-assets.ts')
        return walletAssets(call, context.clock)
      }),
    permissions: {
      support: (account, opts) =>
        calls.run(opts, async (signal) => {
          const call = calls.scope(account, signal)
          return (await sessions.load()).permissionSupport(call, context.clock)
        }),
      grant: (account, request, opts) =>
        calls.run(opts, async (signal) => {
          const call = calls.scope(account, signal)
          const { grantPermissions } = sessions.value ?? (await sessions.load())
          return calls.exclusive(call, () => grantPermissions(call, request))
        }),
      revoke: (account, context, opts) =>
        calls.run(opts, async (signal) => {
          const call = calls.scope(account, signal)
          const { revokePermissions } = sessions.value ?? (await sessions.load())
          return calls.exclusive(call, () => revokePermissions(call, context))
        }),
    },
    names: {
      normalize: async (name) => (await names()).normalize(name),
      resolve: async (...args) => (await names()).resolve(...args),
      reverse: async (...args) => (await names()).reverse(...args),
      avatar: async (...args) => (await names()).avatar?.(...args),
    },
    getBatchStatus: (network, id, opts) =>
      calls.run(opts, async (signal) => {
        const { readBatchStatus } = await import('./batch.ts')
        return readBatchStatus({ connections, can, issuers }, network, id, signal)
      }),
  }
}

/** @throws `validation/invalid-input` if there is no code at one of the addresses */
async function requireContracts(
  context: Pick<AdapterContext, 'networks' | 'rpc'>,
  call: Call,
  addresses: readonly (Hex | undefined)[],
): Promise<void> {
  const { requireCode } = await import('./chain/query.ts')
  await Promise.all(addresses.map((each) => requireCode(context, call.network.caipNetworkId, each, call)))
}

async function sign(
  { session, network, address, signal }: Call,
  capability: 'sign.message' | 'sign.typedData',
  params: readonly unknown[],
  scheme: 'eip191' | 'eip712',
  context: Pick<AdapterContext, 'rpc'>,
): Promise<MessageSignature> {
  const [method] = approvals[capability]
  const answer = await requestWallet(session, network.caipNetworkId, method, params, signal)
  const signature = await signatureFrom(answer, method, { address, network }, context, { signal })
  return { signature, encoding: 'hex', scheme: signature === '0x' ? 'eip1271' : scheme }
}
