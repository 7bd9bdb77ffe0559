// The compiler checks this file in `npm test`. It reports each @ts-expect-error above a line without an error.
import { expectTypeOf } from 'vitest'
import type { CaipAddress, CaipAssetId } from '../../src/core/chain/caip.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import type { Connection } from '../../src/core/wallet/connection.ts'
import type { Amount, SentTransaction } from '../../src/core/wallet/transaction.ts'

declare const evm: ChainAdapter<'eip155'>
declare const solanaAccount: CaipAddress<'solana'>
declare const evmAccount: CaipAddress<'eip155'>
declare const solanaNetwork: ChainNetwork<'solana'>
declare const solanaAsset: CaipAssetId<'solana'>

expectTypeOf(evm.getBalance(evmAccount)).resolves.toEqualTypeOf<Amount>()
expectTypeOf(evm.send({ from: evmAccount, to: '0x', amount: 1n })).resolves.toEqualTypeOf<SentTransaction>()
expectTypeOf(evm.connections()).toEqualTypeOf<readonly Connection<'eip155'>[]>()

// @ts-expect-error a Solana account is not an eip155 account
evm.getBalance(solanaAccount)
// @ts-expect-error a Solana asset does not live on eip155
evm.getBalance(evmAccount, solanaAsset)
// @ts-expect-error an eip155 wallet cannot move to a Solana network
evm.switchNetwork('id', solanaNetwork)
// @ts-expect-error amounts are bigint, never number
evm.send({ from: evmAccount, to: '0x', amount: 1 })
// @ts-expect-error eip155 sends take no Solana options
evm.send({ from: evmAccount, to: '0x', amount: 1n, options: { computeUnitLimit: 1 } })
