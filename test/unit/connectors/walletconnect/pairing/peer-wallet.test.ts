import { describe, expect, it } from 'vitest'
import { peerWallet } from '../../../../../src/connectors/walletconnect/pairing/peer-wallet.ts'

const png = 'data:image/png;base64,iVBORw0KGgo='

describe('the WalletConnect peer', () => {
  it('has the name that the wallet gives, cut to 64 characters', () => {
    expect(peerWallet({ name: '  Fire ', icons: [png] })).toEqual({ name: 'Fire', imageUrl: png })
    expect(peerWallet({ name: 'x'.repeat(10_000) })?.name).toHaveLength(64)
    for (const nobody of [
      undefined,
      null,
      'zzz',
      {},
      { name: '' },
      { name: '  ' },
      { name: 7, icons: [png] },
    ])
      expect(peerWallet(nobody)).toBeUndefined()
  })

  it('has the links that the wallet gives if they are texts and not too long', () => {
    const redirect = { native: 'fire://', universal: 'https://fire.example' }
    expect(peerWallet({ name: 'Fire', redirect })).toEqual({ name: 'Fire', imageUrl: undefined, redirect })
    for (const none of [undefined, null, 7, {}, { native: '' }, { native: {} }, { native: 'x'.repeat(3000) }])
      expect(peerWallet({ name: 'Fire', redirect: none })).toEqual({ name: 'Fire', imageUrl: undefined })
  })

  it.each(
    [
      'https://wallet.example/icon.png',
      'http://127.0.0.1/icon.png',
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      ' data:image/png;base64,AAAA',
      `data:image/png;base64,${'A'.repeat(262_144)}`,
      7,
      null,
    ].map((icon) => [String(icon).slice(0, 40), icon] as const),
  )(
    "gets no icon that is on another host, contains a script or has too many bytes, such as '%s'",
    (_, icon) => {
      expect(peerWallet({ name: 'Fire', icons: [icon] })).toEqual({ name: 'Fire', imageUrl: undefined })
      expect(peerWallet({ name: 'Fire', icons: [icon, png] })?.imageUrl).toBe(png)
      expect(peerWallet({ name: 'Fire', icons: icon })?.imageUrl).toBeUndefined()
    },
  )
})
