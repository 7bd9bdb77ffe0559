// The compiler checks this file in `npm test`. It reports each @ts-expect-error above a line without an error.
import {
  type CaipAddress,
  type ChainNamespace,
  type ChainNetwork,
  type Connection,
  createLatchkey,
  type Latchkey,
} from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { solana } from 'latchkey/adapters/solana'
import { mainnet, solanaMainnet } from 'latchkey/networks'
import { expectTypeOf } from 'vitest'

const networks = [mainnet]
const two = createLatchkey({ networks, adapters: [eip155(), solana()] })
expectTypeOf(two).toEqualTypeOf<Latchkey<'eip155' | 'solana'>>()

// A client of some families is accepted wherever a client is expected.
expectTypeOf(two).toExtend<Latchkey>()

// The client has the adapters that were passed.
expectTypeOf(two.adapter('solana').then(({ namespace }) => namespace)).resolves.toEqualTypeOf<'solana'>()
// @ts-expect-error no adapter of cosmos was passed
two.adapter('cosmos')

// The connections belong to the requested families, and there is at least one connection.
const evm = two.connect({ connectorId: 'io.metamask', namespaces: ['eip155'] })
expectTypeOf(evm).resolves.toEqualTypeOf<readonly [Connection<'eip155'>, ...Connection<'eip155'>[]]>()
// If no family is requested, the connections belong to the families of the passed adapters.
expectTypeOf(
  two.connect({ connectorId: 'io.metamask' }).then(([{ namespace }]) => namespace),
).resolves.toEqualTypeOf<'eip155' | 'solana'>()
// @ts-expect-error no adapter of polkadot was passed
two.connect({ connectorId: 'io.metamask', namespaces: ['polkadot'] })

// A connection contains the address that the family's calls accept, so no host builds it from strings.
export async function sign(): Promise<void> {
  const [connection] = await evm
  const [account] = connection.addresses
  expectTypeOf(account).toEqualTypeOf<CaipAddress<'eip155'>>()
  await (await two.adapter('eip155')).signMessage(account, 'hello')
  // @ts-expect-error an eip155 account is not a Solana account
  await (await two.adapter('solana')).signMessage(account, 'hello')
  const [either] = await two.connect({ connectorId: 'phantom' })
  // The family of a connection narrows the family of its accounts.
  if (either.namespace === 'solana') expectTypeOf(either.addresses[0]).toEqualTypeOf<CaipAddress<'solana'>>()
}

// A client without adapters may connect wallets of every family.
const none = createLatchkey({ networks })
expectTypeOf(none).toEqualTypeOf<Latchkey<ChainNamespace>>()
expectTypeOf(none.adapter('cosmos').then(({ namespace }) => namespace)).resolves.toEqualTypeOf<'cosmos'>()
expectTypeOf(none.connect({ connectorId: 'walletConnect', namespaces: ['eip155'] })).resolves.toEqualTypeOf<
  readonly [Connection<'eip155'>, ...Connection<'eip155'>[]]
>()
// Families of the networks that have no adapter connect over WalletConnect.
const beside = createLatchkey({ networks: [mainnet, solanaMainnet], adapters: [eip155()] })
expectTypeOf(beside).toEqualTypeOf<Latchkey<'eip155' | 'solana'>>()
expectTypeOf(beside.adapter('solana').then(({ namespace }) => namespace)).resolves.toEqualTypeOf<'solana'>()
beside.connect({ connectorId: 'walletConnect', namespaces: ['solana'] })
// @ts-expect-error there is neither an adapter nor a network of cosmos
beside.adapter('cosmos')
// Networks that are known only at runtime do not determine a family.
declare const fetched: readonly ChainNetwork[]
expectTypeOf(createLatchkey({ networks: fetched, adapters: [eip155()] })).toEqualTypeOf<Latchkey<'eip155'>>()
// The adapters, too, may be known only at runtime.
const some = [eip155(), solana()].filter(({ namespace }) => namespace !== 'solana')
expectTypeOf(createLatchkey({ networks, adapters: some })).toEqualTypeOf<Latchkey<'eip155' | 'solana'>>()
