import type { AccountState } from '../../../controllers/wallet/account-controller.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'

/** The networks on which an account can receive: a smart account only on its own network (S3.9.4). */
export function compatibleNetworks(
  { address, allAccounts }: AccountState,
  network: ChainNetwork,
  requested: readonly ChainNetwork[],
): readonly ChainNetwork[] {
  const type = allAccounts.find((one) => one.address === address)?.type
  if (type === 'smartAccount') return [network]
  return requested.filter(({ chainNamespace }) => chainNamespace === network.chainNamespace)
}
