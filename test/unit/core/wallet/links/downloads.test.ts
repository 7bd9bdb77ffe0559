import { describe, expect, it } from 'vitest'
import { downloadsOf } from '../../../../../src/core/wallet/links/downloads.ts'

describe('the downloads of a wallet', () => {
  it('are the pages of its stores and its website', () => {
    const wallet = {
      chrome_store: 'https://store.example/extension',
      app_store: 'https://apps.example/app',
      play_store: 'https://play.example/app',
      homepage: 'https://wallet.example',
    }
    expect(downloadsOf(wallet)).toEqual([
      { where: 'extension', url: wallet.chrome_store },
      { where: 'ios', url: wallet.app_store },
      { where: 'android', url: wallet.play_store },
      { where: 'website', url: wallet.homepage },
    ])
  })

  it.each([
    'javascript:alert(1)',
    'http://wallet.example',
    'wallet.example',
    // A browser shows the part before `@` as if it was the site.
    'https://wallet.example@evil.example',
    'https://:wallet.example@evil.example',
    'https://wallet.example:secret@evil.example',
  ])("don't include %s", (homepage) => {
    expect(downloadsOf({ homepage })).toEqual([])
  })
})
