import type { Hex } from '../../core/chain/caip.ts'
import { isSameAddress } from '../../core/chain/same-address.ts'
import type { Clock } from '../../ports.ts'
import { ProviderError } from '../../wallets/provider-error.ts'
import type { WireCall } from '../../wallets/walletconnect/family-wallet.ts'
import type { Networks, WalletNetwork } from '../networks.ts'
import type { Prepare } from '../requests/signing.ts'
import type { Batches } from '../store/batches.ts'
import type { Accounts } from './accounts.ts'
import { namedSigner } from './named-signer.ts'
import { operationsSent } from './operations.ts'
import { prepareForAccount } from './requests.ts'

/** Handles the requests for smart accounts. */
export interface SmartRequests {
  /**
   * Returns whether a request is for the smart account. True if it names the smart account, or if it names no account and the
   * user prefers the smart account.
   */
  isFor(call: WireCall, network: WalletNetwork): Promise<boolean>
  readonly prepare: Prepare
  /** Returns the status of a batch (EIP-5792). Returns undefined if the batch doesn't belong to a smart account of the user. */
  status(id: unknown): Promise<unknown>
  /**
   * Returns the capabilities of a smart account by network (EIP-5792). Returns none for an address that isn't a smart account
   * of the user.
   */
  capabilities(address: unknown, chains: readonly unknown[] | undefined): Promise<Record<Hex, unknown>>
}

export function smartRequests(
  accounts: Accounts,
  networks: Networks,
  clock: Clock,
  batches: Batches,
): SmartRequests {
  const operations = operationsSent(clock)

  return {
    async isFor(call, network) {
      const { all, preferred } = await accounts.on(network)
      const named = namedSigner(call)
      if (named === undefined) return preferred.type === 'smartAccount'
      const found = all.find(({ address }) => isSameAddress(address, named))
      return found?.type === 'smartAccount'
    },
    async prepare(call, { addresses }, network) {
      const account = await accounts.smart(addresses.eip155, network)
      if (!account) throw new ProviderError(4100, `There is no smart account on ${network.name}.`)
      const chainId = Number(network.id)
      return prepareForAccount({
        ...{ call, account, network },
        async remember(id, hash) {
          const batch = { owner: addresses.eip155, chainId, hashes: [hash] }
          if (!(await batches.add(id, batch)))
            throw new ProviderError(5720, 'There is already a bundle with this id.')
          return () => batches.update(id, { ...batch, stopped: true })
        },
        mined: (hash) => operations.mined(account, hash),
      })
    },
    async status(id) {
      const batch = await batches.get(String(id))
      const network = networks.all.find(
        (one) => one.chainNamespace === 'eip155' && Number(one.id) === batch?.chainId,
      )
      if (!batch || !network) return undefined
      // Another user may have logged in after the batch was sent.
      const { wallet } = await accounts.on(network)
      const account = await accounts.smart(batch.owner, network)
      if (batch.owner !== wallet.addresses.eip155 || !account) return undefined
      return operations.status(String(id), batch, account)
    },
    async capabilities(address, chains) {
      const covered = networks.all.filter(
        (network) =>
          accounts.covers(network) &&
          (chains === undefined || chains.some((id) => Number(id) === Number(network.id))),
      )
      const own = await Promise.all(
        covered.map(async (network) => {
          const { all } = await accounts.on(network)
          const found = all.find((one) => isSameAddress(one.address, String(address)))
          const chainId: Hex = `0x${Number(network.id).toString(16)}`
          return found?.type === 'smartAccount'
            ? [[chainId, { atomic: { status: 'supported' } }] as const]
            : []
        }),
      )
      return Object.fromEntries(own.flat())
    },
  }
}
