import { isLatchkeyError, type LatchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import type { SentTransaction } from '../../src/core/wallet/transaction.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { chainReader } from '../../src/testing/readers/chain-reader.ts'
import { finalizeNode, lateBroadcasts, settleNode } from './faulty-nodes.ts'
import {
  familyOf,
  type MoneyWay,
  type MoneyWorld,
  moneyWays,
  openMoneyWorld,
  walletSends,
} from './money-world.ts'

/** One payment, and what goes wrong with it. */
export interface MoneyPlan {
  readonly way: MoneyWay
  /**
   * Names of node faults; `late` and `late-after` hold a broadcast for a while, or until the client stopped waiting. With
   * `wallet-gone`, the wallet broadcasts, and its answer is lost.
   */
  readonly faults: readonly string[]
  /** The step from which on the nodes have the faults. */
  readonly at: 'estimate' | 'broadcast' | 'wait'
  /** The nodes of the client, and whether only the first one has the faults. The wallet's node has them always. */
  readonly endpoints: 1 | 2
  readonly onFirst: boolean
  /** Whether the tab closes, and the page opens again: while it is being sent, or before it waits. */
  readonly closes: 'sending' | 'waiting' | undefined
  readonly extra: bigint
}

/** What the client says in the end. `refused`: an error that says that nothing was sent. */
export type MoneySaid =
  | 'refused'
  | 'confirmed'
  | 'finalized'
  | 'failed'
  | 'replaced'
  | 'unknown'
  | 'pending'
  | 'maybe sent, without a hash'

export interface MoneyOutcome {
  readonly said: MoneySaid
  /** The code of the last error. */
  readonly code: string | undefined
  readonly hash: string | undefined
  /** What the recipient holds in the end, by the node, as a multiple of the amount. */
  readonly paid: 'nothing' | 'once' | 'otherwise'
  /** What the client says once the nodes are well again. */
  readonly later: string | undefined
  /** The hashes that nodes accepted. */
  readonly broadcast: readonly string[]
  /** The transactions that it could be, once the nodes are well again, if the wallet's answer was lost. */
  readonly candidates: readonly string[] | undefined
}

const sends = {
  eip155: 'eth_sendRawTransaction',
  solana: 'sendTransaction',
  bip122: 'POST /tx',
  cosmos: 'broadcast_tx_sync',
  polkadot: 'author_submitExtrinsic',
} as const

/** For how long the visitor looks, on the test's clock. */
const longest = 120_000
/** For how long no node may show the payment, on the test's clock. */
const patience = 30_000

export async function runMoney(devnet: Devnet, plan: MoneyPlan): Promise<MoneyOutcome> {
  const world = await openMoneyWorld(devnet, plan.way, plan.endpoints)
  try {
    return await pay(world, plan)
  } finally {
    world.nodes.set('', [])
    await world.dispose()
  }
}

async function pay(world: MoneyWorld, plan: MoneyPlan): Promise<MoneyOutcome> {
  const { clock, nodes, network } = world
  const { receiver, least } = moneyWays[plan.way]
  const [to, amount] = [receiver(), least + plan.extra]
  const params = { from: world.from, to, amount } as Parameters<ChainAdapter['send']>[0]
  const late = lateBroadcasts(plan.faults.includes('late') ? 10_000 : 200_000, clock, () =>
    settleNode(familyOf(plan.way), world.target),
  )
  const ofNodes = plan.faults.filter((fault) => fault !== 'wallet-gone')
  const faults = ofNodes.map((fault) =>
    /^late(-after)?$/.test(fault) ? late : fault.replace(/\/send$/, `/${sends[familyOf(plan.way)]}`),
  )
  const breaks = () => {
    // A wallet that only signs asks its node which network it is on, and would sign nothing.
    if (ofNodes.length < plan.faults.length) world.loseAnswers()
    const wallet = walletSends(plan.way) ? ['http://wallet/'] : []
    for (const url of [...wallet, 'http://node1/', ...(plan.onFirst ? [] : ['http://node2/'])])
      nodes.set(url, faults)
  }
  let sent: SentTransaction | undefined
  let error: unknown
  try {
    if (plan.at === 'estimate') breaks()
    const { maxFee } = await clock.pass(world.adapter.estimateFee(params))
    const prepared = await clock.pass(world.adapter.prepareSend({ ...params, maxFee }))
    if (plan.at === 'broadcast') breaks()
    const sending = prepared.send()
    if (plan.closes === 'sending') sent = await closedWhile(world, sending)
    else sent = await clock.pass(sending)
  } catch (thrown) {
    error = thrown
    const { hash, reference } = thrown as LatchkeyError & { reference?: string }
    if (isLatchkeyError(thrown, 'rpc/maybe-sent') && hash !== undefined) sent = { hash, reference }
  }
  if (plan.closes === 'waiting') await world.reload()
  if (plan.at === 'wait') breaks()
  sent ??= world.stored()[0]
  const code = () => (error as Partial<LatchkeyError> | undefined)?.code
  const leaves = new AbortController()
  const stop = clock.after(longest, () => leaves.abort())
  let said: MoneySaid
  if (sent) {
    try {
      const end = await clock.pass(
        world.adapter.waitForTransaction(network.caipNetworkId, sent, {
          timeout: patience,
          signal: leaves.signal,
        }),
      )
      said = end.phase
    } catch (thrown) {
      error = thrown
      const [, phase] = /^node\/transaction-(failed|replaced|unknown)$/.exec(String(code())) ?? []
      said = leaves.signal.aborted ? 'pending' : ((phase as MoneySaid | undefined) ?? 'unknown')
    }
  } else
    said =
      code() === 'rpc/maybe-sent' || (plan.closes === 'sending' && error === undefined)
        ? 'maybe sent, without a hash'
        : 'refused'
  stop()
  // What a private mempool held comes late.
  await late.deliver()
  nodes.set('', [])
  await finalizeNode(familyOf(plan.way), world.target)
  const node = { ...network, rpcUrls: { default: { http: [world.target] } } }
  const held = await (await chainReader(node)).balance(to)
  const later =
    sent &&
    (await clock
      .pass(world.adapter.getTransactionStatus(network.caipNetworkId, sent))
      .then(({ phase }) => phase)
      .catch((thrown) => String((thrown as LatchkeyError).code ?? thrown)))
  const isLost = isLatchkeyError(error, 'rpc/maybe-sent') && error.hash === undefined
  const candidates = isLost
    ? await clock.pass(world.adapter.findCandidates?.(network.caipNetworkId, error) ?? Promise.resolve([]))
    : undefined
  return {
    said,
    candidates: candidates?.map(({ hash }) => hash),
    code: code(),
    hash: sent?.hash,
    paid: held === 0n ? 'nothing' : held === amount ? 'once' : 'otherwise',
    later,
    broadcast: nodes.broadcast,
  }
}

/**
 * Closes the page as soon as a node was asked to broadcast. What the client knows then is what it stored.
 * @throws the refusal of all nodes, if it came before the page was gone
 */
async function closedWhile(world: MoneyWorld, sending: Promise<SentTransaction>): Promise<undefined> {
  let refusal: unknown
  const settled = sending.catch((error: unknown) => {
    if (!isLatchkeyError(error, 'rpc/maybe-sent') && !isLatchkeyError(error, 'flow/aborted')) refusal = error
  })
  await world.clock.pass(Promise.race([settled, world.nodes.onBroadcast()]))
  await world.reload()
  if (refusal !== undefined) throw refusal
  return undefined
}

/** The rules of the matrix that an outcome breaks, in words. */
export function brokenRules(plan: MoneyPlan, outcome: MoneyOutcome): string[] {
  const { said, paid, later, hash, broadcast, candidates } = outcome
  const broken: string[] = []
  const arrived = paid !== 'nothing'
  const replacement = plan.faults.some((fault) => fault.startsWith('replaced:')) && plan.at !== 'wait'
  if (paid === 'otherwise' && !replacement) broken.push('the recipient has another amount')
  if (said === 'failed' && arrived) broken.push('a payment that arrived is said to have failed')
  if (said === 'refused' && arrived) broken.push('a payment that arrived is said not to have been sent')
  if (said === 'replaced' && arrived && !replacement)
    broken.push('a payment that arrived is said to be replaced')
  if (/confirmed|finalized/.test(said) && paid !== 'once')
    broken.push('a payment that is said to have arrived did not')
  if (later === 'failed' && arrived) broken.push('later, a payment that arrived is said to have failed')
  if (/confirmed|finalized/.test(String(later)) && !arrived)
    broken.push('later, it is said to have arrived, and did not')
  if (later === 'unknown' && arrived && !replacement)
    broken.push('it arrived, and the healthy node is not believed')
  const named = walletSends(plan.way) && plan.closes === 'sending'
  const found = (candidates?.length ?? 0) > 0
  if (arrived && hash === undefined && !named && !found)
    broken.push('the hash of a payment that arrived is lost')
  if (found && !arrived) broken.push('a payment that did not arrive has a candidate')
  if (candidates?.some((each) => !broadcast.includes(each)) && !replacement)
    broken.push('a candidate is a transaction that was not sent')
  if (
    hash !== undefined &&
    broadcast.length > 0 &&
    !broadcast.some((each) => each.toLowerCase() === hash.toLowerCase())
  )
    broken.push('the hash is not that of what was sent')
  return broken
}
