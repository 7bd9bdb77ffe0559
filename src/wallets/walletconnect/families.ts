import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { bip122OverRelay } from '../bip122/over-relay.ts'
import { cosmosOverRelay } from '../cosmos/over-relay.ts'
import { eip155OverRelay } from '../eip155/over-relay.ts'
import { polkadotOverRelay } from '../polkadot/over-relay.ts'
import { solanaOverRelay } from '../solana/over-relay.ts'
import type { FamilyOptions, FamilyWallet } from './family-wallet.ts'

const makers: Readonly<Record<ChainNamespace, (options: FamilyOptions) => FamilyWallet>> = {
  eip155: eip155OverRelay,
  solana: solanaOverRelay,
  bip122: bip122OverRelay,
  polkadot: polkadotOverRelay,
  cosmos: cosmosOverRelay,
}

export function familyWallet(namespace: ChainNamespace, options: FamilyOptions): FamilyWallet {
  return makers[namespace](options)
}
