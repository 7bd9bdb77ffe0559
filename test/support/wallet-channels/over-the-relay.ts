import { type Devnet, type Relay, startRelay } from 'latchkey/devnet'
import { adapterContract, type ContractTrait, type ContractWorld } from 'latchkey/testing'
import { afterAll, beforeAll, it } from 'vitest'
import type { ChainNamespace } from '../../../src/core/chain/namespace.ts'
import type { AdapterFactory, Capability } from '../../../src/core/wallet/adapter.ts'
import { leaseDevnet, leaseTimeout } from '../leased-devnet.ts'
import { openWalletEnd, type WalletEnd } from '../walletconnect-wallet-end.ts'
import type { Channel, ChannelGround } from './channel.ts'

/**
 * Runs the whole contract suite with a channel. Skips the behaviors that are impossible with the channel. Their titles
 * give the reasons.
 */
export function overTheRelay<N extends ChainNamespace>(
  factory: AdapterFactory<N>,
  channel: Channel<N>,
  lease = () => leaseDevnet({ families: [factory.namespace] }),
): void {
  let devnet: Devnet
  let relay: Relay
  let end: WalletEnd
  let ground: ChannelGround<N>
  beforeAll(async () => {
    devnet = await lease()
    relay = await startRelay()
    end = await openWalletEnd(relay.url)
    ground = channel.begin(devnet)
  }, leaseTimeout)
  afterAll(async () => {
    await ground?.close?.()
    await end?.stop()
    await relay?.stop()
    await devnet?.stop()
  })
  const lacked = Object.entries(channel.lacks) as [ContractTrait | Capability, string][]
  const lacks = lacked.map(([need]) => need).filter((need) => !factory.capabilities.has(need as Capability))
  const open = (): Promise<ContractWorld<N>> =>
    ground.open({ factory, relay, end, lacks: lacks as ContractTrait[] })

  for (const { name, needs, run } of adapterContract<N>(factory.capabilities)) {
    const reason = channel.without?.[name] ?? lacked.find(([need]) => needs.includes(need))?.[1]
    if (reason === undefined) it(name, () => run(open))
    else it.skip(`${name} (${reason})`)
  }
}
