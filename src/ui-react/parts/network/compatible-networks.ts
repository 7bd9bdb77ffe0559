import type { AccountState } from '../../../controllers/wallet/account-controller.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'

/** Returns the networks on which an account can receive. A smart account can receive only on its own network (S3.9.4). */
export function compatibleNetworks(
  { address, allAccounts }: AccountState,
  network: ChainNetwork,
  requested: readonly ChainNetwork[],
): readonly ChainNetwork[] {
  const type = allAccounts.find((one) => one.address === address)?.type
  if (type === 'smartAccount') return [network]
  return requested.filter(({ chainNamespace }) => chainNamespace === network.chainNamespace)
}
