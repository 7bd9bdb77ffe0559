import { createLatchkey, type Latchkey, type LatchkeyOptions } from 'latchkey'
import { LatchkeyProvider } from 'latchkey/react'
import { act, createElement, type ReactNode, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { FakeConnector, fakeFamily, network } from '../../support/fake-families.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const one = network('eip155:1', 'One')
const two = network('eip155:2', 'Two')

/** Returns the options of a client with a scripted wallet and its own memory platform. */
export function options(more: Partial<LatchkeyOptions> = {}) {
  const wallet = new FakeConnector({ id: 'a' })
  const family = fakeFamily('eip155')
  const platform = memoryPlatform()
  const made: LatchkeyOptions = {
    networks: [one, two],
    adapters: [family.factory],
    connectors: [wallet.factory],
    enableEIP6963: false,
    enableInjected: false,
    platform,
    ...more,
  }
  return { wallet, family, platform, options: made }
}

export interface Mounted {
  readonly container: HTMLElement
  rerender(children: ReactNode): Promise<void>
  unmount(): Promise<void>
}

/** Renders the children under StrictMode, inside a provider. */
export async function mount(create: () => Latchkey, children: ReactNode): Promise<Mounted> {
  const container = document.body.appendChild(document.createElement('div'))
  const root: Root = createRoot(container)
  const rerender = (next: ReactNode) =>
    act(async () => {
      root.render(createElement(StrictMode, null, createElement(LatchkeyProvider, { create }, next)))
    })
  await rerender(children)
  return {
    container,
    rerender,
    async unmount() {
      await act(async () => root.unmount())
      container.remove()
      // The provider disposes of its client after a timer of 0 ms, because StrictMode may mount the provider again.
      // This timer of 0 ms starts later, so it also fires later.
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
  }
}

export const createWith = (more: LatchkeyOptions) => () => createLatchkey(more)
