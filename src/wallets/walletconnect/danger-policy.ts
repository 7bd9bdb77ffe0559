import type { ChainNetwork } from '../../core/chain/network.ts'
import { describeRequest } from '../describe/request.ts'
import { ProviderError } from '../provider-error.ts'
import type { HeadlessRequest, HeadlessWalletOptions } from './headless.ts'

/** Matches network switches (EIP-3085, EIP-3326), which sign nothing. */
const harmless = /^wallet_(add|switch)EthereumChain$/

/**
 * Refuses a request with a danger that the policy doesn't accept. A wallet without a user can't ask for a second confirmation.
 * @throws `ProviderError` 5000 with a message about the dangers; `validation/invalid-input` for a request that can't be decoded.
 */
export async function refuseDanger(
  request: HeadlessRequest,
  network: ChainNetwork,
  { allowDanger = [], allowSighash }: Pick<HeadlessWalletOptions, 'allowDanger' | 'allowSighash'>,
): Promise<void> {
  if (harmless.test(request.method)) return
  const { dangers, effects } = await describeRequest(request, network, { allowSighash })
  // With `allowSighash`, the host has already accepted the danger of these sighash types.
  const allowed = request.method === 'signPsbt' && allowSighash ? [...allowDanger, 'others'] : allowDanger
  const refused = dangers.find((danger) => !allowed.includes(danger))
  const effect = effects.find(({ danger }) => danger === refused)
  if (refused === undefined || !effect) return
  throw new ProviderError(
    5000,
    `The wallet refuses what is dangerous: ${effect.text}. Its policy doesn't allow "${refused}".`,
  )
}
