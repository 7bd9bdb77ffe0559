import { loadEach } from '../../core/async/load-once.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { pendingTransactions } from '../../core/limits.ts'
import type { AdapterContext } from '../../core/wallet/adapter.ts'
import type { SentTransaction, TransactionStatus } from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { Family, FamilyChain } from './family.ts'

/** A node that can be asked separately from the other nodes. */
interface Witness {
  readonly host: string
  read(): Promise<TransactionStatus>
}

/** The maximum number of nodes to ask about one outcome. */
const mostWitnesses = 4

/**
 * Creates a function that reads the status of a family's transactions. If the network has several endpoints, two of them must
 * agree on the status `failed` or `replaced`. A replacement with the reason `repriced` needs no agreement.
 */
export function outcomeReader<N extends ChainNamespace, C extends FamilyChain<N>>(
  chain: C,
  family: Pick<Family<N, C>, 'loadChain'>,
  context: AdapterContext,
) {
  /** Chain readers that ask only one endpoint, by the endpoint's URL. */
  const alone = loadEach((url: string) => {
    const { rpc, http } = context
    return family.loadChain({ ...context, rpc: (id) => rpc(id, url), http: (id) => http(id, url) })
  })
  /** The newest `reference` of each pending transaction, by network and hash. It includes the data that nodes added. */
  const learned = new Map<string, string>()
  return async (
    network: ChainNetwork<N>,
    given: SentTransaction,
    opts?: CallOptions,
  ): Promise<TransactionStatus> => {
    const key = `${network.caipNetworkId} ${given.hash}`
    const sent = { ...given, reference: learned.get(key) ?? given.reference }
    const first = await chain.status(network, sent, opts)
    if (first.phase === 'pending' && first.reference !== undefined) {
      learned.set(key, first.reference)
      for (const old of learned.keys()) if (learned.size > pendingTransactions) learned.delete(old)
    }
    if (!isVerdict(first)) return withReference(first, learned.get(key))
    const urls = [...new Set(context.endpoints(network.caipNetworkId))]
    const witnesses = urls.slice(0, mostWitnesses).map((url) => ({
      host: hostOf(url),
      read: async () => (await alone.load(url)).status(network, sent, opts),
    }))
    return agreedOn(first, witnesses)
  }
}

/**
 * Returns the status that two nodes agree on. Returns `unknown` if they don't agree. One node alone
 * can't prove that a transaction failed or was replaced: if this node is wrong, the visitor may pay
 * twice. If only one node is configured, returns this node's status, and names the node's host in
 * `accordingTo`.
 */
async function agreedOn(first: Verdict, witnesses: readonly Witness[]): Promise<TransactionStatus> {
  const [one, ...others] = witnesses
  if (!one) return first
  if (others.length === 0) return { ...first, accordingTo: one.host }
  const answers = await Promise.all(
    witnesses.map(async ({ host, read }) => ({ host, status: await read().catch(() => undefined) })),
  )
  const verdicts = answers.filter(({ status }) => status && isVerdict(status))
  const agreed = verdicts.find(
    ({ status }) => verdicts.filter((other) => same(other.status, status)).length > 1,
  )
  if (agreed?.status) return agreed.status
  const said = first.phase === 'failed' ? 'failed' : 'was replaced'
  const by = verdicts[0]?.host ?? 'one node'
  return { phase: 'unknown', reason: `${by} reports that it ${said}, and no other node confirms this` }
}

type Verdict = Extract<TransactionStatus, { phase: 'failed' | 'replaced' }>

function isVerdict(status: TransactionStatus): status is Verdict {
  return status.phase === 'failed' || (status.phase === 'replaced' && status.reason !== 'repriced')
}

function same(a: TransactionStatus | undefined, b: TransactionStatus | undefined): boolean {
  if (a?.phase !== b?.phase) return false
  return a?.phase !== 'replaced' || b?.phase !== 'replaced' || a.hash === b.hash
}

function withReference(status: TransactionStatus, reference: string | undefined): TransactionStatus {
  const isOpen = status.phase === 'pending' || status.phase === 'unknown'
  return isOpen && reference !== undefined ? { ...status, reference } : status
}

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}
