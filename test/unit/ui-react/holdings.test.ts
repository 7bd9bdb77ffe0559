// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { act, createElement } from 'react'
import { expect, it, vi } from 'vitest'
import { Holdings } from '../../../src/ui-react/parts/token/holdings.tsx'
import { FakeConnector, fakeFamily, network } from '../../support/fake-families.ts'
import { mount, options } from './rendering.ts'

it.each(['bip122', 'cosmos', 'polkadot'] as const)(
  'the account view shows the history that a provider has of a %s account',
  async (namespace) => {
    const on = network(`${namespace}:1`)
    const wallet = new FakeConnector({ id: 'a', chains: [namespace] })
    const transactions = vi.fn(async () => ({ transactions: [], next: undefined }))
    const latchkey = createLatchkey(
      options({
        networks: [on],
        adapters: [fakeFamily(namespace).factory],
        connectors: [wallet.factory],
        providers: [{ name: 'history', covers: ['history'], create: async () => ({ transactions }) }],
      }).options,
    )
    await latchkey.connect({ connectorId: 'a' })
    const { unmount } = await mount(() => latchkey, createElement(Holdings))
    await act(() =>
      expect.poll(() => transactions.mock.calls.length, { message: 'the history is read' }).toBe(1),
    )
    await unmount()
  },
)
