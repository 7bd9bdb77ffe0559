import { memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { outerBrowserLink, webViewOf } from '../../../../../src/core/wallet/links/web-view.ts'
import { pageTraits } from '../../../../../src/platform/browser.ts'
import { agents } from '../../../../support/phone-agents.ts'

function page(userAgent: string, more: object = {}, globals: object = {}, path = '/swap?a=b#c') {
  const navigator = { userAgent, ...more }
  const traits = pageTraits({ navigator, matchMedia: () => ({ matches: true }), ...globals } as never)
  return memoryPlatform({ traits, globals: { navigator }, path }).page
}

describe("another app's web view", () => {
  it.each([
    'instagramIos',
    'instagramAndroid',
    'facebookIos',
    'facebookAndroid',
    'xIos',
    'line',
    'tiktok',
  ] as const)('is recognized by the user agent %s, and blocks links to apps', (name) => {
    expect(webViewOf(page(agents[name]))).toEqual({ blocksApps: true })
  })

  it.each(['webViewIos', 'webViewIpad', 'webViewAndroid'] as const)(
    'is recognized by the user agent %s',
    (name) => {
      expect(webViewOf(page(agents[name]))).toEqual({ blocksApps: false })
    },
  )

  it.each([
    'safariIos',
    'safariIpad',
    'chromeIos',
    'firefoxIos',
    'chromeAndroid',
    'firefoxAndroid',
    'samsung',
  ] as const)('is not detected in a browser with the user agent %s', (name) => {
    expect(webViewOf(page(agents[name]))).toBeUndefined()
  })

  it('is not detected in a web app on the home screen, inside Telegram, or on a desktop', () => {
    expect(webViewOf(page(agents.webViewIos, { standalone: true }))).toBeUndefined()
    expect(webViewOf(page(agents.webViewIos, {}, { TelegramWebviewProxy: {} }))).toBeUndefined()
    const { page: desktop } = memoryPlatform({ globals: { navigator: { userAgent: agents.webViewIpad } } })
    expect(webViewOf(desktop)).toBeUndefined()
  })

  it("can be left with the system's own link to the browser", () => {
    expect(outerBrowserLink(page(agents.instagramIos))).toBe('x-safari-https://app.example/swap?a=b#c')
    expect(outerBrowserLink(page(agents.instagramAndroid))).toBe(
      'intent://app.example/swap?a=b#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
    )
  })

  it('is left to the whole address of the page, whatever its query contains', () => {
    const path = '/swap?back=https://other.example/a://b#c'
    expect(outerBrowserLink(page(agents.instagramAndroid, {}, {}, path))).toBe(
      'intent://app.example/swap?back=https://other.example/a://b#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
    )
    expect(outerBrowserLink(page(agents.instagramIos, {}, {}, path))).toBe(
      `x-safari-https://app.example${path}`,
    )
  })
})
