import { erc20Abi, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { lifi } from '../../src/providers/lifi/index.ts'
import { accountWorld } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { bridgeTokens } from '../support/swap-bridge.ts'
import { type Json, spoilingProxy, withField } from '../support/swap-services.ts'

const there = 'eip155:31338'

let devnet: Devnet
let services: DevProviders
let proxy: Awaited<ReturnType<typeof spoilingProxy>>
let world: Awaited<ReturnType<typeof accountWorld>>
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  services = await startProviders(devnet)
  proxy = await spoilingProxy(services.lifi)
  const { swapContracts: contracts } = services
  world = await accountWorld(devnet, {
    clock: systemClock,
    adapters: [eip155({ swapContracts: contracts })],
    providers: [lifi({ url: proxy.url, tokens: bridgeTokens(devnet), contracts })],
  })
}, leaseTimeout)
afterAll(async () => {
  await world?.dispose()
  await proxy?.close()
  await services?.stop()
  await devnet?.stop()
})

const swap = () => world.latchkey.swap

describe('a swap between networks', () => {
  it.each([
    ['tUSD', 'tUSD', '2.5'],
    ['tUSD', 'LKT', '0.5'],
    ['ETH', 'tUSD', '0.001'],
    ['tUSD', 'ETH', '2.5'],
    ['ETH', 'ETH', '0.01'],
  ])(
    'pays %s on one network and receives at least the minimum of %s on the other',
    async (from, to, amount) => {
      proxy.spoil()
      await swap().begin({ fromToken: from, toToken: to, amount, toNetwork: there })
      await swap().refresh()
      expect(swap().state.error).toBeUndefined()
      const { minimum, toAmount, bridge } = swap().state.terms!
      expect(bridge).toMatchObject({ name: 'across', duration: 4000, network: { caipNetworkId: there } })
      if ((await swap().prepareReview()).step === 'approve') await swap().approve()
      expect(swap().state.error).toBeUndefined()
      expect(swap().state.review).toMatchObject({ step: 'swap', bridge: { name: 'Across' } })
      const settled = new Promise((resolve) => swap().on('settled', resolve))
      await swap().swapTokens()
      await expect
        .poll(() => swap().state.result, { message: 'the first half' })
        .toMatchObject({
          phase: 'confirmed',
          arrival: { phase: 'pending' },
        })
      await settled
      const { result } = swap().state
      expect(result).toMatchObject({ phase: 'confirmed', short: false, arrival: { phase: 'arrived' } })
      expect(result!.received).toBeGreaterThanOrEqual(minimum)
      expect(result!.received).toBeLessThanOrEqual(toAmount)
    },
    40_000,
  )
})
