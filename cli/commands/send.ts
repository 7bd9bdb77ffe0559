import { parseAmount } from 'latchkey'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import { assetOf, type GivenAsset } from '../args/assets.ts'
import { requireMainnetAllowed } from '../args/networks.ts'
import { requestedPayment } from '../args/payment-request.ts'
import type { Context } from '../context.ts'
import { invalid } from '../output/cli-error.ts'
import type { Outcome } from '../output/output.ts'
import { asks, confirm } from '../output/prompt.ts'
import { fields } from '../output/table.ts'
import type { Session } from '../session/session.ts'
import { withSession } from '../session/with-session.ts'
import { type Draft, prepareDraft, requireCovered, type SendOptions } from './send-draft.ts'
import { reportSent } from './sent.ts'
import { submit } from './submit.ts'

export async function send(
  context: Context,
  given: Omit<SendOptions, 'asset'> & GivenAsset,
): Promise<Outcome> {
  const options: SendOptions = { ...given, asset: assetOf(given) }
  const { to, amount } = await checkedInput(options)
  return withSession(
    context,
    async (session) => {
      const { network } = session
      requireMainnetAllowed(network, options.allowMainnet)
      const draft = await prepareDraft(context, session, { ...options, to, amount })
      if (options.dryRun) return dryRun(context, session, draft)
      requireCovered(draft)
      const { texts } = draft
      const note = texts.memo === undefined ? '' : `, with the memo "${texts.memo}"`
      const less = texts.received === undefined ? '' : `, of which ${texts.received} arrive`
      warn(context, draft)
      await confirmDecimals(context, draft)
      await confirm(
        context,
        `Send ${texts.amount}${less} to ${texts.receiver} on ${network.name}${note}, fee up to ${texts.fee}?`,
      )
      await session.unlock()
      context.out.progress(`Sending ${texts.amount} to ${texts.receiver} on ${network.name} …`)
      // Everything that an interrupt can stop happens before the wallet is asked.
      const prepared = await session.adapter.prepareSend(
        {
          from: session.account,
          to: draft.to,
          amount: draft.amount,
          asset: draft.asset,
          // The user confirmed an amount with these decimals.
          decimals: draft.asset && draft.decimals,
          ...(draft.multiplier !== undefined && { multiplier: draft.multiplier }),
          options: draft.options,
          maxFee: draft.maxFee,
        },
        { signal: context.signal },
      )
      const data = describe(session, draft)
      const submitted = await submit(context, session, data, () => prepared.send())
      const rows = [
        ['sent', `${texts.amount} to ${texts.receiver}`],
        ['received', keptNote(draft)],
        ['memo', texts.memo],
      ] as const
      return reportSent(context, session, submitted, { data, rows }, options.wait)
    },
    { mentions: [to, options.asset?.text] },
  )
}

/** Checks the options that don't depend on the network. The wallet is opened only after this check. */
async function checkedInput(options: SendOptions): Promise<{ to: string; amount: string }> {
  const { to, amount } = await requestedPayment(options)
  if (!to || !amount)
    throw latchkeyError('validation/amount-and-receiver-required', {
      values: { field: to ? 'amount' : 'to' },
    })
  // The token's decimals aren't known yet. So this check accepts any number of decimals and an amount of any size.
  parseAmount(amount, 512, { max: 10n ** 1100n })
  return { to, amount }
}

/** Asks about decimals that only one node reported. `--yes` doesn't confirm the decimals, because wrong decimals would change the amount. */
async function confirmDecimals(context: Context, { decimals, symbol, unverified }: Draft): Promise<void> {
  if (unverified === undefined) return
  const hint = `Nothing was signed. If it is true, give --decimals ${decimals}.`
  if (!asks(context)) throw invalid('decimals', unverified, hint)
  await confirm(context, `Does ${symbol} have ${decimals} decimals? Nothing else proves it.`)
}

/** Warns even without a prompt, because standard error may be logged. */
function warn({ out }: Context, { warnings }: Draft): void {
  for (const warning of warnings) out.log(out.errorColor.yellow(`WARNING: ${warning}`))
}

function dryRun({ out }: Context, session: Session, draft: Draft): Outcome {
  const { network } = session
  const { fee, maxFee, warnings, deposit, balance, covered, texts } = draft
  const held = `${texts.balance}${covered ? '' : ' (does not cover this)'}`
  return {
    data: {
      dryRun: true,
      ...describe(session, draft),
      ...{ fee, maxFee, warnings, ...(deposit > 0n && { deposit }), balance, covered },
    },
    text: `${out.color.yellow('Dry run: nothing was signed.')}\n${fields([
      ['from', session.address],
      ['to', texts.receiver],
      ['amount', texts.amount],
      ['received', keptNote(draft)],
      ['fee up to', texts.fee],
      ...warnings.map((warning) => ['WARNING', warning] as const),
      ['memo', texts.memo],
      ['balance', held],
      ['network', `${network.name} (${network.caipNetworkId})`],
    ])}`,
    primary: texts.fee.split(' ')[0] ?? '',
    network: network.caipNetworkId,
  }
}

function keptNote({ texts: { received } }: Draft): string | undefined {
  return received && `${received}: the token itself keeps the rest`
}

function describe({ account, network }: Session, draft: Draft) {
  const { to, name, amount, decimals, multiplier, symbol, asset, tokenFee, options } = draft
  return {
    from: account,
    to,
    ...(name !== undefined && { name }),
    asset: asset ?? null,
    amount,
    decimals,
    ...(multiplier !== undefined && { multiplier }),
    symbol,
    ...(tokenFee > 0n && { keptByToken: tokenFee, received: amount - tokenFee }),
    ...(options && { options }),
    network: network.caipNetworkId,
  }
}
