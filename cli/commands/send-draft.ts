import type { CaipAssetId, ChainNetwork, SendParams } from 'latchkey'
import { type NamedAsset, readBalance, resolveAccount, resolveAsset } from '../args/assets.ts'
import { type FeeWarningOption, feeCapsOf } from '../args/fee-warning.ts'
import { addressOfName, isName } from '../args/names.ts'
import { spendLimit } from '../args/networks.ts'
import { type FamilyOptions, sendOptionsOf } from '../args/send-options.ts'
import type { Context } from '../context.ts'
import { askNode } from '../nodes/node-rpc.ts'
import { invalid } from '../output/cli-error.ts'
import type { Session } from '../session/session.ts'

export interface SendOptions extends FamilyOptions, FeeWarningOption {
  readonly to?: string | undefined
  readonly amount?: string | undefined
  readonly asset?: NamedAsset | undefined
  readonly maxSpend?: string | undefined
  readonly dryRun?: boolean | undefined
  readonly wait?: boolean | undefined
  readonly allowMainnet?: boolean | undefined
}

/** A send whose every part is known, for the person to look at. */
export interface Draft {
  readonly to: string
  /** The name that stands for it, where one was given. */
  readonly name?: string | undefined
  readonly amount: bigint
  readonly decimals: number
  readonly symbol: string
  readonly asset: CaipAssetId | undefined
  readonly balance: bigint
  /** The estimate. */
  readonly fee: bigint
  /** What the send may cost beside the amount, deposit included: the transaction is measured against it before it is signed. */
  readonly maxFee: bigint
  /** What stays in an account that is made for the receiver. */
  readonly deposit: bigint
  /** The most that it can cost, in words. */
  readonly feeText: string
  /** What is unusual about it. */
  readonly warnings: readonly string[]
  /** What the token itself keeps of the amount. */
  readonly kept: bigint
  readonly received: string
  readonly options: SendParams['options']
}

/**
 * What a fee may rise above its estimate until the transaction is built, as a part of the estimate: prices change with every
 * block, and a person takes time to read. The base fee of EIP-1559 rises by an eighth at most in each block.
 */
const room = 4n

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
  const { decimals: nativeDecimals, symbol: nativeSymbol } = network.nativeCurrency
  // Refused before anything is read, where the decimals are known without reading.
  if (!asset) parseAmount(given.amount, nativeDecimals)
  const cap = await feeCapsOf(given)(network)
  const limit = given.maxSpend === undefined ? undefined : await spendLimit(given.maxSpend, network)
  const held = await readBalance(adapter, network, account, asset, signal, given.asset?.field)
  const { decimals, symbol } = asset ? held : network.nativeCurrency
  const amount = parseAmount(given.amount, decimals)
  // Told before the node is asked what it would cost, which refuses it in words of its own.
  if (asset && held.value < amount) throw await insufficient(symbol)
  const params = { from: account, to, amount, asset, options }
  const { total, detail } = await adapter.estimateFee(params, { signal })
  const fee = total.value
  // No fee, but the sender pays it all the same.
  const deposit = ('rentLamports' in detail && detail.rentLamports) || 0n
  // It does not arrive: the token keeps it.
  const kept = ('keptByToken' in detail && detail.keptByToken) || 0n
  const own = asset ? 0n : amount
  const cost = fee + deposit + own
  const coins = (value: bigint) => `${formatUnits(value, nativeDecimals)} ${nativeSymbol}`
  if (limit !== undefined && cost > limit)
    throw invalid(
      'max-spend',
      `this may cost ${coins(cost)}, fee included, which is more than ${given.maxSpend}`,
      'Nothing was signed. Send less, or allow more.',
    )
  const roomy = fee + (fee + room - 1n) / room
  const mostFee = limit !== undefined && roomy > limit - own - deposit ? limit - own - deposit : roomy
  const { feeWarnings, layerOneFee } = await import('latchkey/wallets')
  const more = (await onLayerTwo(network, signal)) ? `, and ${layerOneFee}` : ''
  return {
    to,
    name: named?.name,
    amount,
    decimals,
    symbol,
    asset,
    balance: held.value,
    fee,
    maxFee: mostFee + deposit,
    deposit,
    kept,
    received: `${formatUnits(amount - kept, decimals)} ${symbol}`.trim(),
    options,
    warnings: [
      ...('offCurve' in detail && detail.offCurve
        ? ['The receiver is off the curve: nobody has its key, and a program decides who spends from it.']
        : []),
      ...feeWarnings({ fee: mostFee, amount: own }, network, cap),
    ],
    feeText: `${coins(mostFee)}${deposit > 0n ? `, and ${coins(deposit)} that stay in the receiver's new account` : ''}${more}`,
  }
}

/** Whether the chain takes more than gas × price. */
async function onLayerTwo(network: ChainNetwork, signal: AbortSignal): Promise<boolean> {
  if (network.chainNamespace !== 'eip155') return false
  const { takesLayerOneFee } = await import('latchkey/wallets')
  const url = network.rpcUrls.default.http[0] ?? ''
  return takesLayerOneFee(
    async <T>(method: string, params: readonly unknown[] = []) =>
      (await askNode<T>(url, method, params, signal)).result as T,
  )
}

/** Nobody is asked to agree to what cannot be done. */
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
