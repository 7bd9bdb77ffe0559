import { type AppKit, type AppKitOptions, createAppKit } from 'latchkey/appkit'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { FakeConnector, fakeFamily, network } from './fake-families.ts'

export const one = network('eip155:1', 'One')
export const two = network('eip155:2', 'Two')
export const sol = network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Sol')

/** Returns options for an AppKit instance, with scripted wallets of two families and a test page. */
export function appKitWorld(more: Partial<AppKitOptions> = {}) {
  const wallet = new FakeConnector({ id: 'a', chains: ['eip155'] })
  const solana = new FakeConnector({ id: 'b', chains: ['solana'] })
  const families = { eip155: fakeFamily('eip155'), solana: fakeFamily('solana') }
  const platform = memoryPlatform()
  const options: AppKitOptions = {
    networks: [one, two, sol],
    adapters: [families.eip155.factory, families.solana.factory],
    connectors: [wallet.factory, solana.factory],
    enableWalletConnect: false,
    enableEIP6963: false,
    enableInjected: false,
    platform,
    ...more,
  }
  return { wallet, solana, families, platform, options }
}

/** Creates an AppKit instance with these options. Returns the instance and its fakes. */
export function startKit(more: Partial<AppKitOptions> = {}): ReturnType<typeof appKitWorld> & {
  readonly kit: AppKit
} {
  const world = appKitWorld(more)
  return { ...world, kit: createAppKit(world.options) }
}
