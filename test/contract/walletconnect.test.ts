import { eip155 } from 'latchkey/adapters/eip155'
import { solana } from 'latchkey/adapters/solana'
import { type Devnet, type Relay, startRelay } from 'latchkey/devnet'
import { adapterContract, type ContractTrait, type ContractWorld } from 'latchkey/testing'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type Channel, eip155Channel, solanaChannel } from '../support/walletconnect-channels.ts'
import { openWalletEnd, type WalletEnd } from '../support/walletconnect-wallet-end.ts'

let relay: Relay
let end: WalletEnd
beforeAll(async () => {
  relay = await startRelay()
  end = await openWalletEnd(relay.url)
})
afterAll(async () => {
  await end?.stop()
  await relay?.stop()
})

describe('eip155 over WalletConnect', () => overTheRelay(eip155(), eip155Channel))
describe('solana over WalletConnect', () => overTheRelay(solana(), solanaChannel))

/** The whole contract; what the channel cannot have is skipped under the reason for it. */
function overTheRelay<N extends ChainNamespace>(factory: AdapterFactory<N>, channel: Channel<N>): void {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await leaseDevnet({ families: [factory.namespace] })
  }, leaseTimeout)
  afterAll(() => devnet?.stop())
  const lacks = Object.keys(channel.lacks) as ContractTrait[]
  const open = (): Promise<ContractWorld<N>> => channel.open({ factory, devnet, relay, end, lacks })

  const kept = adapterContract<N>(factory.capabilities, lacks).map(({ name }) => name)
  for (const { name, needs, run } of adapterContract<N>(factory.capabilities)) {
    const lacked = lacks.find((trait) => needs.includes(trait))
    const reason = kept.includes(name) ? channel.without?.[name] : lacked && channel.lacks[lacked]
    if (reason === undefined) it(name, () => run(open))
    else it.skip(`${name} (${reason})`)
  }
}
