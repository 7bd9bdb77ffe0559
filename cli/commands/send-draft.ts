import { type ChainAdapter, type ChainNetwork, formatUnits, parseAmount } from 'latchkey'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import { type NamedAsset, readBalance, resolveAccount, resolveAsset } from '../args/assets.ts'
import { type FeeWarningOption, feeCapsOf } from '../args/fee-warning.ts'
import { addressOfName, isName } from '../args/names.ts'
import { isCoinStated, overSpendLimit, spendLimit } from '../args/networks.ts'
import { provenDecimals } from '../args/proven-decimals.ts'
import { type FamilyOptions, sendOptionsOf } from '../args/send-options.ts'
import type { Context } from '../context.ts'
import { invalid } from '../output/cli-error.ts'
import { printable } from '../output/printable.ts'
import type { Session } from '../session/session.ts'
import { refuseDevRecipient } from '../session/session-network.ts'

export interface SendOptions extends FamilyOptions, FeeWarningOption {
  readonly to?: string | undefined
  readonly amount?: string | undefined
  readonly asset?: NamedAsset | undefined
  readonly decimals?: string | undefined
  readonly maxSpend?: string | undefined
  readonly dryRun?: boolean | undefined
  readonly wait?: boolean | undefined
  readonly allowMainnet?: boolean | undefined
}

export type Draft = Awaited<ReturnType<typeof prepareDraft>>

export async function prepareDraft(
  context: Context,
  { adapter, account, network }: Session,
  given: SendOptions & { readonly to: string; readonly amount: string },
) {
  const { io, signal } = context
  const { feeWarnings, parseShownUnits, shownUnits } = await import('latchkey/wallets')
  refuseDevRecipient([given.to], network, 'to')
  const named = isName(given.to) ? await addressOfName(context, given.to, network) : undefined
  const to = named?.address ?? (await resolveAccount(io.env, 'to', given.to, network))
  const options = sendOptionsOf(given, network)
  const asset = given.asset && (await resolveAsset(io.env, given.asset, network))
  const isUnproven = asset !== undefined || (await isCoinStated(io.env, network))
  if (!isUnproven && given.decimals !== undefined)
    throw invalid('decimals', "only a token's decimals can be given")
  const { decimals: nativeDecimals, symbol: nativeSymbol } = network.nativeCurrency
  // This check needs no request, because the network has the native coin's decimals.
  if (!asset) parseAmount(given.amount, nativeDecimals)
  const cap = await feeCapsOf(given)(network)
  const limit = await spendLimit(given.maxSpend, network)
  const held = await readBalance(adapter, network, account, asset, context, given.asset?.field)
  const { symbol } = asset ? held : network.nativeCurrency
  const { decimals, unverified } = isUnproven
    ? await provenDecimals(context, network, asset, { told: held.decimals, symbol, given: given.decimals })
    : { decimals: nativeDecimals, unverified: undefined }
  // Some tokens have a multiplier for display. The user enters the displayed amount.
  const { multiplier } = held
  const amount = parseShownUnits(given.amount, { decimals, multiplier })
  const token = (value: bigint) => `${shownUnits({ value, decimals, multiplier })} ${symbol}`.trim()
  // Check the balance here, because the node's error for a low balance is less clear.
  if (asset && held.value < amount) throw insufficient(symbol)
  const params = { from: account, to, amount, asset, options }
  const { total, maxFee, deposit, tokenFee, detail } = await adapter.estimateFee(params, { signal })
  const fee = total.value
  const own = asset ? 0n : amount
  const cost = fee + deposit + own
  const coins = (value: bigint) => `${formatUnits(value, nativeDecimals)} ${nativeSymbol}`
  if (limit !== undefined && cost > limit) throw overSpendLimit(coins(cost), given.maxSpend)
  const left = limit === undefined ? maxFee : limit - own - deposit
  const mostFee = maxFee > left ? left : maxFee
  const { dataFee = 0n } = detail as { readonly dataFee?: bigint }
  const rest = deposit > 0n ? `, and ${coins(deposit)} that stay in the receiver's new account` : ''
  const more = dataFee > 0n ? `, of which ${coins(dataFee)} is the rollup's data fee, which has no limit` : ''
  const isOffCurve = 'offCurve' in detail && detail.offCurve
  const memo = options && 'memo' in options ? options.memo : undefined
  return {
    ...{ to, name: named?.name, amount, decimals, multiplier, symbol, asset, options, balance: held.value },
    unverified,
    fee,
    /** The maximum cost in addition to the amount: the fee and the deposit. `send` refuses a transaction that costs more. */
    maxFee: mostFee + deposit,
    /** solana: the rent for the recipient's new token account, in lamports. */
    deposit,
    /** The part of the amount that the token deducts. */
    tokenFee,
    covered: held.value >= amount + (asset ? 0n : fee),
    warnings: [
      ...(unverified === undefined ? [] : [unverified]),
      ...(isOffCurve
        ? ['The recipient is off the curve: no one has its key, and a program controls it.']
        : []),
      ...(held.raw ? [`${symbol} doesn't say its decimals: the amount counts its smallest units.`] : []),
      ...reformatted(adapter, network, given.to),
      ...feeWarnings({ fee: mostFee, amount: own }, network, cap),
    ],
    /** For display. The recipient's address isn't shortened. */
    texts: {
      amount:
        multiplier === undefined
          ? token(amount)
          : `${token(amount)} (${formatUnits(amount, decimals)} × ${multiplier})`,
      balance: token(held.value),
      receiver: named ? `${printable(named.name)} (${to})` : to,
      received: tokenFee > 0n ? token(amount - tokenFee) : undefined,
      memo: memo === undefined ? undefined : printable(memo),
      fee: `${coins(mostFee)}${rest}${more}`,
    },
  }
}

/** Warns about a polkadot address in the format of another network. An address in the generic format causes no warning. */
function reformatted(adapter: ChainAdapter, network: ChainNetwork, typed: string): readonly string[] {
  if (network.chainNamespace !== 'polkadot') return []
  const here = adapter.normalizeAddress(typed, network)
  if (here === undefined || [here, adapter.normalizeAddress(typed)].includes(typed)) return []
  return [
    `${typed} is another network's address. On ${network.name} the same key's is ${here}: check that the recipient uses it there.`,
  ]
}

export function requireCovered({ covered, symbol }: Draft): void {
  if (!covered) throw insufficient(symbol)
}

function insufficient(symbol: string): Error {
  return latchkeyError('validation/insufficient-balance', { values: { symbol } })
}
