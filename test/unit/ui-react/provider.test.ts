// @vitest-environment jsdom
import { createLatchkey, isLatchkeyError, type Latchkey } from 'latchkey'
import { ConnectButton, LatchkeyProvider, useController, useLatchkey } from 'latchkey/react'
import { Activity, act, Component, createElement, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mount, options } from './rendering.ts'

class Boundary extends Component<{ children?: ReactNode; onError: (error: unknown) => void }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}

describe('the LatchkeyProvider', () => {
  afterEach(() => {
    document.body.replaceChildren()
  })

  it('creates one client under StrictMode', async () => {
    const { options: given } = options()
    const made: Latchkey[] = []
    const create = () => {
      const latchkey = createLatchkey(given)
      made.push(latchkey)
      return latchkey
    }
    const { unmount } = await mount(create, createElement(ConnectButton))
    expect(made).toHaveLength(1)
    await unmount()
    await expect(made[0]?.ready()).rejects.toMatchObject({ code: 'config/disposed' })
    // After the disposal, a new client can have the same name.
    await createLatchkey(given).dispose()
  })

  it('keeps its client when its factory function changes', async () => {
    const { options: given } = options()
    let seen: Latchkey | undefined
    const See = () => {
      seen = useLatchkey()
      return null
    }
    const { rerender, unmount } = await mount(() => createLatchkey(given), createElement(See))
    const first = seen
    await rerender(createElement(See))
    expect(seen).toBe(first)
    await unmount()
  })

  it('creates a new client when it is mounted again, as after a hot reload', async () => {
    const { options: given } = options()
    const clients = new Set<Latchkey>()
    const See = () => {
      clients.add(useLatchkey())
      return null
    }
    const container = document.body.appendChild(document.createElement('div'))
    const root = createRoot(container)
    const render = (key: string) =>
      act(async () => {
        root.render(
          createElement(
            StrictMode,
            null,
            createElement(LatchkeyProvider, { key, create: () => createLatchkey(given) }, createElement(See)),
          ),
        )
      })
    await render('1')
    await render('2')
    // The provider disposes of a client after a timer of 0 ms. A timer of 0 ms that starts later also fires later.
    const ended = () => new Promise((resolve) => setTimeout(resolve, 0))
    await act(ended)
    const last = [...clients].at(-1)
    expect(clients.size).toBe(2)
    await last?.ready()
    await act(async () => root.unmount())
    await ended()
    await createLatchkey(given).dispose()
  })

  it('creates a new client when an Activity shows it again after its client was disposed', async () => {
    const { options: given } = options()
    let seen: Latchkey | undefined
    const See = () => {
      seen = useLatchkey()
      return null
    }
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    const create = () => createLatchkey(given)
    const render = (mode: 'visible' | 'hidden') =>
      act(async () => {
        const props = { mode, children: createElement(LatchkeyProvider, { create }, createElement(See)) }
        root.render(createElement(StrictMode, null, createElement(Activity, props)))
      })
    // The provider disposes of a client after a timer of 0 ms. A timer of 0 ms that starts later also fires later.
    const ended = () => new Promise((resolve) => setTimeout(resolve, 0))
    await render('visible')
    const first = seen
    await render('hidden')
    await act(ended)
    await expect(first?.ready()).rejects.toMatchObject({ code: 'config/disposed' })
    await render('visible')
    await act(ended)
    await seen?.ready()
    expect(seen).not.toBe(first)
    await act(async () => root.unmount())
    await ended()
    await createLatchkey(given).dispose()
  })

  it('refuses to create a second client with the same name', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { options: given } = options()
    const first = await mount(() => createLatchkey(given), createElement(ConnectButton))
    const errors: unknown[] = []
    const container = document.body.appendChild(document.createElement('div'))
    const root = createRoot(container)
    await act(async () => {
      root.render(
        createElement(
          Boundary,
          { onError: (error) => errors.push(error) },
          createElement(
            LatchkeyProvider,
            { create: () => createLatchkey(given) },
            createElement(ConnectButton),
          ),
        ),
      )
    })
    expect(errors.some((error) => isLatchkeyError(error, 'config/already-created'))).toBe(true)
    expect(first.container.querySelector('button')?.textContent).toBe('Connect wallet')
    await act(async () => root.unmount())
    await first.unmount()
  })

  it('is required: a button without it throws config/not-created', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const errors: unknown[] = []
    const container = document.body.appendChild(document.createElement('div'))
    const root = createRoot(container)
    await act(async () => {
      root.render(
        createElement(Boundary, { onError: (error) => errors.push(error) }, createElement(ConnectButton)),
      )
    })
    expect(errors[0]).toMatchObject({
      code: 'config/not-created',
      message: 'Please call "createLatchkey" before using "useLatchkey" hook',
    })
    await act(async () => root.unmount())
  })
})

describe('useController', () => {
  it('renders its component again only when the selected value changes', async () => {
    const { options: given } = options()
    let renders = 0
    let latchkey: Latchkey | undefined
    const See = () => {
      latchkey = useLatchkey()
      const { mode } = useController(
        latchkey.theme,
        ({ themeMode }) => ({ mode: themeMode }),
        (a, b) => a.mode === b.mode,
      )
      renders++
      return createElement('output', null, mode)
    }
    const { container, unmount } = await mount(() => createLatchkey(given), createElement(See))
    const before = renders
    await act(async () => latchkey?.theme.setThemeVariables({ '--lk-accent': 'red' }))
    expect(renders).toBe(before)
    await act(async () => latchkey?.theme.setThemeMode('light'))
    expect(container.textContent).toBe('light')
    await unmount()
  })
})
