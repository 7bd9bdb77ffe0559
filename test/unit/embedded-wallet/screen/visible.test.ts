import { expect, it } from 'vitest'
import { visible } from '../../../../src/embedded-wallet/screen/readable.ts'

it('the wallet shows the codes of invisible and misleading characters', () => {
  expect(visible('pay\u202e olleh')).toBe('pay\\u{202e} olleh')
  expect(visible('a\u200bb\u00a0c\u0007')).toBe('a\\u{200b}b\\u{a0}c\\u{7}')
  expect(visible('two\nlines\tand a tab, ümläut, 日本')).toBe('two\nlines\tand a tab, ümläut, 日本')
})
