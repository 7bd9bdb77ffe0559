// The compiler checks this file in `npm test`. It reports each @ts-expect-error above a line without an error.
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import type { CaipAddress, ChainNamespace, Latchkey, SentTransaction } from 'latchkey'
import { useAccount } from 'latchkey/react'
import { expectTypeOf } from 'vitest'

declare const latchkey: Latchkey
declare const submittable: SubmittableExtrinsic<'promise'>
/** A transaction of polkadot-api version 1. `ofPapi2` is a transaction of version 2. */
declare const ofPapi: {
  readonly decodedCall: { readonly type: string; readonly value: unknown }
  getEncodedData(): Promise<{ asHex(): string; asBytes(): Uint8Array }>
}
declare const ofPapi2: { getEncodedData(): Promise<Uint8Array> }

// Each family's account has its family's types.
const { state } = latchkey.account
expectTypeOf(state.solana.caipAddress).toEqualTypeOf<CaipAddress<'solana'> | undefined>()
expectTypeOf(state.eip155.caipAddress).toEqualTypeOf<CaipAddress<'eip155'> | undefined>()
expectTypeOf(state.bip122.preferredAccountType).toEqualTypeOf<'payment' | 'ordinal' | 'stx' | undefined>()
expectTypeOf(state.cosmos.allAccounts[0]!.namespace).toEqualTypeOf<'cosmos'>()
// The active account can be of any family.
expectTypeOf(latchkey.account.active.caipAddress).toEqualTypeOf<CaipAddress | undefined>()

export function useAccounts(): void {
  const ofSolana = useAccount({ namespace: 'solana' })
  expectTypeOf(ofSolana.caipAddress).toEqualTypeOf<CaipAddress<'solana'> | undefined>()
  expectTypeOf(ofSolana.namespace).toEqualTypeOf<'solana'>()
  expectTypeOf(useAccount().namespace).toEqualTypeOf<ChainNamespace>()
  expectTypeOf(useAccount().caipAddress).toEqualTypeOf<CaipAddress | undefined>()
}

// Methods that every adapter of a family has aren't optional. These methods accept the account in the state.
export async function send(): Promise<void> {
  const [solana, polkadot] = await Promise.all([latchkey.adapter('solana'), latchkey.adapter('polkadot')])
  const { solana: onSolana, polkadot: onPolkadot } = state
  if (!onSolana.caipAddress || !onPolkadot.caipAddress) return
  const wire = new Uint8Array()
  expectTypeOf(await solana.sendTransaction(onSolana.caipAddress, { wire })).toEqualTypeOf<SentTransaction>()
  expectTypeOf(solana.signAllTransactions).not.toBeNullable()
  // @ts-expect-error a polkadot account is not a Solana account
  await solana.sendTransaction(onPolkadot.caipAddress, { wire })

  await polkadot.sendTransaction(onPolkadot.caipAddress, { tx: submittable })
  await polkadot.sendTransaction(onPolkadot.caipAddress, { tx: [submittable, ofPapi, ofPapi2], tip: 1n })
  await polkadot.sendTransaction(onPolkadot.caipAddress, { callHex: '0x0a03' })
  // @ts-expect-error a call is either built or encoded
  await polkadot.sendTransaction(onPolkadot.caipAddress, { tx: submittable, callHex: '0x0a03' })
  // @ts-expect-error an encoded call is passed as `callHex`
  await polkadot.sendTransaction(onPolkadot.caipAddress, { tx: '0x0a03' })
}
