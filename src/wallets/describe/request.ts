import type { ChainNetwork } from '../../core/chain/network.ts'
import { isLatchkeyError } from '../../core/errors/error-classes.ts'
import { refused } from '../decode/refused.ts'
import { type CompletedCall, fieldsOf, listOf } from '../walletconnect/family-wallet.ts'
import type { HeadlessRequest } from '../walletconnect/headless.ts'
import { describeBip122 } from './bip122.ts'
import { describeCosmos } from './cosmos.ts'
import type { Described, Draft } from './described.ts'
import { danger, judged } from './effect.ts'
import { describeEip155 } from './eip155.ts'
import { feeRows, feeText, feeWarnings } from './fee.ts'
import { describePolkadot } from './polkadot.ts'
import { describeSolana } from './solana.ts'
import type { TokenOf } from './token.ts'

export interface DescribeOptions {
  readonly feeCap?: bigint | undefined
  /**
   * For bip122: the sighash types to describe although they cover only a part of the transaction. A
   * request with another such type is refused. Default: none.
   */
  readonly allowSighash?: readonly number[] | undefined
  /** For eip155: finds a token by its contract. Default: amounts of tokens are in the smallest unit. */
  readonly tokenOf?: TokenOf | undefined
}

/**
 * Describes what a request does, for the user who approves it. The description comes from the request's bytes, and marks the
 * parts that can't be decoded. Callers must also show the original request, and ask for a second confirmation if the level is
 * `danger`. If this function throws, callers must refuse the request. A transaction has a row for its fee. Further rows warn of
 * an unknown fee, and of a fee above a tenth of the amount or above `feeCap`.
 *
 * @param options `feeCap` is in the smallest unit of the network's native token. Default: ten times the cost of a plain transfer
 * on a busy day.
 * @throws `validation/invalid-input` for a request that can't be decoded.
 */
export async function describeRequest(
  { method, params: asked, completed }: Pick<HeadlessRequest, 'method' | 'params' | 'completed'>,
  network: ChainNetwork | undefined,
  { feeCap, allowSighash, tokenOf }: DescribeOptions = {},
): Promise<Described> {
  const { params, fee, extraCost, decoded, paymaster }: Omit<CompletedCall, 'method'> = completed ?? {
    params: asked,
  }
  const fields = fieldsOf({ params })
  try {
    const draft: Draft =
      (await describeEip155(method, listOf(params), network, { fee, paymaster, tokenOf })) ??
      describeSolana(method, fields) ??
      (await describeBip122(method, fields, network, { fee, allowSighash })) ??
      describePolkadot(method, fields, network, { fee, decoded }) ??
      describeCosmos(method, fields, network) ??
      unknownMethod(method)
    const { cost } = draft
    const described = { ...draft, ...judged(draft.effects), ...(cost && { cost: { ...cost, extraCost } }) }
    return withFee(described, network, feeCap)
  } catch (error) {
    if (isLatchkeyError(error)) throw error
    throw refused('params', error instanceof Error ? error.message : 'cannot be read')
  }
}

function unknownMethod(method: string): Draft {
  const effects = [danger('unknown', `Answer ${method}: this wallet doesn't know what it does`)]
  return { title: `answer ${method}`, rows: [], effects }
}

function withFee(described: Described, network: ChainNetwork | undefined, feeCap?: bigint): Described {
  const { cost, rows } = described
  if (!cost) return described
  const shown = rows.some(([name]) => name === 'fee')
  const more = feeRows(cost, network, feeCap).filter(([name]) => name !== 'fee' || !shown)
  const warnings = feeWarnings(cost, network, feeCap).map((warning) => `, WARNING: ${warning}`)
  return { ...described, rows: [...rows, ...more], fee: `fee ${feeText(cost, network)}${warnings.join('')}` }
}
