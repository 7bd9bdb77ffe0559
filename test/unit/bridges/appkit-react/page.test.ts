// @vitest-environment jsdom
import type { AppKit } from 'latchkey/appkit'
import {
  AppKitButton,
  AppKitNetworkButton,
  AppKitProvider,
  createAppKit,
  useAppKitNetworkCore,
} from 'latchkey/appkit/react'
import { act, createElement } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { afterEach, describe, expect, it } from 'vitest'
import { sharedKit } from '../../../../src/bridges/appkit/shared-kit.ts'
import { appKitWorld } from '../../../support/appkit-world.ts'
import './using.ts'

afterEach(async () => {
  await act(async () => sharedKit().kit.getSnapshot()?.dispose())
  document.body.replaceChildren()
})
async function started(more: Parameters<typeof appKitWorld>[0] = {}): Promise<AppKit> {
  return act(async () => createAppKit(appKitWorld(more).options))
}
const element = (html: string) =>
  act(async () => {
    document.body.insertAdjacentHTML('beforeend', html)
    return document.body.lastElementChild as HTMLElement
  })

/** Returns where an element of AppKit renders its button. */
const inside = ({ shadowRoot }: Element) => shadowRoot as ShadowRoot
/** Returns the buttons of AppKit's elements in the page. */
const buttons = () =>
  [...document.querySelectorAll('appkit-button,appkit-network-button')].flatMap((one) => [
    ...inside(one).querySelectorAll('button'),
  ])

describe('the AppKit instance of a page', () => {
  it('is created only once, even if a second call passes different options', async () => {
    const kit = await started()
    const children = document.body.childElementCount
    expect(await started({ name: 'another' })).toBe(kit)
    expect(document.body.childElementCount).toBe(children)
  })

  it('leaves nothing in the page when it is disposed, and can be created again', async () => {
    const kit = await started()
    expect(document.body.childElementCount).toBe(1)
    await act(() => kit.dispose())
    expect(document.body.childElementCount).toBe(0)
    expect(await started()).not.toBe(kit)
  })

  it('can be created by AppKitProvider for the hooks of the components inside', async () => {
    const seen: unknown[] = []
    const Probe = () => {
      seen.push(useAppKitNetworkCore().chainId)
      return null
    }
    const root = createRoot(document.createElement('div'))
    await act(async () =>
      root.render(createElement(AppKitProvider, appKitWorld().options, createElement(Probe))),
    )
    expect(seen.at(-1)).toBe(1)
    await act(async () => root.unmount())
  })
})

describe('the AppKit elements', () => {
  it('become buttons, whether the page has them from the start or adds them later', async () => {
    const early = await element('<appkit-button label="Come in"></appkit-button>')
    await started()
    expect(inside(early).querySelector('button')?.textContent).toBe('Come in')
    const late = await element('<appkit-network-button></appkit-network-button>')
    expect(inside(late).querySelector('button')?.textContent).toBe('One')
    await act(async () => late.remove())
    expect(inside(late).querySelector('button')).toBeNull()
    expect(inside(early).querySelectorAll('button')).toHaveLength(1)
  })

  it('update when their attributes change', async () => {
    await started()
    const connect = await element('<appkit-connect-button label="One"></appkit-connect-button>')
    const network = await element('<appkit-network-button></appkit-network-button>')
    await act(async () => {
      connect.setAttribute('label', 'Two')
      network.setAttribute('disabled', '')
    })
    expect(inside(connect).querySelector('button')?.textContent).toBe('Two')
    expect(inside(network).querySelector('button')?.disabled).toBe(true)
    await act(async () => network.setAttribute('disabled', 'false'))
    expect(inside(network).querySelector('button')?.disabled).toBe(false)
  })

  it('are available as React components', async () => {
    await started()
    const host = await element('<div></div>')
    const root = createRoot(host)
    await act(async () =>
      root.render([
        createElement(AppKitButton, { key: 1, label: 'Enter', loadingLabel: 'Entering' }),
        createElement(AppKitNetworkButton, { key: 2, disabled: true }),
      ]),
    )
    const [button, network] = buttons()
    expect(button?.textContent).toBe('Enter')
    expect(network?.disabled).toBe(true)
    await act(async () => root.unmount())
  })

  it('can show their buttons before React hydrates the page that a server rendered', async () => {
    const host = await element(
      '<div><appkit-button label="Enter"></appkit-button><appkit-network-button></appkit-network-button></div>',
    )
    await started()
    expect(buttons().map(({ textContent }) => textContent)).toEqual(['Enter', 'One'])
    const errors: unknown[] = []
    const parts = [
      createElement(AppKitButton, { key: 1, label: 'Enter' }),
      createElement(AppKitNetworkButton, { key: 2 }),
    ]
    const root = await act(async () =>
      hydrateRoot(host, parts, { onRecoverableError: (error) => errors.push(error) }),
    )
    expect(errors).toEqual([])
    expect(buttons().map(({ textContent }) => textContent)).toEqual(['Enter', 'One'])
    await act(async () => root.unmount())
  })

  it('show the account and the balance after a wallet connects', async () => {
    const kit = await started()
    const shown = await element('<appkit-account-button></appkit-account-button>')
    const hidden = await element('<appkit-account-button balance="hide"></appkit-account-button>')
    expect(inside(shown).textContent).toBe('')
    await act(() => kit.client.connect({ connectorId: 'a' }))
    await act(() =>
      expect.poll(() => inside(shown).textContent, { message: 'the balance is shown' }).toContain('COIN'),
    )
    expect(inside(hidden).textContent).toContain('a-eip155')
    expect(inside(hidden).textContent).not.toContain('COIN')
  })
})
