import type { ChainNetwork } from '../../core/chain/network.ts'
import { isLatchkeyError } from '../../core/errors/error-classes.ts'
import { refused } from '../decode/refused.ts'
import { fieldsOf, listOf } from '../walletconnect/family-wallet.ts'
import type { HeadlessRequest } from '../walletconnect/headless.ts'
import { describeBip122 } from './bip122.ts'
import { describeCosmos } from './cosmos.ts'
import type { Described } from './described.ts'
import { describeEip155 } from './eip155.ts'
import { describePolkadot } from './polkadot.ts'
import { describeSolana } from './solana.ts'

/**
 * The effect of a request as its bytes say it, for the person who decides. What is not known here is marked as such. Whoever
 * shows this must show the original request beside it, and refuse what cannot be read.
 *
 * @throws `validation/invalid-input` for a request whose effect cannot be read.
 */
export async function describeRequest(
  { method, params }: Pick<HeadlessRequest, 'method' | 'params'>,
  network: ChainNetwork | undefined,
): Promise<Described> {
  const fields = fieldsOf({ params })
  try {
    return (
      describeEip155(method, listOf(params), network) ??
      describeSolana(method, fields) ??
      (await describeBip122(method, fields, network)) ??
      describePolkadot(method, fields, network) ??
      describeCosmos(method, fields) ?? { title: `answer ${method}`, rows: [] }
    )
  } catch (error) {
    if (isLatchkeyError(error)) throw error
    throw refused('params', error instanceof Error ? error.message : 'cannot be read')
  }
}
