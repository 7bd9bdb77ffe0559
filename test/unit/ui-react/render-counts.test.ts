// @vitest-environment jsdom
import { createLatchkey, type Latchkey, type LatchkeyOptions } from 'latchkey'
import { useAccount, useLatchkey, useNetwork } from 'latchkey/react'
import { act, createElement, Profiler } from 'react'
import { describe, expect, it } from 'vitest'
import { FakeConnector, fakeFamily, network } from '../../support/fake-families.ts'
import { mount, options } from './rendering.ts'

const evm = new FakeConnector({ id: 'evm', chains: ['eip155'] })
const sol = new FakeConnector({ id: 'sol', chains: ['solana'] })

/**
 * Mounts a component that uses the hook, on a page with wallets of two families. Counts the renders of the
 * component.
 */
async function counted(hook: () => unknown) {
  const networks = [
    network('eip155:1', 'One'),
    network('eip155:2', 'Two'),
    network('solana:main', 'Sol'),
    network('solana:test', 'Sol test'),
  ] as const
  const world = options({
    networks,
    adapters: [fakeFamily('eip155').factory, fakeFamily('solana').factory],
    connectors: [evm.factory, sol.factory],
  } satisfies Partial<LatchkeyOptions>)
  const renders = { count: 0 }
  const held: { latchkey?: Latchkey } = {}
  const Probe = () => {
    hook()
    return null
  }
  const Holder = () => {
    held.latchkey = useLatchkey()
    return null
  }
  const probe = createElement(
    Profiler,
    { id: 'probe', onRender: () => void renders.count++ },
    createElement(Probe),
  )
  const mounted = await mount(
    () => createLatchkey(world.options),
    [createElement(Holder, { key: 'holder' }), createElement('div', { key: 'probe' }, probe)],
  )
  const { latchkey } = held
  if (!latchkey) throw new Error('No client was made')
  /** Returns how often the component renders while the step runs. */
  const during = async (step: () => Promise<unknown>) => {
    const before = renders.count
    await act(step)
    return renders.count - before
  }
  return { ...mounted, latchkey, during }
}

describe('the number of renders', () => {
  it.each([
    ['useAccount', () => useAccount({ namespace: 'eip155' })],
    ['useNetwork', () => useNetwork({ namespace: 'eip155' })],
  ])('a component with %s of one family ignores the events of another family', async (_, hook) => {
    const { latchkey, during, unmount } = await counted(hook)
    expect(await during(() => latchkey.connect({ connectorId: 'sol' })), 'connect').toBe(0)
    expect(await during(() => latchkey.switchNetwork('solana:test')), 'switch').toBe(0)
    expect(await during(() => latchkey.account.updateBalance('solana')), 'balance').toBe(0)
    expect(await during(() => latchkey.disconnect('solana')), 'disconnect').toBe(0)
    await unmount()
  })

  it('a component with useAccount renders twice during a connect', async () => {
    const seen: string[] = []
    const { latchkey, during, unmount } = await counted(() => {
      const { status, address } = useAccount({ namespace: 'eip155' })
      const shown = `${status} ${address ?? ''}`.trim()
      if (seen.at(-1) !== shown) seen.push(shown)
    })
    expect(await during(() => latchkey.connect({ connectorId: 'evm' }))).toBe(2)
    expect(seen).toEqual(['disconnected', 'connecting', 'connected evm-eip155'])
    await unmount()
  })

  it('a component with useAccount renders once when the active family changes', async () => {
    const { latchkey, during, unmount } = await counted(() => useAccount())
    await act(() => latchkey.connect({ connectorId: 'evm' }))
    await act(() => latchkey.connect({ connectorId: 'sol' }))
    expect(await during(() => latchkey.switchNetwork('eip155:1'))).toBe(1)
    await unmount()
  })

  it('a component with useNetwork renders twice during a network switch', async () => {
    const { latchkey, during, unmount } = await counted(() => useNetwork({ namespace: 'eip155' }))
    await act(() => latchkey.connect({ connectorId: 'evm' }))
    expect(await during(() => latchkey.switchNetwork('eip155:2'))).toBe(2)
    await unmount()
  })

  it('a component with useNetwork renders when the active family changes', async () => {
    const { latchkey, during, unmount } = await counted(() => useNetwork())
    expect(await during(() => latchkey.switchNetwork('solana:test'))).toBeGreaterThan(0)
    await unmount()
  })
})
