// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { LatchkeyButton, LatchkeyProvider, useAccount } from 'latchkey/react'
import { type AccountSnapshot, readSnapshot } from 'latchkey/server'
import { act, createElement, Fragment, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { truncateAddress } from '../../../src/core/amounts/format.ts'
import { nodePlatform } from '../../../src/platform/node.ts'
import { createPersistence } from '../../../src/services/persistence.ts'
import { connectedBefore } from '../../support/client-world.ts'
import { options } from './rendering.ts'

function Page() {
  const { address, status, isConnected } = useAccount()
  return createElement(
    Fragment,
    null,
    createElement(LatchkeyButton, { balance: 'hide' }),
    createElement('output', { 'data-status': status }, `${address} ${isConnected}`),
  )
}

/** Renders a page on the server, and hydrates it in the browser of a visitor who was connected before. */
async function visit(snapshot: AccountSnapshot | null | undefined, granted = true) {
  const world = options()
  const app = (create: () => ReturnType<typeof createLatchkey>) =>
    createElement(
      StrictMode,
      null,
      createElement(LatchkeyProvider, { create, snapshot }, createElement(Page)),
    )
  const { document: page, window: view } = globalThis
  vi.stubGlobal('document', undefined)
  vi.stubGlobal('window', undefined)
  const html = renderToString(app(() => createLatchkey({ ...world.options, platform: nodePlatform() })))
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', view)

  world.wallet.granted = granted
  world.wallet.accounts = [{ namespace: 'eip155', address, type: 'eoa' }]
  connectedBefore('a')(createPersistence({ ...world.platform, store: world.platform.storage, name: 'app' }))
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = html
  const shown = [container.querySelector('button')?.textContent]
  const note = () => shown.push(container.querySelector('button')?.textContent)
  const observer = new MutationObserver(note)
  observer.observe(container, { childList: true, characterData: true, subtree: true })
  const complaints: unknown[] = []
  vi.spyOn(console, 'error').mockImplementation((...all) => complaints.push(all))
  const latchkey = createLatchkey(world.options)
  const root = await act(async () =>
    hydrateRoot(
      container,
      app(() => latchkey),
      { onRecoverableError: (error) => complaints.push(error) },
    ),
  )
  const settled = (text: string) =>
    act(() =>
      expect
        .poll(() => container.querySelector('output')?.textContent, { message: 'the page is settled' })
        .toBe(text),
    )
  return {
    html,
    latchkey,
    settled,
    complaints,
    /** Returns each new text that the button has shown, in order. */
    shown: () => shown.filter((text, index) => text !== shown[index - 1]),
    async leave() {
      observer.disconnect()
      await act(async () => root.unmount())
    },
  }
}

const setCookie = (text: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other interface.
  document.cookie = text
}
const read = () => readSnapshot(new Headers({ cookie: document.cookie }))
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const short = truncateAddress(address)

describe('a page with an account snapshot from its server', () => {
  beforeEach(() => {
    setCookie('latchkey-app=; Max-Age=0; Path=/')
  })
  afterEach(() => vi.unstubAllGlobals())

  it('shows the account from the first byte', async () => {
    const page = await visit({ namespace: 'eip155', address })
    expect(page.html).toContain(short)
    expect(page.html).toContain(`<output data-status="restoring">${address} false</output>`)
    await page.settled(`${address} true`)
    expect(page.shown()).toEqual([short])
    expect(page.complaints).toEqual([])
    await page.leave()
  })

  it('a page without a snapshot first shows the connect button', async () => {
    const page = await visit(undefined)
    await page.settled(`${address} true`)
    const [first, ...rest] = page.shown()
    expect([first, rest.at(-1)]).toEqual(['Connect wallet', short])
    expect(document.cookie).toBe('')
    await page.leave()
  })

  it('keeps the account in a cookie until the visitor disconnects', async () => {
    const page = await visit(null)
    await page.settled(`${address} true`)
    await expect.poll(read, { message: 'the cookie is written' }).toEqual({ namespace: 'eip155', address })
    await act(() => page.latchkey.disconnect())
    await expect.poll(read, { message: 'the cookie is deleted' }).toBeNull()
    await page.leave()
  })

  it("deletes the cookie if the account can't be restored", async () => {
    setCookie(`latchkey-app=eip155:${address}; Path=/`)
    const page = await visit(read(), false)
    expect(page.html).toContain(short)
    await page.settled('undefined false')
    await expect.poll(read, { message: 'the cookie is deleted' }).toBeNull()
    expect(page.complaints).toEqual([])
    await page.leave()
  })

  it('ignores a snapshot of a family that the app does not support', async () => {
    const page = await visit({ namespace: 'solana', address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96' })
    expect(page.html).toContain('Connect wallet')
    await page.settled(`${address} true`)
    expect(page.complaints).toEqual([])
    await page.leave()
  })
})
