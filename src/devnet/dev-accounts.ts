import type { ChainNamespace } from '../core/chain/namespace.ts'
import { bip122Accounts } from './accounts/bip122.ts'
import { cosmosAccounts } from './accounts/cosmos.ts'
import { eip155Accounts } from './accounts/eip155.ts'
import { polkadotAccounts } from './accounts/polkadot.ts'
import { solanaAccounts } from './accounts/solana.ts'
import type { DevAccount } from './dev-account.ts'

export type { DevAccount } from './dev-account.ts'

/** The accounts by name and family. */
export const devAccounts: Readonly<Record<string, Readonly<Partial<Record<ChainNamespace, DevAccount>>>>> =
  Object.fromEntries(
    Object.keys(eip155Accounts).map((name) => [
      name,
      {
        eip155: eip155Accounts[name],
        solana: solanaAccounts[name],
        bip122: bip122Accounts[name],
        polkadot: polkadotAccounts[name],
        cosmos: cosmosAccounts[name],
      },
    ]),
  )
