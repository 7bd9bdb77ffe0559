import { isLatchkeyError, type LatchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import type { SentTransaction } from '../../src/core/wallet/transaction.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { chainReader } from '../../src/testing/readers/chain-reader.ts'
import { finalizeNode, lateBroadcasts, noteNode, settleNode } from './faulty-nodes.ts'
import {
  familyOf,
  type MoneyWay,
  type MoneyWorld,
  moneyWays,
  openMoneyWorld,
  walletSends,
} from './money-world.ts'

/** A payment, and the faults that the nodes have during this payment. */
export interface MoneyPlan {
  readonly way: MoneyWay
  /**
   * The names of node faults. `late` holds a broadcast back for a while, and `late-after` until the client has stopped waiting.
   * With `wallet-gone`, the wallet broadcasts, but the wallet's answer is lost.
   */
  readonly faults: readonly string[]
  /** The step from which the nodes have the faults. */
  readonly at: 'estimate' | 'broadcast' | 'wait'
  /**
   * `endpoints`: the number of the client's nodes. `onFirst`: whether only the first of these nodes has the faults. The
   * wallet's node always has the faults.
   */
  readonly endpoints: 1 | 2
  readonly onFirst: boolean
  /**
   * When the tab closes and the page opens again: during the send, or before the client waits for the confirmation. Undefined if
   * the tab stays open.
   */
  readonly closes: 'sending' | 'waiting' | undefined
  readonly extra: bigint
  /** How far the page's clock is ahead of the nodes' clocks, in ms. */
  readonly skew: number
}

/** The final result that the client reports. `refused`: an error that says that nothing was sent. */
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
  /**
   * What the recipient has got at the end, according to the node: the amount `once`, `nothing`, or `otherwise` for any other
   * amount.
   */
  readonly paid: 'nothing' | 'once' | 'otherwise'
  /** The status that the client reports once the nodes work again. */
  readonly later: string | undefined
  /** The hashes that nodes accepted. */
  readonly broadcast: readonly string[]
  /**
   * If the wallet's answer was lost: the transactions that could be the payment. The client searches for these transactions once
   * the nodes work again.
   */
  readonly candidates: readonly string[] | undefined
}

const sends = {
  eip155: 'eth_sendRawTransaction',
  solana: 'sendTransaction',
  bip122: 'POST /tx',
  cosmos: 'broadcast_tx_sync',
  polkadot: 'author_submitExtrinsic',
} as const

/** How long the visitor waits for the payment, in ms of the test's clock. */
const longest = 120_000
/** How long the client waits while no node knows the payment, in ms of the test's clock. */
const patience = 30_000

export async function runMoney(devnet: Devnet, plan: MoneyPlan): Promise<MoneyOutcome> {
  const world = await openMoneyWorld(devnet, plan.way, plan.endpoints, undefined, plan.skew)
  const restore = await noteNode(familyOf(plan.way), world.target)
  try {
    return await pay(world, plan)
  } finally {
    world.nodes.set('', [])
    await world.dispose()
    await restore()
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
    // With `wallet-gone`, only the wallet's answer is lost. The wallet's node works, because the wallet needs this node to sign.
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
 * Closes the page as soon as a transaction is broadcast. The new page knows only what the old page has stored.
 * @throws the error of the send, if all nodes refused the transaction
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

/** Returns the rules that the outcome breaks, as sentences. */
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
    broken.push('later, a payment that did not arrive is said to have arrived')
  if (later === 'unknown' && arrived && !replacement)
    broken.push('later, a payment that arrived is unknown, although the node works')
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
    broken.push('the hash is not the hash of a transaction that was sent')
  return broken
}
