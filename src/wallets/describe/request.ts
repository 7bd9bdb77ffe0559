import type { ChainNetwork } from '../../core/chain/network.ts'
import { isLatchkeyError } from '../../core/errors/error-classes.ts'
import { refused } from '../decode/refused.ts'
import { type CompletedCall, fieldsOf, listOf } from '../walletconnect/family-wallet.ts'
import type { HeadlessRequest } from '../walletconnect/headless.ts'
import { describeBip122 } from './bip122.ts'
import { describeCosmos } from './cosmos.ts'
import type { Described } from './described.ts'
import { describeEip155 } from './eip155.ts'
import { feeRows, feeText, feeWarnings } from './fee.ts'
import { describePolkadot } from './polkadot.ts'
import { describeSolana } from './solana.ts'

export interface DescribeOptions {
  readonly feeCap?: bigint | undefined
  /** bip122: the sighash types that are described and not refused. Default: those of the whole transaction. */
  readonly allowSighash?: readonly number[] | undefined
}

/**
 * The effect of a request as its bytes say it, for the person who decides. What is not known here is marked as such. Whoever
 * shows this must show the original request beside it, and refuse what cannot be read. A transaction has its fee among the
 * rows, with a warning above a tenth of the amount, or above `feeCap`; it decides nothing.
 *
 * @param options `feeCap` is in the smallest unit of the network's native coin. Default: ten times what a plain transfer costs
 * on a busy day.
 * @throws `validation/invalid-input` for a request whose effect cannot be read.
 */
export async function describeRequest(
  { method, params: asked, completed }: Pick<HeadlessRequest, 'method' | 'params' | 'completed'>,
  network: ChainNetwork | undefined,
  { feeCap, allowSighash }: DescribeOptions = {},
): Promise<Described> {
  const { params, fee, beside, reading, paymaster }: Omit<CompletedCall, 'method'> = completed ?? {
    params: asked,
  }
  const fields = fieldsOf({ params })
  try {
    const described = describeEip155(method, listOf(params), network, { fee, paymaster }) ??
      describeSolana(method, fields) ??
      (await describeBip122(method, fields, network, { fee, allowSighash })) ??
      describePolkadot(method, fields, network, { fee, reading }) ??
      describeCosmos(method, fields, network) ?? { title: `answer ${method}`, rows: [] }
    const { cost } = described
    return withFee({ ...described, ...(cost && { cost: { ...cost, beside } }) }, network, feeCap)
  } catch (error) {
    if (isLatchkeyError(error)) throw error
    throw refused('params', error instanceof Error ? error.message : 'cannot be read')
  }
}

function withFee(described: Described, network: ChainNetwork | undefined, feeCap?: bigint): Described {
  const { cost, rows } = described
  if (!cost) return described
  const shown = rows.some(([name]) => name === 'fee')
  const more = feeRows(cost, network, feeCap).filter(([name]) => name !== 'fee' || !shown)
  const warnings = feeWarnings(cost, network, feeCap).map((warning) => `, WARNING: ${warning}`)
  return { ...described, rows: [...rows, ...more], fee: `fee ${feeText(cost, network)}${warnings.join('')}` }
}
