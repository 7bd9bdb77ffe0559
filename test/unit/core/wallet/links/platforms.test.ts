import { describe, expect, it } from 'vitest'
import { walletPlatforms } from '../../../../../src/core/wallet/links/platforms.ts'

const all = { rdns: 'io.a', mobile_link: 'a://', desktop_link: 'a://', webapp_link: 'https://a.example' }
const desktop = { mobile: false, installed: false, adapters: true }

describe('the platforms of a wallet', () => {
  it.each([
    ['no wallet', undefined, desktop, ['qrcode']],
    ['a wallet with all links, on a desktop', all, desktop, ['qrcode', 'web', 'desktop', 'unsupported']],
    [
      'an installed wallet with all links',
      all,
      { ...desktop, installed: true },
      ['browser', 'qrcode', 'web', 'desktop'],
    ],
    [
      'a wallet with all links, on a phone',
      all,
      { ...desktop, mobile: true },
      ['mobile', 'web', 'unsupported'],
    ],
    ['a missing extension', { rdns: 'io.a' }, desktop, ['unsupported']],
    ['an extension that no adapter supports', { rdns: 'io.a' }, { ...desktop, adapters: false }, ['qrcode']],
    ['a wallet without any link', {}, desktop, ['qrcode']],
  ] as const)('fit the wallet and the device: %s', (_, wallet, facts, expected) => {
    expect(walletPlatforms(wallet, facts)).toEqual(expected)
  })
})
