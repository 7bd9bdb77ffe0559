import { describe, expect, it } from 'vitest'
import { AmbiguousJson, parseStrictJson, writeStrictJson } from '../../../../src/servers/data/strict-json.ts'
import { testRandom } from '../../../support/seed.ts'

describe('strict JSON', () => {
  it.each([
    '{"a":1,"b":[true,false,null,"x"],"c":{"d":{}},"e":[]}',
    '{"lamports":18446744073709551615,"small":-0.00000000000000000012345,"large":1e400}',
    '["a\\\\","b\\"","}","{\\u0000"]',
    '{"__proto__":{"a":1},"constructor":2}',
    '"text"',
    '-0',
  ])('is unchanged after it is read and written: %s', (text) => {
    expect(writeStrictJson(parseStrictJson(text))).toBe(text)
  })

  it('is read with any white space', () => {
    expect(writeStrictJson(parseStrictJson(' {\n\t"a" : [ 1 ,\r2 ] , "b" : { } }\n'))).toBe(
      '{"a":[1,2],"b":{}}',
    )
  })

  it.each([
    '{"method":"eth_chainId","method":"admin_addPeer"}',
    '{"method":"eth_chainId","Method":"admin_addPeer"}',
    '{"method":"eth_chainId","\\u004dethod":"admin_addPeer"}',
    '{"params":[],"param\u017f":[]}',
    '{"hask":1,"has\u212a":2}',
    '[{"a":[{"to":"0x1","To":"0x2"}]}]',
    `${'['.repeat(70)}${']'.repeat(70)}`,
  ])('is refused if programs could read it in different ways: %s', (text) => {
    expect(() => parseStrictJson(text)).toThrow(AmbiguousJson)
  })

  it.each(['', '{', '{"a":1,}', '[1 2]', '{a:1}', "{'a':1}", '01', '"\u0000"', '[1]x', '{"a" 1}'])(
    "is refused if it isn't JSON: %j",
    (text) => {
      expect(() => parseStrictJson(text)).toThrow(SyntaxError)
    },
  )

  it('has the value that JSON.parse gives it', () => {
    const { below: integer } = testRandom()
    const make = (depth: number): unknown => {
      const kind = integer(depth > 4 ? 5 : 7)
      if (kind === 5) return Array.from({ length: integer(4) }, () => make(depth + 1))
      if (kind === 6)
        return Object.fromEntries(
          Array.from({ length: integer(4) }, (_, at) => [`${at}"\\`, make(depth + 1)]),
        )
      return [null, true, integer(2 ** 31) / 7, `\\"${integer(99)}\u2028\ud800`, -integer(1e9)][kind]
    }
    for (let turn = 0; turn < 300; turn++) {
      const text = JSON.stringify(make(0), null, turn % 2)
      expect(JSON.parse(writeStrictJson(parseStrictJson(text)))).toEqual(JSON.parse(text))
    }
  })
})
