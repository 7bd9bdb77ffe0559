import { isAddressFormat, lowerBech32 } from '../../core/chain/address.ts'
import type { CaipAddress } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { networksOf } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterContext, Capability, ChainAdapter } from '../../core/wallet/adapter.ts'
import type { CallOptions } from '../../ports.ts'
import { createConnectedAdapter } from '../shared/connected-adapter.ts'
import { checksumAddress } from '../shared/eip55.ts'
import { eip1193Providers } from '../shared/eip1193/provider.ts'
import type { Providers } from '../shared/providers.ts'

const capabilities: ReadonlySet<Capability> = new Set(['network.switch', 'wallet.request'])

/**
 * Creates the adapter for a family for which the host passed no adapter. This adapter uses only the session (S3.5.7). It
 * connects, lists accounts, switches among the session's networks, and passes requests to the wallet unchanged. It refuses all
 * other calls.
 * @throws `config/no-adapter` if the host requested no network of the family either.
 */
export function sessionOnlyAdapter<N extends ChainNamespace>(
  namespace: N,
  context: AdapterContext,
): ChainAdapter<N> {
  if (networksOf(context.networks, namespace).length === 0)
    throw latchkeyError('config/no-adapter', { values: { namespace } })
  const { methods, connections, calls, can, requested } = createConnectedAdapter<N, never>({
    family: {
      namespace,
      normalize: (address) => normalAddress(namespace, address),
      // The compiler can't narrow `N` by this comparison.
      providers: namespace === 'eip155' ? (eip1193Providers as unknown as Providers<N>) : undefined,
    },
    context,
    capabilities,
    approvals: {},
    chain: () => Promise.reject(refusal('balance.native')),
  })

  function refusal(capability: Capability) {
    return latchkeyError('adapter/unsupported', {
      values: { capability, subject: `a client without an adapter for ${namespace}` },
    })
  }
  const refused = (capability: Capability) => (_: unknown, __?: unknown, opts?: CallOptions) =>
    calls.run<never>(opts, () => Promise.reject(refusal(capability)))
  const unread: ChainAdapter<N>['query'] = (_, __, opts) =>
    calls.run(opts, () => Promise.reject(latchkeyError('config/no-adapter', { values: { namespace } })))

  return {
    ...methods,
    request: (account: CaipAddress<N>, call, opts) =>
      calls.run(opts, async (signal) => {
        const { networkId } = parseCaipAddress(account)
        requested(networkId)
        const { session, answer, connectionId } = calls.scope(account, signal)
        const channel = session.channel(namespace)
        if (channel.kind !== 'rpc' || !can(session, 'wallet.request'))
          throw latchkeyError('adapter/unsupported', {
            values: { capability: call.method, subject: connections.get(connectionId).connector.name },
          })
        return answer(channel.request(call, networkId, { signal }))
      }),
    getBalance: refused('balance.native'),
    estimateFee: refused('fee.estimate'),
    getTransactionStatus: refused('transaction.status'),
    waitForTransaction: refused('transaction.status'),
    signMessage: refused('sign.message'),
    send: refused('send.native'),
    prepareSend: refused('send.native'),
    // The type `AdapterOf` requires these methods for the family.
    sendTransaction: refused('send.transaction'),
    ...(namespace === 'eip155'
      ? { signTypedData: refused('sign.typedData'), query: unread }
      : { signTransaction: refused('sign.transaction') }),
    ...(namespace === 'solana' && { signAllTransactions: refused('sign.allTransactions') }),
  }
}

/**
 * Returns the address in the normal form of the family's adapter, if this form can be computed without a library. Otherwise,
 * returns the address as the wallet reported it. Returns undefined for text that isn't an address.
 */
function normalAddress(namespace: ChainNamespace, address: string): string | undefined {
  if (namespace === 'eip155') return checksumAddress(address)
  if (!isAddressFormat(namespace, address)) return undefined
  return lowerBech32(namespace, address)
}
