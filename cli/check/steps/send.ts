import {
  type CaipAssetId,
  formatUnits,
  isLatchkeyError,
  parseAmount,
  type SentTransaction,
  type TransactionStatus,
} from 'latchkey'
import type { ChainReader, Receipt } from 'latchkey/testing'
import { resolveAccount, tokenAsset } from '../../args/assets.ts'
import { isName } from '../../args/names.ts'
import { factsOf, familyOf } from '../../families/families.ts'
import { chainReader } from '../../nodes/chain-reader.ts'
import { cliError } from '../../output/cli-error.ts'
import type { Step } from '../flow.ts'
import {
  accountOf,
  connectionOf,
  type FlowRun,
  type Seen,
  type Skipped,
  type StepRun,
  WrongResult,
} from '../flow-run.ts'
import { tokenOn } from '../world.ts'

type SendStep = Extract<Step, { do: 'send' }>

interface Transfer {
  readonly to: string
  readonly amount: bigint
  readonly decimals: number
  readonly asset: CaipAssetId | undefined
}

/** Sends a transfer, waits for it, and checks both balances exactly. */
export function send(step: SendStep): StepRun {
  return async (run, signal): Promise<Seen | Skipped> => {
    connectionOf(run)
    const reader = await chainReader(run.network, signal)
    const transfer = await plan(run, step, reader, signal)
    if (!transfer) return { skipped: 'no token is given: use --token' }
    const maxFee = await keepWithinLimit(run, transfer, signal)
    const { to, amount, asset } = transfer
    const sent = await run.adapter.send({ from: accountOf(run), to, amount, asset, maxFee }, { signal })
    const followed = await follow(run, sent, signal)
    const receipt = await reader.receipt(sent)
    run.spent += receipt.fee + (receipt.deposit ?? 0n) + (asset ? 0n : amount)
    run.sent.push({ hash: sent.hash, amount: formatUnits(amount, transfer.decimals) })
    return settle(run, transfer, sent, followed, receipt, reader)
  }
}

async function plan(
  run: FlowRun,
  step: SendStep,
  reader: ChainReader,
  signal: AbortSignal,
): Promise<Transfer | undefined> {
  const receiver = step.to ?? run.flow.to ?? run.world.receiver ?? run.address
  const { caipNetworkId: network } = run.network
  const to = isName(receiver)
    ? (await run.client.names.resolve(receiver, { network, signal })).address
    : await resolveAccount(run.env, 'to', receiver, run.network)
  const named = step.token === true ? (run.token ?? tokenOn(run.world, run.network)?.asset) : step.token
  if (step.token && named === undefined) return undefined
  const asset = await tokenAsset(run.env, named, run.network)
  const decimals = asset ? await reader.decimals(asset) : run.network.nativeCurrency.decimals
  const { least = 1n } = factsOf(familyOf(run.network))
  const smallest = asset ? 1n : least
  const amount = step.amount === undefined ? smallest : parseAmount(step.amount, decimals)
  return { to, amount, decimals, asset }
}

/**
 * Returns how much `--max-spend` leaves for the fee of this transfer; undefined without a limit.
 * @throws `check/limit` if the flow would spend more than the limit
 */
async function keepWithinLimit(
  run: FlowRun,
  { to, amount, asset }: Transfer,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  if (run.maxSpend === undefined) return undefined
  const { total, deposit } = await run.adapter.estimateFee(
    { from: accountOf(run), to, amount, asset },
    { signal },
  )
  const before = run.spent + (asset ? 0n : amount)
  const after = before + total.value + deposit
  if (after <= run.maxSpend) return run.maxSpend - before
  const { decimals, symbol } = run.network.nativeCurrency
  throw cliError(
    'check/limit',
    `The flow would spend ${formatUnits(after, decimals)} ${symbol}, more than --max-spend`,
  )
}

/**
 * Waits until the transaction succeeds or fails. If the transaction failed, returns the phase `failed` instead of throwing an
 * error.
 */
async function follow(
  { adapter, network }: FlowRun,
  sent: SentTransaction,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  try {
    return await adapter.waitForTransaction(network.caipNetworkId, sent, { signal })
  } catch (error) {
    if (isLatchkeyError(error, 'node/transaction-failed')) return { phase: 'failed', reason: error.message }
    throw error
  }
}

async function settle(
  run: FlowRun,
  { to, amount, decimals, asset }: Transfer,
  sent: SentTransaction,
  followed: TransactionStatus,
  receipt: Receipt,
  reader: ChainReader,
): Promise<Seen> {
  const { succeeded, block, fee, deposit = 0n } = receipt
  const { hash } = sent
  const changeOf = async (address: string, of?: CaipAssetId) => {
    const { before, after } = await reader.change(sent, receipt, address, of)
    return { before, after, change: after - before }
  }
  const [sender, receiver, senderNative] = await Promise.all([
    changeOf(run.address, asset),
    changeOf(to, asset),
    changeOf(run.address),
  ])
  const seen = {
    hash,
    block,
    network: run.network.caipNetworkId,
    asset: asset ?? null,
    amount,
    decimals,
    fee,
    phase: followed.phase,
    from: { address: run.address, ...sender },
    to: { address: to, ...receiver },
    ...(asset && { nativeOfSender: senderNative }),
  }
  if (!succeeded || followed.phase === 'failed')
    throw new WrongResult(`the transaction ${hash} was mined, and its receipt says that it failed`, seen)
  const toSelf = run.verifier.same(to, run.address)
  const moved = toSelf ? 0n : amount
  const expected: readonly (readonly [string, bigint, bigint])[] = [
    ['the receiver', toSelf && !asset ? receiver.change + fee : receiver.change, moved],
    ['the sender', sender.change, -(moved + (asset ? 0n : fee))],
    ["the sender's coin", senderNative.change, -(fee + deposit + (asset ? 0n : moved))],
  ]
  for (const [who, change, right] of expected) {
    if (change !== right)
      throw new WrongResult(
        `the balance of ${who} moved by ${change} instead of ${right} (smallest unit)`,
        seen,
      )
  }
  if ('fee' in followed && followed.fee !== undefined && followed.fee !== fee)
    throw new WrongResult(`the fee was ${fee}, and the library says ${followed.fee}`, seen)
  const { decimals: nativeDecimals, symbol } = run.network.nativeCurrency
  const token = asset && run.world.tokens.find((one) => one.asset === asset)
  const unit = asset ? (token?.symbol ?? 'of the token') : symbol
  const moves = `${toSelf ? '0' : formatUnits(amount, decimals)} ${unit} moved`
  return { summary: `${hash} ${moves}, fee ${formatUnits(fee, nativeDecimals)} ${symbol}`, seen }
}
