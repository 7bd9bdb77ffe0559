import { describe, expect, it } from 'vitest'
import { readWitness } from '../../../../src/adapters/bip122/witness.ts'

const items = (count: number, length = 0) =>
  Array.from({ length: count }, () => new Uint8Array(length).fill(7))
const bytes = (...parts: readonly (number | Uint8Array)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])))

describe('a witness', () => {
  it.each([
    ['no item', bytes(0), []],
    ['an empty item', bytes(1, 0), items(1)],
    ['252 bytes', bytes(1, 252, ...items(1, 252)), items(1, 252)],
    ['253 bytes', bytes(1, 0xfd, 253, 0, ...items(1, 253)), items(1, 253)],
    ['65,535 bytes', bytes(1, 0xfd, 0xff, 0xff, ...items(1, 65_535)), items(1, 65_535)],
    ['65,536 bytes', bytes(1, 0xfe, 0, 0, 1, 0, ...items(1, 65_536)), items(1, 65_536)],
    ['300 items', bytes(0xfd, 44, 1, new Uint8Array(300)), items(300)],
  ])('can have %s', (_, given, expected) => {
    const read = readWitness(given)
    expect(read?.map((item) => Buffer.from(item).toString('hex'))).toEqual(
      expected.map((item) => Buffer.from(item).toString('hex')),
    )
  })

  it.each([
    ['is absent', undefined],
    ['is empty', bytes()],
    ['has bytes after its items', bytes(1, 0, 0)],
    ['lacks an item', bytes(2, 0)],
    ['lacks bytes of an item', bytes(1, 2, 7)],
    ['has an item length of three bytes that needs one', bytes(1, 0xfd, 252, 0, ...items(1, 252))],
    ['has an item length of five bytes that needs three', bytes(1, 0xfe, 253, 0, 0, 0, ...items(1, 253))],
    ['has an item length of nine bytes', bytes(1, 0xff, 1, 0, 0, 0, 0, 0, 0, 0, 7)],
    ['has a number of items that is cut', bytes(0xfd, 1)],
    ['has more items than bytes', bytes(0xfe, 0xff, 0xff, 0xff, 0xff, 0)],
    ['is larger than a block', bytes(1, 0xfe, 0, 9, 61, 0, new Uint8Array(4_000_000))],
  ])('is refused if it %s', (_, given) => {
    expect(readWitness(given)).toBeUndefined()
  })
})
