import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chainNamespaces } from '../../../src/core/chain/namespace.ts'
import * as networks from '../../../src/networks/index.ts'
import { wellKnownWallets } from '../../../src/services/well-known-wallets.ts'
import { marks as networkMarks } from '../../../src/ui-react/marks/network-marks.ts'
import { marks as tokenMarks } from '../../../src/ui-react/marks/token-marks.ts'
import { marks as walletMarks } from '../../../src/ui-react/marks/wallet-marks.ts'

const packs = { wallets: walletMarks, networks: networkMarks, tokens: tokenMarks }
/** The maximum size of each pack of marks, in kB after gzip. */
const limits: Readonly<Record<string, number>> = { wallets: 8, networks: 10, tokens: 14 }
const idsOf = (pack: typeof walletMarks) => pack.flatMap(([, ids]) => ids.split(' '))

describe.each(Object.entries(packs))('the marks of %s', (name, pack) => {
  it('have unique ids', () => {
    const ids = idsOf(pack)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  it('fit in the size limit of their pack', () => {
    expect(gzipSync(JSON.stringify(pack)).length).toBeLessThanOrEqual((limits[name] ?? 0) * 1_000)
  })

  it('are pictures without scripts, styles or links', () => {
    for (const [mark, ids] of pack) {
      if (/^#[0-9a-f]{6}$/.test(mark)) continue
      expect(mark, ids).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]* viewBox="0 0 24 24"/)
      expect(mark, ids).not.toMatch(
        /<(?!\/?(?:svg|g|path|circle|rect|defs|clipPath|mask|linearGradient|radialGradient|stop)\b)/,
      )
      expect(mark, ids).not.toMatch(/\s(?:on\w+|href|xlink:href|style|src)=/)
      expect(mark.length, ids).toBeLessThanOrEqual(4_096)
    }
  })
})

it('every well-known wallet has a mark or a color', () => {
  const ids = idsOf(walletMarks)
  const bare = wellKnownWallets(chainNamespaces).filter(({ id }) => !ids.includes(id))
  expect(bare.map(({ name }) => name)).toEqual([])
  // Keplr's extension doesn't announce itself. Its mark has the id of its connector.
  const known = ['keplr', ...wellKnownWallets(chainNamespaces).flatMap(({ id, rdns }) => [id, rdns])]
  expect(ids.filter((id) => !known.includes(id))).toEqual([])
})

it('a white letter is readable on the color of each wallet (WCAG AA)', () => {
  for (const [color, ids] of walletMarks) {
    if (!color.startsWith('#')) continue
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    expect(1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05), ids).toBeGreaterThanOrEqual(4.5)
  }
})

it('a network shares its mark only with its test networks', () => {
  const all = Object.values(networks)
  for (const [, ids] of networkMarks) {
    const [main, ...tests] = ids.split(' ')
    const find = (id: string | undefined) => all.find(({ caipNetworkId }) => caipNetworkId === id)
    expect(find(main), main).toBeDefined()
    for (const id of tests)
      if (find(id)?.testnet !== true) expect(id, ids).toMatch(/^polkadot:|^eip155:31337$/)
  }
})

it('the id of a token begins with its network', () => {
  const ids = idsOf(tokenMarks)
  for (const id of ids) expect(id).toMatch(/^(eip155|solana|polkadot|bip122|cosmos):[-\w]+(\/\w+)?$/)
  for (const id of ids.filter((one) => one.startsWith('eip155:') && one.includes('/')))
    expect(id).toMatch(/^eip155:\d+\/0x[0-9a-f]{40}$/)
})
