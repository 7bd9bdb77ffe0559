// @vitest-environment jsdom
import { createLatchkey, type Latchkey } from 'latchkey'
import {
  AccountButton,
  ConnectButton,
  LatchkeyModal,
  LatchkeyProvider,
  NetworkButton,
  useAccount,
  useLatchkey,
  WalletButton,
} from 'latchkey/react'
import { act, createElement, Fragment, type ReactNode, StrictMode, Suspense, use } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nodePlatform } from '../../../src/platform/node.ts'
import { createPersistence } from '../../../src/services/persistence.ts'
import { connectedBefore } from '../../support/client-world.ts'
import { FakeConnector } from '../../support/fake-families.ts'
import { options } from './rendering.ts'

function Page() {
  const { isConnected } = useAccount()
  return createElement(
    Fragment,
    null,
    createElement(ConnectButton),
    createElement(AccountButton),
    createElement(NetworkButton),
    createElement('output', null, isConnected ? 'in' : 'out'),
    createElement(LatchkeyModal),
  )
}
const app = (create: () => ReturnType<typeof createLatchkey>) =>
  createElement(StrictMode, null, createElement(LatchkeyProvider, { create }, createElement(Page)))

/** Runs `render` as on a server, where there is no page. */
function onServer<T>(render: () => T): T {
  const { document: page, window: view } = globalThis
  vi.stubGlobal('document', undefined)
  vi.stubGlobal('window', undefined)
  try {
    return render()
  } finally {
    vi.stubGlobal('document', page)
    vi.stubGlobal('window', view)
  }
}

const WalletKind = () => createElement('output', null, useAccount().embeddedWalletInfo ? 'embedded' : 'none')

describe('a server', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('renders HTML that the page hydrates without a warning', async () => {
    const world = options()
    const create = () => createLatchkey({ ...world.options, platform: nodePlatform() })
    const [html, again] = onServer(() => [renderToString(app(create)), renderToString(app(create))])
    // Two visitors may request the page at the same time, so a second render returns the same HTML.
    expect(again).toBe(html)
    expect(html).toContain('Connect wallet')
    expect(html).toContain('<output>out</output>')
    expect(html).not.toContain('style=')

    world.wallet.granted = true
    connectedBefore('a')(createPersistence({ ...world.platform, store: world.platform.storage, name: 'app' }))
    const warnings = vi.spyOn(console, 'error').mockImplementation(() => {})
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = html
    const recovered: unknown[] = []
    const root = await act(async () =>
      hydrateRoot(
        container,
        app(() => createLatchkey(world.options)),
        {
          onRecoverableError: (error) => recovered.push(error),
        },
      ),
    )
    await act(() =>
      expect
        .poll(() => container.querySelector('output')?.textContent, { message: 'the wallet is connected' })
        .toBe('in'),
    )
    expect(recovered).toEqual([])
    expect(warnings.mock.calls).toEqual([])
    await act(async () => root.unmount())
  })

  it.each<[string, () => ReactNode, string, string]>([
    ['WalletButton', () => createElement(WalletButton, { wallet: 'a' }), 'a', 'Wallet a'],
    ['useAccount', () => createElement(WalletKind), 'none', 'embedded'],
  ])(
    'renders %s so that a part of the page that hydrates late hydrates without a warning',
    async (_, children, rendered, shown) => {
      const inPage = new FakeConnector({ id: 'ID_AUTH', type: 'AUTH' })
      const login = {
        stored: { used: true },
        cooldown: 0,
        smartAccountNetworks: [],
        syncTheme: async () => {},
      }
      Object.assign(inPage, { embedded: { on: () => () => {}, load: async () => login } })
      const connectors = [inPage.factory, new FakeConnector({ id: 'a' }).factory]
      const world = options({ connectors })
      const late: { code?: Promise<void> } = {}
      const Late = () => {
        if (late.code) use(late.code)
        return children()
      }
      let latchkey: Latchkey | undefined
      const Client = () => {
        latchkey = useLatchkey()
        return null
      }
      const page = (create: () => Latchkey) =>
        createElement(
          LatchkeyProvider,
          { create },
          createElement(Client),
          createElement(Suspense, { fallback: null }, createElement(Late)),
        )
      const html = onServer(() =>
        renderToString(page(() => createLatchkey({ ...world.options, platform: nodePlatform() }))),
      )
      const container = document.body.appendChild(document.createElement('div'))
      container.innerHTML = html
      expect(container.textContent).toBe(rendered)

      let arrive = () => {}
      late.code = new Promise((resolve) => (arrive = resolve))
      const recovered: unknown[] = []
      const onRecoverableError = (error: unknown) => recovered.push(error)
      const root = await act(async () =>
        hydrateRoot(
          container,
          page(() => createLatchkey(world.options)),
          { onRecoverableError },
        ),
      )
      await act(async () => {
        await latchkey?.ready()
        await latchkey?.connect({ connectorId: 'ID_AUTH' })
      })
      await act(() =>
        expect
          .poll(() => latchkey?.connector.state.connectors.length, { message: 'the wallets are listed' })
          .toBeGreaterThan(0),
      )
      expect(container.textContent).toBe(rendered)
      await act(async () => arrive())
      await act(() =>
        expect.poll(() => container.textContent, { message: 'the page shows the state' }).toBe(shown),
      )
      expect(recovered).toEqual([])
      await act(async () => root.unmount())
    },
  )
})
