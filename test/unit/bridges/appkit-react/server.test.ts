import {
  AppKitButton,
  createAppKit,
  useAppKit,
  useAppKitAccount,
  useAppKitNetwork,
} from 'latchkey/appkit/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { appKitWorld } from '../../../support/appkit-world.ts'

describe('AppKit on a server', () => {
  const Page = () => {
    useAppKit()
    const { status, isConnected } = useAppKitAccount()
    const { chainId } = useAppKitNetwork()
    return createElement('p', null, `${status} ${isConnected} ${chainId}`, createElement(AppKitButton))
  }

  it("renders the hooks' values, and leaves the elements to the page", async () => {
    expect(() => renderToString(createElement(Page))).toThrow(
      'Please call "createAppKit" before using "useAppKit" hook',
    )
    const { platform: _, ...options } = appKitWorld().options
    const kit = createAppKit(options)
    const html = '<p>disconnected false 1<appkit-button></appkit-button></p>'
    expect(renderToString(createElement(Page))).toBe(html)
    expect(createAppKit(options)).toBe(kit)
    expect(renderToString(createElement(Page))).toBe(html)
    await kit.dispose()
  })
})
