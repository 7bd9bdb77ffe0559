import { memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import {
  inAppBrowserLink,
  isSafeLink,
  linkTarget,
  linkTo,
  nativeLink,
  opensOnPhone,
  requestLinkTo,
  universalLinkTo,
  unknownScheme,
} from '../../../../../src/core/wallet/links/deep-links.ts'
import { isWalletScheme } from '../../../../../src/core/wallet/links/link-schemes.ts'
import { nodePlatform } from '../../../../../src/platform/node.ts'
import { fc } from '../../../../support/fast-check.ts'

const uri = 'wc:abc@2?relay-protocol=irn&symKey=0f'
const once = encodeURIComponent(uri)
const desktop = { telegram: false, android: false }

describe('a deep link', () => {
  it('can be made from a bare scheme', () => {
    expect(nativeLink('rainbow:', uri, desktop)).toEqual({
      redirect: `rainbow://wc?uri=${once}`,
      href: 'rainbow://',
      redirectUniversalLink: undefined,
    })
    expect(nativeLink('metamask', uri, desktop).href).toBe('metamask://')
    expect(nativeLink('trust://', uri, desktop).redirect).toBe(`trust://wc?uri=${once}`)
  })

  it('keeps the path of an app link', () => {
    expect(
      nativeLink('bnc://app.binance.com/cedefi', uri, desktop, 'https://app.binance.com/cedefi'),
    ).toEqual({
      redirect: `bnc://app.binance.com/cedefi/wc?uri=${once}`,
      href: 'bnc://app.binance.com/cedefi/',
      redirectUniversalLink: `https://app.binance.com/cedefi/wc?uri=${once}`,
    })
  })

  it('contains the URI encoded twice in Telegram on Android, and only there', () => {
    const twice = encodeURIComponent(once)
    expect(nativeLink('rainbow:', uri, { telegram: true, android: true }).redirect).toBe(
      `rainbow://wc?uri=${twice}`,
    )
    expect(nativeLink('rainbow:', uri, { telegram: true, android: false }).redirect).toContain(`=${once}`)
    expect(nativeLink('rainbow:', uri, { telegram: false, android: true }).redirect).toContain(`=${once}`)
  })

  it('is a universal link if it starts with https, and an app link if it starts with another scheme', () => {
    const universal = { redirect: `https://rnbwapp.com/wc?uri=${once}`, href: 'https://rnbwapp.com/' }
    expect(nativeLink('https://rnbwapp.com', uri, desktop)).toEqual(universal)
    expect(universalLinkTo('https://rnbwapp.com/', uri)).toEqual(universal)
    expect(universalLinkTo('rainbow:', uri).redirect).toBe(`rainbow://wc?uri=${once}`)
  })

  it('opens in the same window on mobile, in the top window from a frame, and in a new window elsewhere', () => {
    const wallet = {
      mobile_link: 'rainbow:',
      desktop_link: 'rainbow-desktop:',
      webapp_link: 'https://web.rainbow.me',
      link_mode: 'https://rnbwapp.com',
    }
    const at = (platform: 'mobile' | 'desktop' | 'web', more = {}) =>
      linkTo(wallet, platform, uri, { traits: desktop, listed: [wallet], ...more })
    expect(at('mobile')).toMatchObject({ open: `rainbow://wc?uri=${once}`, target: '_self' })
    expect(at('mobile', { framed: true })?.target).toBe('_top')
    expect(at('mobile', { preferUniversal: true })?.open).toBe(`https://rnbwapp.com/wc?uri=${once}`)
    expect(at('desktop')).toMatchObject({ open: `rainbow-desktop://wc?uri=${once}`, target: '_blank' })
    expect(at('web')).toMatchObject({ open: `https://web.rainbow.me/wc?uri=${once}`, target: '_blank' })
    const telegram = { traits: { telegram: true, android: false } }
    expect(at('mobile', telegram)?.target).toBe('_blank')
    expect(at('mobile', { ...telegram, telegramSocial: true })?.target).toBe('_top')
    expect(linkTo({}, 'mobile', uri, { traits: desktop })).toBeUndefined()
    expect(linkTo({ mobile_link: 'javascript:alert(1)' }, 'mobile', uri, { traits: desktop })).toBeUndefined()
    const poisoned = { mobile_link: 'rainbow:', link_mode: 'javascript:alert(1)' }
    expect(linkTo(poisoned, 'mobile', uri, { traits: desktop, preferUniversal: true })?.open).toBe(
      `rainbow://wc?uri=${once}`,
    )
  })

  it('may have an unknown scheme if the chosen wallet lists this scheme', () => {
    const wallet = { id: 'new', mobile_link: 'newcomer://' }
    expect(opensOnPhone(wallet, 'eip155')).toBe(true)
    expect(linkTo(wallet, 'mobile', uri, { traits: desktop })?.open).toBe(`newcomer://wc?uri=${once}`)
    expect(unknownScheme('newcomer')).toBe('newcomer:')
    expect(unknownScheme('newcomer://wc', [wallet])).toBeUndefined()
    expect(unknownScheme('rainbow:')).toBeUndefined()
    expect(unknownScheme('https://rnbwapp.com')).toBeUndefined()
    for (const mobile_link of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc',
      'vscode://x',
      'vscode-insiders://x',
      'steam://run/1',
      'slack://open',
      'zoommtg://zoom.us/join',
      'webcal://example.com',
      'geo:1,2',
      'intent://x#Intent;end',
      'shortcuts://run',
    ]) {
      expect(opensOnPhone({ id: 'new', mobile_link }, 'eip155'), mobile_link).toBe(false)
      expect(linkTo({ mobile_link }, 'mobile', uri, { traits: desktop }), mobile_link).toBeUndefined()
    }
  })
})

describe('wallets whose own browser must open the page', () => {
  const location = { href: 'https://app.example/swap?a=b', origin: 'https://app.example' }
  const href = encodeURIComponent(location.href)
  const phantom = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'
  const solflare = '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79'
  const coinbase = 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa'
  const { page: memoryPage } = memoryPlatform()
  const page = { location: { ...location, hostname: 'app.example' }, global: memoryPage.global }

  it('receive the page through their own links', () => {
    expect(inAppBrowserLink(phantom, 'eip155', page)).toBe(
      `https://phantom.app/ul/browse/${href}?ref=${encodeURIComponent(location.origin)}`,
    )
    expect(inAppBrowserLink(solflare, 'solana', page)).toBe(
      `https://solflare.com/ul/v1/browse/${href}?ref=${href}`,
    )
    expect(inAppBrowserLink(coinbase, 'solana', page)).toBe(`https://go.cb-w.com/dapp?cb_url=${href}`)
  })

  it('get a link only for the families that their links support', () => {
    const { page: there } = memoryPlatform({ globals: { phantom: {} } })
    expect(inAppBrowserLink(phantom, 'solana', { ...page, global: there.global })).toBeUndefined()
    expect(inAppBrowserLink(coinbase, 'eip155', page)).toBeUndefined()
    expect(inAppBrowserLink('other', 'solana', page)).toBeUndefined()
    expect(inAppBrowserLink(phantom, 'solana', nodePlatform().page)).toBeUndefined()
  })
})

describe('a link to a wallet', () => {
  it.each([
    ['rainbow://wc', '_self', '_top'],
    ['wc:a@2', '_self', '_top'],
    ['https://rnbwapp.com/wc', '_blank', '_blank'],
    ['HTTPS://rnbwapp.com/wc', '_blank', '_blank'],
  ] as const)('never replaces the page with another page: %s', (open, here, framed) => {
    const traits = { telegram: false, android: true }
    expect(linkTarget(open, traits)).toBe(here)
    expect(linkTarget(open, { ...traits, framed: true })).toBe(framed)
    expect(linkTarget(open, { ...traits, telegram: true })).toBe('_blank')
    expect(linkTarget(open, { ...traits, telegram: true }, true)).toBe('_top')
  })

  it('opens in a new window on a phone if it is a universal link', () => {
    const wallet = { mobile_link: 'https://tide.example' }
    expect(linkTo(wallet, 'mobile', uri, { traits: desktop })).toMatchObject({
      open: `https://tide.example/wc?uri=${once}`,
      target: '_blank',
    })
  })

  it('is the universal link in Telegram on Android', () => {
    const wallet = { mobile_link: 'rainbow:', link_mode: 'https://rnbwapp.com' }
    const open = (traits: object) =>
      linkTo(wallet, 'mobile', uri, { traits: { ...desktop, ...traits } })?.open.split('wc?')[0]
    expect(open({ telegram: true, android: true })).toBe('https://rnbwapp.com/')
    expect(open({ telegram: true })).toBe('rainbow://')
    expect(open({ android: true })).toBe('rainbow://')
  })

  it('contains the id and the session of the request if it is for a request', () => {
    const request = { id: 7, topic: 'abc' }
    expect(requestLinkTo('rainbow://', request)).toBe('rainbow://wc?requestId=7&sessionTopic=abc')
    expect(requestLinkTo('https://rnbwapp.com', request)).toBe(
      'https://rnbwapp.com/wc?requestId=7&sessionTopic=abc',
    )
    expect(requestLinkTo('rainbow://')).toBe('rainbow://')
    const startapp = Buffer.from('requestId=7&sessionTopic=abc').toString('base64').replaceAll('=', '')
    expect(requestLinkTo('https://t.me/tide/', request)).toBe(`https://t.me/tide?startapp=${startapp}`)
    expect(requestLinkTo('https://t.me/tide?a=b', request)).toBe(`https://t.me/tide?a=b&startapp=${startapp}`)
  })

  it('opens in the top window when the page is in a frame', () => {
    const target = (framed: boolean) =>
      linkTo({ mobile_link: 'rainbow:' }, 'mobile', uri, { traits: { ...desktop, framed } })?.target
    expect([target(true), target(false)]).toEqual(['_top', '_self'])
  })
})

describe('the safety check of links', () => {
  it.each([
    'https://rnbwapp.com',
    'https://example.com/path/?a=b#c',
    'https://xn--bcher-kva.example/',
    'rainbow:',
    'rainbow://',
    'metamask',
    'bnc://app.binance.com/cedefi/',
    'cbwallet://',
    'ledgerlive://',
    'okex://main',
    'tg://resolve',
    'wc:',
    'http://localhost:3000',
    'http://127.0.0.1:8080/a',
  ])('allows %s', (link) => {
    expect(isSafeLink(link)).toBe(true)
  })

  it('allows an app scheme of a wallet that the host lists', () => {
    const listed = [{ mobile_link: 'lantern:', desktop_link: 'Lantern-Desktop://app/', link_mode: null }]
    for (const link of ['lantern://', 'lantern:', 'lantern://other/path', 'lantern-desktop://x'])
      expect([isSafeLink(link, listed), isSafeLink(link)]).toEqual([true, false])
    expect(isSafeLink('lanterns://', listed)).toBe(false)
    expect(isSafeLink('javascript:alert(1)', [{ mobile_link: 'javascript:' }])).toBe(false)
    expect(isSafeLink('other://', [{ mobile_link: 'https://lantern.example' }])).toBe(false)
  })

  it('refuses the link of an app that is neither a known wallet nor listed by the host', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9+.-]{1,20}$/), fc.webPath(), (scheme, path) => {
        fc.pre(!isWalletScheme(`${scheme}:`))
        for (const link of [
          `${scheme}:`,
          `${scheme}://`,
          `${scheme}:/${path}`,
          `${scheme.toUpperCase()}:/${path}`,
        ])
          if (!/^https?:/i.test(link)) expect(isSafeLink(link), link).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'javascript://%0aalert(1)',
    'java\nscript:alert(1)',
    '\tjavascript:alert(1)',
    'javascript:',
    'data:text/html,<script>alert(1)</script>',
    'data://x',
    'vbscript:msgbox',
    'vbscript:',
    'file:///etc/passwd',
    'filesystem:https://x/y',
    'intent://scan/#Intent;scheme=zxing;S.browser_fallback_url=https://evil.example;end',
    'intent:',
    'blob:https://x/y',
    'about:blank',
    'view-source:https://x',
    'content://x',
    'jar:https://x!/y',
    'android-app://x',
    'chrome://settings',
    'ws://x',
    'wss://x',
    'ftp://x',
    'mailto:a@b',
    'tel:123',
    'sms:123',
    'ms-msdt:/id',
    'ms-officecmd:{}',
    'search-ms:query=x',
    'http://example.com',
    'https://user:pass@example.com',
    'https://good.example@evil.example',
    'http://good.example@localhost:3000',
    'http://:pass@127.0.0.1',
    'https:',
    'https://',
    'https://evil.example\\@good.example',
    'https://example.com/%0d%0aheader',
    'https://exa%00mple.com',
    'rain bow://',
    'rainbow://a\u0000b',
    'rainbow://\u202egnp.exe',
    '1rainbow://x',
    '://x',
    '',
    'x'.repeat(5000),
    7,
    null,
    undefined,
    {},
  ])('refuses %s', (link) => {
    expect(isSafeLink(link)).toBe(false)
  })
})
