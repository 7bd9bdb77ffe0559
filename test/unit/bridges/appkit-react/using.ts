import { act, createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

/**
 * Renders a component that uses a hook, under StrictMode and without a provider. Returns the hook's last
 * result, or its error, in `seen`.
 */
export async function using<T>(hook: () => T) {
  const seen = { current: undefined as T, error: undefined as unknown }
  const Probe = () => {
    try {
      seen.current = hook()
    } catch (error) {
      seen.error = error
    }
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(createElement(StrictMode, null, createElement(Probe))))
  return { seen, unmount: () => act(async () => root.unmount()) }
}
