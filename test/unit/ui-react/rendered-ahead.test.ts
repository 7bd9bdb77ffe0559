// @vitest-environment jsdom
import { act, createElement, type ReactNode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Runtime } from '../../../src/ui-react/runtime.ts'
import './rendering.ts'

/** Renders `RenderedAhead` for a client with these connected families. `show` renders it with this content. */
async function ahead(connected: readonly string[] = []) {
  const { RuntimeContext } = await import('../../../src/ui-react/runtime.ts')
  const { RenderedAhead } = await import('../../../src/ui-react/shell/rendered-ahead.tsx')
  const value = { latchkey: { account: { connectedNamespaces: connected } } } as unknown as Runtime
  const element = document.createElement('div')
  const root = createRoot(element)
  onTestFinished(() => act(async () => root.unmount()))
  const show = (open: boolean, children: ReactNode) =>
    act(async () => {
      const props = { open } as Parameters<typeof RenderedAhead>[0]
      root.render(
        createElement(RuntimeContext.Provider, { value }, createElement(RenderedAhead, props, children)),
      )
    })
  return { element, show }
}

/** Renders `RenderedAhead` in a closed modal. `runs` counts the effects of its content. */
async function closed({ connected }: { readonly connected: readonly string[] }) {
  const { element, show } = await ahead(connected)
  let runs = 0
  const Content = () => {
    useEffect(() => void runs++, [])
    return createElement('p')
  }
  await show(false, createElement(Content))
  return {
    show: (open: boolean) => show(open, createElement(Content)),
    content: () => element.querySelector('p'),
    runs: () => runs,
  }
}

describe('the content of a modal that was never open', () => {
  afterEach(() => {
    vi.doUnmock('react')
    vi.resetModules()
  })

  it('is rendered, and its effects run when the modal opens', async () => {
    const { show, content, runs } = await closed({ connected: [] })
    const ahead = content()
    expect(ahead?.style.display).toBe('none')
    expect(runs()).toBe(0)
    await show(true)
    expect(content()).toBe(ahead)
    expect(ahead?.style.display).toBe('')
    expect(runs()).toBe(1)
    await show(false)
    expect(content()).toBeNull()
  })

  it('is not rendered if an account is connected, because the modal opens with the account', async () => {
    const { show, content } = await closed({ connected: ['eip155'] })
    expect(content()).toBeNull()
    await show(true)
    expect(content()).not.toBeNull()
  })

  it('is not rendered by a version of React without Activity', async () => {
    vi.doMock('react', async (original) => ({ ...(await original<object>()), Activity: undefined }))
    const { show, content } = await closed({ connected: [] })
    expect(content()).toBeNull()
    await show(true)
    expect(content()).not.toBeNull()
    await show(false)
    expect(content()).toBeNull()
  })

  it('shows a part at once that has loaded meanwhile', async () => {
    const { LazyPart } = await import('../../../src/ui-react/parts/lazy-part.tsx')
    const { element, show } = await ahead()
    const load = vi.fn(async () => Part)
    const Part = () => createElement('p')
    const part = (loaded: typeof Part | undefined) => createElement(LazyPart, { load, loaded })
    await show(false, part(undefined))
    expect(element.querySelector('.room')).not.toBeNull()
    await show(true, part(Part))
    expect(element.querySelector('p')).not.toBeNull()
    expect(load).not.toHaveBeenCalled()
  })
})
