// The compiler checks this file in `npm test`. It reports each @ts-expect-error above a line without an error.
import { BrowserProvider, type Eip1193Provider } from 'ethers'
import { type ChainNetwork, type ConnectionProvider, createLatchkey, type Hex, type Latchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { solana } from 'latchkey/adapters/solana'
import { mainnet, solanaMainnet } from 'latchkey/networks'
import { createWalletClient, custom, type EIP1193Provider } from 'viem'
import { base, optimism } from 'viem/chains'
import { expectTypeOf } from 'vitest'

const client = createLatchkey({ networks: [mainnet, solanaMainnet], adapters: [eip155(), solana()] })

export async function provider(): Promise<void> {
  const [connection] = await client.connect({ connectorId: 'io.metamask', namespaces: ['eip155'] })
  // An eip155 connection has a provider that works wherever an extension's provider does.
  expectTypeOf(connection.provider).toEqualTypeOf<ConnectionProvider>()
  createWalletClient({ transport: custom(connection.provider) })
  new BrowserProvider(connection.provider)
  const asViem: EIP1193Provider = connection.provider
  const asEthers: Eip1193Provider = connection.provider
  expectTypeOf([asViem, asEthers]).toBeArray()
  connection.provider.on('chainChanged', (chainId) => expectTypeOf(chainId).toEqualTypeOf<Hex>())
  connection.provider.on('accountsChanged', (accounts: string[]) => void accounts)

  const [other] = await client.connect({ connectorId: 'phantom', namespaces: ['solana'] })
  expectTypeOf(other.provider).toEqualTypeOf<undefined>()
  expectTypeOf(client.connections.of('eip155')?.provider).toEqualTypeOf<ConnectionProvider | undefined>()
}

export async function methods(): Promise<void> {
  const evm = await client.adapter('eip155')
  const account = 'eip155:1:0x00'
  // On eip155 these methods are not optional.
  evm.signTypedData(account, {})
  evm.sendTransaction(account, { value: 1n })
  const sol = await client.adapter('solana')
  sol.sendTransaction('solana:1:a', { wire: new Uint8Array() })
  // @ts-expect-error a transaction has either bytes or instructions
  sol.sendTransaction('solana:1:a', { wire: new Uint8Array(), instructions: [] })
  // @ts-expect-error only eip155 has typed data
  sol.signTypedData('solana:1:a', {})
}

// viem's chains are eip155 networks, and can be used with networks of other families.
const viem = createLatchkey({ networks: [base, optimism], adapters: [eip155()], defaultNetwork: optimism })
expectTypeOf(viem).toEqualTypeOf<Latchkey<'eip155'>>()
expectTypeOf(createLatchkey({ networks: [base, solanaMainnet] })).toEqualTypeOf<
  Latchkey<'eip155' | 'solana'>
>()
viem.network.addNetwork(base)
expectTypeOf(viem.network.requested()).toEqualTypeOf<readonly ChainNetwork[]>()
// @ts-expect-error a network needs endpoints
createLatchkey({ networks: [{ id: 1, name: 'One', nativeCurrency: base.nativeCurrency }] })
