// @vitest-environment jsdom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Runtime, RuntimeContext } from '../../../src/ui-react/runtime.ts'
import { useShown } from '../../../src/ui-react/shell/stage.tsx'
import './rendering.ts'

/** A controller with a state that the test sets. */
function controller<State extends object>(initial: State) {
  const listeners = new Set<() => void>()
  let state = initial
  const getSnapshot = () => state
  return {
    getSnapshot,
    getInitialSnapshot: getSnapshot,
    get state() {
      return state
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set(next: State) {
      state = next
      for (const listener of listeners) listener()
    },
  }
}

/** Renders `useShown` after these views are loaded. `seen` lists the view of each render while the modal is open. */
async function show({ loaded }: { readonly loaded: readonly string[] }) {
  const router = controller({ view: 'Connect', history: ['Connect'] })
  const session = controller<{ attempt?: { phase: string } }>({})
  const views = new Map(loaded.map((name) => [name, () => null]))
  const runtime = { latchkey: { router, session }, views } as unknown as Runtime
  const seen: string[] = []
  const Probe = ({ open }: { readonly open: boolean }) => {
    const { view } = useShown(open, false).state
    if (open) seen.push(view)
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => act(async () => root.unmount()))
  const render = (open: boolean) =>
    root.render(createElement(RuntimeContext.Provider, { value: runtime }, createElement(Probe, { open })))
  await act(async () => render(false))
  return { router, session, seen, render }
}
const account = { view: 'Account', history: ['Connect', 'Account'] }

describe('the next view', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is shown at once after a click', async () => {
    const { router, seen, render } = await show({ loaded: ['Connect', 'Account'] })
    await act(async () => render(true))
    await act(async () => router.set(account))
    expect(seen.at(-1)).toBe('Account')
  })

  it('is shown after 150 ms if a wallet request is pending', async () => {
    const { router, session, seen, render } = await show({ loaded: ['Connect', 'Account'] })
    await act(async () => render(true))
    await act(async () => {
      router.set(account)
      session.set({ attempt: { phase: 'waiting' } })
    })
    await act(async () => vi.advanceTimersByTime(149))
    expect(seen.at(-1)).toBe('Connect')
    await act(async () => vi.advanceTimersByTime(1))
    expect(seen.at(-1)).toBe('Account')
  })

  it('is the only view that an opening modal shows', async () => {
    const { router, seen, render } = await show({ loaded: ['Connect'] })
    await act(async () => {
      router.set(account)
      render(true)
    })
    expect(new Set(seen)).toEqual(new Set(['Account']))
  })
})
