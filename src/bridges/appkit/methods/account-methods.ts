import type { Latchkey } from '../../../client/create-latchkey.ts'
import type { WalletInfo } from '../../../controllers/wallet/connections-controller.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { sameJson } from '../../../core/json/same-json.ts'
import type { Unsubscribe } from '../../../ports.ts'
import { type AppKitAccount, accountOf } from '../state-shapes.ts'
import { watchValue } from '../watch-value.ts'

/** The methods for the connected accounts. By default, `namespace` is the active family. */
export interface AccountMethods {
  getAccount(namespace?: ChainNamespace): AppKitAccount
  /** Calls the listener on each change. */
  subscribeAccount(listener: (account: AppKitAccount) => void, namespace?: ChainNamespace): Unsubscribe
  getAddress(namespace?: ChainNamespace): string | undefined
  getAddressByChainNamespace(namespace: ChainNamespace): string | undefined
  getCaipAddress(namespace?: ChainNamespace): CaipAddress | undefined
  getIsConnectedState(): boolean
  getWalletInfo(namespace?: ChainNamespace): WalletInfo | undefined
  subscribeWalletInfo(
    listener: (info: WalletInfo | undefined) => void,
    namespace?: ChainNamespace,
  ): Unsubscribe
  /** Disconnects one family, or all families if `namespace` is omitted. */
  disconnect(namespace?: ChainNamespace): Promise<void>
}

export function accountMethods(client: Latchkey): AccountMethods {
  const { account, network, embeddedWallet } = client
  const family = (given?: ChainNamespace) => given ?? network.state.activeNamespace
  const getAccount = (namespace?: ChainNamespace) =>
    accountOf(account.state, family(namespace), embeddedWallet.state)
  const getAddress = (namespace?: ChainNamespace) => account.state[family(namespace)].address
  const getWalletInfo = (namespace?: ChainNamespace) => account.state[family(namespace)].connectedWalletInfo
  return {
    getAccount,
    subscribeAccount: (listener, namespace) =>
      watchValue([account, network, embeddedWallet], () => getAccount(namespace), listener, sameJson),
    getAddress,
    getAddressByChainNamespace: getAddress,
    getCaipAddress: (namespace) => account.state[family(namespace)].caipAddress,
    getIsConnectedState: () => account.active.caipAddress !== undefined,
    getWalletInfo,
    subscribeWalletInfo: (listener, namespace) =>
      watchValue([account, network], () => getWalletInfo(namespace), listener),
    disconnect: (namespace) => client.disconnect(namespace),
  }
}
