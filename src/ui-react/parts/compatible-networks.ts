import type { AccountState } from '../../controllers/wallet/account-controller.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'

/** The networks on which an account can be paid: a contract is on its one network only. Facts 9.4, "WalletReceive". */
export function compatibleNetworks(
  { address, allAccounts }: AccountState,
  network: ChainNetwork,
  requested: readonly ChainNetwork[],
): readonly ChainNetwork[] {
  const type = allAccounts.find((one) => one.address === address)?.type
  if (type === 'smartAccount') return [network]
  return requested.filter(({ chainNamespace }) => chainNamespace === network.chainNamespace)
}
