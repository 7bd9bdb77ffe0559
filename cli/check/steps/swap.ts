import { type CaipAssetId, formatUnits } from 'latchkey'
import { type SwapReview, withSettled } from '../../commands/swap-review.ts'
import { chainReader, plainNode } from '../../nodes/chain-reader.ts'
import { cliError, invalid } from '../../output/cli-error.ts'
import type { Step } from '../flow.ts'
import {
  connectionOf,
  type FlowRun,
  type Seen,
  type Skipped,
  type StepRun,
  WrongResult,
} from '../flow-run.ts'
import { tokenOn } from '../world.ts'

type SwapStep = Extract<Step, { do: 'swap' }>
type Terms = SwapReview['terms']

/** Swaps, and checks the swap. If the step fails, revokes an approval that is still open, unless a sent swap may still need it. */
export function swap(step: SwapStep): StepRun {
  return async (run, signal) => {
    try {
      return await swapped(step)(run, signal)
    } catch (error) {
      const { swap: swaps } = run.client
      // A swap that may have been sent, or whose outcome is unknown, may still need the approval. A wrong result is found only with
      // the swap's receipt.
      const { code } = Object(error) as { readonly code?: unknown }
      const { approval, result } = swaps.state
      const isUnknown = result?.phase === 'unknown' && !(error instanceof WrongResult)
      const maybePending = code === 'rpc/maybe-sent' || isUnknown
      if (approval && !maybePending) await swaps.revoke({ signal }).catch(() => {})
      throw error
    }
  }
}

/** Swaps. Checks the allowance before and after the swap, and that both balances changed by the right amounts. */
function swapped(step: SwapStep): StepRun {
  return async (run, signal): Promise<Seen | Skipped> => {
    connectionOf(run)
    const { swap: swaps } = run.client
    if (!run.world.data) return { skipped: 'no data service has quotes for swaps' }
    if (!(await begin(run, step, signal))) return { skipped: `swaps aren't available on ${run.network.name}` }
    const reader = await chainReader(run.network, signal)
    const coinsBefore = await reader.balance(run.address)
    const first = await swaps.prepareReview({ signal })
    await keepWithinLimit(run, first)
    const approved = first.step === 'approve' ? await approve(run, first, signal) : undefined
    const { terms } = first.step === 'approve' ? await swaps.prepareReview({ signal }) : first
    const { sent, told } = await withSettled(swaps, signal, async (settled) => {
      const sent = await swaps.swapTokens({ signal })
      return { sent, told: await settled }
    })
    const receipt = await reader.receipt(sent)
    run.spent += coinsBefore - (await reader.balance(run.address))
    const { from, to, amount, minimum, toAmount } = terms
    const assetOf = ({ address }: Terms['from']): CaipAssetId | undefined =>
      address === undefined ? undefined : `${run.network.caipNetworkId}/erc20:${address}`
    const [given, received] = await Promise.all([
      changeWithoutFee(assetOf(from)),
      changeWithoutFee(assetOf(to)),
    ])
    const { hash } = sent
    const left = from.address === undefined ? 0n : await allowance(run, first, signal)
    const seen = {
      ...{ hash, block: receipt.block, network: run.network.caipNetworkId, spender: first.spender },
      from: { symbol: from.symbol, amount, change: given },
      to: { symbol: to.symbol, quoted: toAmount, minimum, change: received },
      ...(approved !== undefined && { approved, allowanceLeft: left }),
      phase: told.phase,
    }
    if (!receipt.succeeded || told.phase !== 'confirmed')
      throw new WrongResult(`the swap ${hash} is ${told.phase}, and its receipt says otherwise`, seen)
    if (given !== -amount)
      throw new WrongResult(
        `the swap sells ${amount} of ${from.symbol}, and the balance moved by ${given}`,
        seen,
      )
    if (received < minimum)
      throw new WrongResult(
        `at least ${minimum} of ${to.symbol} were promised, and ${received} arrived`,
        seen,
      )
    if (told.received !== received)
      throw new WrongResult(
        `${received} of ${to.symbol} arrived, and the library says ${told.received}`,
        seen,
      )
    if (left !== 0n) throw new WrongResult(`the exchange may still spend ${left} of ${from.symbol}`, seen)
    const shown = [
      `${formatUnits(amount, from.decimals)} ${from.symbol} for ${formatUnits(received, to.decimals)} ${to.symbol}`,
      `at least ${formatUnits(minimum, to.decimals)} were promised`,
    ]
    return { summary: `${hash} ${shown.join('; ')}`, seen }

    /** Returns how much a balance changed. The network fee isn't counted. */
    async function changeWithoutFee(asset: CaipAssetId | undefined): Promise<bigint> {
      const { before, after } = await reader.change(sent, receipt, run.address, asset)
      return after - before + (asset ? 0n : receipt.fee)
    }
  }
}

/** Fills in the swap form. Returns false if the network has no tokens to swap. */
async function begin(run: FlowRun, { from, to, amount }: SwapStep, signal: AbortSignal): Promise<boolean> {
  const { swap } = run.client
  const { nativeCurrency } = run.network
  const token = tokenOn(run.world, run.network)?.symbol
  const fromToken = from === true ? token : (from ?? nativeCurrency.symbol)
  const toToken = to ?? (from === undefined ? token : nativeCurrency.symbol)
  await swap.begin({ fromToken, toToken, amount }, { signal })
  const { tokens, sourceToken, toToken: target } = swap.state
  if (tokens.length === 0) return promised(run)
  for (const [field, wanted, found] of [
    ['swap.from', fromToken, sourceToken],
    ['swap.to', toToken, target],
  ] as const) {
    if (wanted === undefined || found?.symbol.toLowerCase() !== wanted.toLowerCase())
      throw invalid(field, `${wanted ?? 'nothing'} can't be swapped on ${run.network.name}`)
  }
  return true
}

/** Returns false if the network has no exchange. @throws WrongResult if the network should have an exchange */
function promised({ world, network }: FlowRun): false {
  if (!world.swaps?.includes(network.caipNetworkId)) return false
  throw new WrongResult(`${network.name} has an exchange, and no tokens are found on it`, {})
}

async function approve(run: FlowRun, review: SwapReview, signal: AbortSignal): Promise<bigint> {
  const { amount, from } = review.terms
  await run.client.swap.approve({ signal })
  const allowed = await allowance(run, review, signal)
  if (allowed === amount) return allowed
  const seen = { spender: review.spender, amount, allowance: allowed }
  throw new WrongResult(
    `the approval is for ${amount} of ${from.symbol}, and the allowance is ${allowed}`,
    seen,
  )
}

/** Reads `allowance(address,address)` of ERC-20 from the node, without the library. */
async function allowance(run: FlowRun, { spender, terms }: SwapReview, signal: AbortSignal): Promise<bigint> {
  const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
  const data = `0xdd62ed3e${word(run.address)}${word(spender)}`
  const [url = ''] = run.network.rpcUrls.default.http
  const call = [{ to: terms.from.address, data }, 'latest']
  return BigInt(await plainNode(url, signal).call<string>('eth_call', call))
}

async function keepWithinLimit(run: FlowRun, { step, maxFee, terms }: SwapReview): Promise<void> {
  if (run.maxSpend === undefined) return
  const own = terms.from.address === undefined ? terms.amount : 0n
  // The swap's fee can be estimated only after the approval, so allow twice the quoted fee.
  const fees = maxFee.value + (step === 'approve' ? 2n * terms.networkFee.value : 0n)
  if (run.spent + own + fees <= run.maxSpend) return
  throw cliError('check/limit', 'The flow would spend more than --max-spend')
}
