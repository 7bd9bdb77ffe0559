import { describe, expect, it } from 'vitest'
import { isSameWallet } from '../../../../../src/core/wallet/links/same-wallet.ts'

const rainbow = { name: 'Rainbow', mobile_link: 'rainbow:', link_mode: 'https://rnbwapp.com' }

describe('a connected wallet', () => {
  it.each([
    ['has the scheme of the chosen wallet', { native: 'rainbow://' }],
    ['has the scheme of the chosen wallet in upper case, with a path', { native: ' RAINBOW://app/x' }],
    ['has the host of the universal link of the chosen wallet', { universal: 'https://rnbwapp.com/wc' }],
    [
      'has the host of the chosen wallet, but another scheme',
      { native: 'other://', universal: 'https://RNBWAPP.com' },
    ],
  ])('is the chosen wallet if it %s', (_, redirect) => {
    expect(isSameWallet(rainbow, { name: 'Other', redirect })).toBe(true)
  })

  it.each(['Rainbow', ' rainbow ', 'RAINBOW', 'Ｒainbow'])(
    'is the chosen wallet if the names are equal, without regard to case, width and spaces: %s',
    (name) => {
      expect(isSameWallet(rainbow, { name })).toBe(true)
    },
  )

  it.each([
    ['a similar name', rainbow, { name: 'Rainbow Wallet' }],
    ['another name and scheme', rainbow, { name: 'Tide', redirect: { native: 'tide://' } }],
    [
      'a host that only begins in the same way',
      rainbow,
      { name: 'T', redirect: { universal: 'https://rnbwapp.com.evil.example' } },
    ],
    [
      'a scheme that only begins in the same way',
      rainbow,
      { name: 'T', redirect: { native: 'rainbows://' } },
    ],
    [
      'the scheme wc, which every wallet may have',
      { name: 'A', mobile_link: 'wc:' },
      { name: 'B', redirect: { native: 'wc://' } },
    ],
    [
      'a host that wallets share',
      { name: 'A', mobile_link: 'https://t.me/a' },
      { name: 'B', redirect: { universal: 'https://t.me/b' } },
    ],
    ['no name', { mobile_link: 'rainbow:' }, { name: 'undefined' }],
    ['empty links', { name: 'A', mobile_link: '' }, { name: 'B', redirect: { native: '', universal: '' } }],
  ] as const)('is not the chosen wallet if it has %s', (_, chosen, connected) => {
    expect(isSameWallet(chosen, connected)).toBe(false)
  })
})
