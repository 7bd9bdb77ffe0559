// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import {
  AccountButton,
  ConnectButton,
  LatchkeyModal,
  LatchkeyProvider,
  NetworkButton,
  useAccount,
} from 'latchkey/react'
import { act, createElement, Fragment, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nodePlatform } from '../../../src/platform/node.ts'
import { createPersistence } from '../../../src/services/persistence.ts'
import { connectedBefore } from '../../support/client-world.ts'
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

describe('a server', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('renders HTML that the page hydrates without a warning', async () => {
    const world = options()
    const { document: page, window: view } = globalThis
    vi.stubGlobal('document', undefined)
    vi.stubGlobal('window', undefined)
    const html = renderToString(app(() => createLatchkey({ ...world.options, platform: nodePlatform() })))
    // Two visitors may request the page at the same time, so a second render returns the same HTML.
    expect(renderToString(app(() => createLatchkey({ ...world.options, platform: nodePlatform() })))).toBe(
      html,
    )
    vi.stubGlobal('document', page)
    vi.stubGlobal('window', view)
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
})
