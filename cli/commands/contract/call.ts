import { type ChainNetwork, formatUnits } from 'latchkey'
import { withHeadroom } from '../../../src/core/amounts/fee-headroom.ts'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { readBalance } from '../../args/assets.ts'
import { parseFunction } from '../../args/contract-function.ts'
import type { DangerOption } from '../../args/danger.ts'
import { type FeeWarningOption, feeCapsOf } from '../../args/fee-warning.ts'
import { overSpendLimit, requireMainnetAllowed, spendLimit } from '../../args/networks.ts'
import { amountOf } from '../../args/numbers.ts'
import type { Context } from '../../context.ts'
import { cliError, invalid } from '../../output/cli-error.ts'
import type { Outcome } from '../../output/output.ts'
import { review } from '../../output/prompt.ts'
import { fields } from '../../output/table.ts'
import type { Session } from '../../session/session.ts'
import { refuseDevRecipient } from '../../session/session-network.ts'
import { withSession } from '../../session/with-session.ts'
import { reportSent } from '../sent.ts'
import { effectOf } from '../sign-effect.ts'
import { submit } from '../submit.ts'
import { type FunctionCall, functionCall, valueText } from './function-call.ts'

export interface CallOptions extends DangerOption, FeeWarningOption {
  readonly value?: string | undefined
  readonly maxSpend?: string | undefined
  readonly dryRun?: boolean | undefined
  readonly wait?: boolean | undefined
  readonly allowMainnet?: boolean | undefined
}

export async function call(
  context: Context,
  address: string,
  text: string,
  texts: readonly string[],
  options: CallOptions,
): Promise<Outcome> {
  const item = await parseFunction(text)
  const run = async (session: Session) => {
    const { network, client, account } = session
    const { signal } = context
    requireMainnetAllowed(network, options.allowMainnet)
    refuseDevRecipient([address, ...texts], network, 'argument')
    const call = await functionCall(context, address, item, texts, network)
    const { decimals } = network.nativeCurrency
    const value =
      options.value === undefined ? 0n : await amountOf('value', options.value, decimals, { allowZero: true })
    const limit = await spendLimit(options.maxSpend, network)
    const transaction = { to: call.address, data: call.data, value }
    const { result, fee } = await simulated(context, session, call, transaction)
    if (limit !== undefined && value + fee > limit)
      throw overSpendLimit(coins(value + fee, network), options.maxSpend)
    // Allow a higher fee, because the fee changes with every block, and the user takes time to read.
    const most = withHeadroom(fee)
    const maxFee = limit === undefined || value + most < limit ? most : limit - value
    const feeText = coins(maxFee, network)
    const request = {
      method: 'eth_sendTransaction',
      params: [{ from: session.address, ...transaction, value: `0x${value.toString(16)}` }],
    }
    // The user wrote this call, so the danger `unknown` is accepted. The user must still accept other dangers, such as an
    // approval that lets another account spend tokens.
    const effect = await effectOf(context, request, network, options, { dangers: ['unknown'] })
    const { feeWarnings } = await import('latchkey/wallets')
    const warnings = feeWarnings({ fee: maxFee, amount: value }, network, await feeCapsOf(options)(network))
    const rows = [
      ['contract', call.address],
      ['function', call.signature],
      ...call.rows,
      ['value', value > 0n ? coins(value, network) : undefined],
      ['returns', result === undefined ? undefined : valueText(result)],
      ['fee up to', feeText],
      ...warnings.map((warning) => ['WARNING', warning] as const),
    ] as const
    const data = {
      from: account,
      ...{ address: call.address, function: call.signature, args: call.args, data: call.data, value },
      ...{ network: network.caipNetworkId, fee, maxFee, result: result ?? null },
    }
    if (options.dryRun)
      return {
        data: { dryRun: true, ...data, warnings },
        text: `${context.out.color.yellow('Dry run: nothing was signed.')}\n${fields(rows)}\n${effect.text}`,
        primary: feeText.split(' ')[0] ?? '',
        network: network.caipNetworkId,
      }
    await review(
      context,
      `${fields(rows)}\n${effect.text}`,
      `Call ${call.signature} of ${call.address} on ${network.name}, fee up to ${feeText}?`,
      effect,
    )
    await session.unlock()
    context.out.progress(`Calling ${call.signature} on ${network.name} …`)
    const adapter = await client.adapter('eip155')
    const from = account as `eip155:${string}:${string}`
    const sent = await submit(context, session, data, () =>
      adapter.sendTransaction(from, transaction, { signal, maxFee }),
    )
    return reportSent(context, session, sent, { data, rows: [['called', call.signature]] }, options.wait)
  }
  return withSession(context, run, { family: 'eip155', mentions: [address] })
}

/** Simulates the call, and returns its result and its fee. Signs nothing. @throws an error if the call would fail */
async function simulated(
  context: Context,
  { client, network, account }: Session,
  { abi, address, functionName, args }: FunctionCall,
  transaction: { readonly to: `0x${string}`; readonly data: `0x${string}`; readonly value: bigint },
) {
  const { signal } = context
  const adapter = await client.adapter('eip155')
  const id = network.caipNetworkId as `eip155:${string}`
  const code = await adapter.query(id, { method: 'eth_getCode', params: [address, 'latest'] }, { signal })
  // Without code at the address, the call would succeed, and its value would be lost.
  if (code === '0x') throw invalid('address', `there is no contract at ${address} on ${id}`)
  const held = await readBalance(adapter, network, account, undefined, context)
  const { simulateContract } = await import('latchkey/viem')
  const { result } = await simulateContract(
    client,
    { abi, address, functionName, args, value: transaction.value, network: id, account } as never,
    { signal },
  )
  if (!adapter.swapSupport) throw cliError('cli/unsupported', 'The fee of a call is unknown here')
  const from = account as `eip155:${string}:${string}`
  const { total } = await adapter.swapSupport.fee(from, transaction, { signal })
  if (held.value < transaction.value + total.value) {
    const { symbol } = network.nativeCurrency
    throw latchkeyError('validation/insufficient-balance', { values: { symbol } })
  }
  return { result, fee: total.value }
}

function coins(value: bigint, { nativeCurrency }: ChainNetwork): string {
  return `${formatUnits(value, nativeCurrency.decimals)} ${nativeCurrency.symbol}`
}
