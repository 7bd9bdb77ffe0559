import { expect, it } from 'vitest'
import { initialIcon } from '../../../src/connectors/initial-icon.ts'

const svgOf = (name: string) =>
  decodeURIComponent(initialIcon(name).replace(/^data:image\/svg\+xml,(.*)#letter$/, '$1'))

it('a wallet without an icon gets the first letter of its name as its icon', () => {
  expect(svgOf('Keplr')).toContain('>K</text>')
  expect(svgOf(' (über)')).toContain('>Ü</text>')
  expect(svgOf('Leap')).not.toContain(svgOf('Keplr').match(/hsl\([^)]*\)/)![0])
  expect(initialIcon('Keplr')).toBe(initialIcon('Keplr'))
})

it.each(['<script>', '"><image href=x>', '', '😀'])("the name '%s' adds no markup to the icon", (name) => {
  expect(svgOf(name)).toMatch(/^<svg[^<>]*><rect[^<>]*\/><text[^<>]*>[\p{L}\p{N}?]<\/text><\/svg>$/u)
})
