import type { CaipAssetId, ChainAdapter, ChainNetwork, SendParams } from 'latchkey'
import { type NamedAsset, readBalance, resolveAccount, resolveAsset } from '../args/assets.ts'
import { type FeeWarningOption, feeCapsOf } from '../args/fee-warning.ts'
import { addressOfName, isName } from '../args/names.ts'
import { spendLimit } from '../args/networks.ts'
import { provenDecimals } from '../args/proven-decimals.ts'
import { type FamilyOptions, sendOptionsOf } from '../args/send-options.ts'
import type { Context } from '../context.ts'
import { invalid } from '../output/cli-error.ts'
import type { Session } from '../session/session.ts'

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

/** A transfer with all its values resolved, ready for review. */
export interface Draft {
  readonly to: string
  /** The name given as the recipient. */
  readonly name?: string | undefined
  readonly amount: bigint
  readonly decimals: number
  /** Why the decimals of the token are only a claim. */
  readonly unverified: string | undefined
  readonly symbol: string
  readonly asset: CaipAssetId | undefined
  readonly balance: bigint
  /** The estimated network fee, in the coin's smallest unit. */
  readonly fee: bigint
  /**
   * The most that the transfer may cost besides the amount, deposit included. Checked against the built transaction before
   * it is signed.
   */
  readonly maxFee: bigint
  /** solana: the rent that stays in the recipient's new token account, in lamports. */
  readonly deposit: bigint
  /** The highest possible fee, as text. */
  readonly feeText: string
  /** Notes on unusual fees or recipients. */
  readonly warnings: readonly string[]
  /** What a fee-on-transfer token keeps of the amount. */
  readonly tokenFee: bigint
  readonly received: string
  readonly options: SendParams['options']
}

export async function prepareDraft(
  context: Context,
  { adapter, account, network }: Session,
  given: SendOptions & { readonly to: string; readonly amount: string },
): Promise<Draft> {
  const { io, signal } = context
  const { formatUnits, parseAmount } = await import('latchkey')
  const named = isName(given.to) ? await addressOfName(context, given.to, network) : undefined
  const to = named?.address ?? (await resolveAccount(io.env, 'to', given.to, network))
  const options = sendOptionsOf(given, network)
  const asset = given.asset && (await resolveAsset(io.env, given.asset, network))
  if (!asset && given.decimals !== undefined) throw invalid('decimals', "only a token's can be given")
  const { decimals: nativeDecimals, symbol: nativeSymbol } = network.nativeCurrency
  // Check the amount before any request; the native coin's decimals are known.
  if (!asset) parseAmount(given.amount, nativeDecimals)
  const cap = await feeCapsOf(given)(network)
  const limit = given.maxSpend === undefined ? undefined : await spendLimit(given.maxSpend, network)
  const held = await readBalance(adapter, network, account, asset, signal, given.asset?.field)
  const { symbol } = asset ? held : network.nativeCurrency
  const { decimals, unverified } = asset
    ? await provenDecimals(context, network, asset, { told: held.decimals, symbol, given: given.decimals })
    : { decimals: nativeDecimals, unverified: undefined }
  const amount = parseAmount(given.amount, decimals)
  // Check before estimating, because the node's own error for this is less clear.
  if (asset && held.value < amount) throw await insufficient(symbol)
  const params = { from: account, to, amount, asset, options }
  const { total, maxFee, deposit, tokenFee, detail } = await adapter.estimateFee(params, { signal })
  const fee = total.value
  const own = asset ? 0n : amount
  const cost = fee + deposit + own
  const coins = (value: bigint) => `${formatUnits(value, nativeDecimals)} ${nativeSymbol}`
  if (limit !== undefined && cost > limit)
    throw invalid(
      'max-spend',
      `this may cost ${coins(cost)}, fee included, which is more than ${given.maxSpend}`,
      'Nothing was signed. Send less, or allow more.',
    )
  const left = limit === undefined ? maxFee : limit - own - deposit
  const mostFee = maxFee > left ? left : maxFee
  const { feeWarnings } = await import('latchkey/wallets')
  const { dataFee = 0n } = detail as { readonly dataFee?: bigint }
  const more = dataFee > 0n ? `, of which ${coins(dataFee)} is the rollup's data fee, which has no limit` : ''
  return {
    to,
    name: named?.name,
    amount,
    decimals,
    unverified,
    symbol,
    asset,
    balance: held.value,
    fee,
    maxFee: mostFee + deposit,
    deposit,
    tokenFee,
    received: `${formatUnits(amount - tokenFee, decimals)} ${symbol}`.trim(),
    options,
    warnings: [
      ...(unverified === undefined ? [] : [unverified]),
      ...('offCurve' in detail && detail.offCurve
        ? ['The recipient is off the curve: no one has its key, and a program controls it.']
        : []),
      ...(held.raw ? [`${symbol} doesn't say its decimals: the amount counts its smallest units.`] : []),
      ...reformatted(adapter, network, given.to),
      ...feeWarnings({ fee: mostFee, amount: own }, network, cap),
    ],
    feeText: `${coins(mostFee)}${deposit > 0n ? `, and ${coins(deposit)} that stay in the receiver's new account` : ''}${more}`,
  }
}

/** The warning about a polkadot address in another network's format. The generic format belongs to no network. */
function reformatted(adapter: ChainAdapter, network: ChainNetwork, typed: string): readonly string[] {
  if (network.chainNamespace !== 'polkadot') return []
  const here = adapter.normalizeAddress(typed, network)
  if (here === undefined || [here, adapter.normalizeAddress(typed)].includes(typed)) return []
  return [
    `${typed} is another network's address. On ${network.name} the same key's is ${here}: check that the recipient uses it there.`,
  ]
}

/** @throws `validation/insufficient-balance`, before asking for confirmation */
export async function requireCovered(draft: Draft): Promise<void> {
  if (!isCovered(draft)) throw await insufficient(draft.symbol)
}

async function insufficient(symbol: string): Promise<Error> {
  const { latchkeyError } = await import('latchkey/testing')
  return latchkeyError('validation/insufficient-balance', { values: { symbol } })
}

export function isCovered({ balance, amount, asset, fee }: Draft): boolean {
  return balance >= amount + (asset ? 0n : fee)
}
