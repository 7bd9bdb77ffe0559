import { u8aWrapBytes } from '@polkadot/util'
import { describe, expect, it } from 'vitest'
import { wrapBytes } from '../../../../src/adapters/polkadot/bytes.ts'

// polkadot-js/extension packages/extension-dapp/src/wrapBytes.spec.ts (Apache-2.0)
const text = 'this is just some random message that we expect to be wrapped along the way'
const ethereum = `\x19Ethereum Signed Message:\n${text}`
const asText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('the wrapper of a signed message', () => {
  it.each([
    ['is added to an empty text', '', '<Bytes></Bytes>'],
    ['is added to a text', text, `<Bytes>${text}</Bytes>`],
    [
      'is added to a text that only starts like a wrapped one',
      `<Bytes>${text}`,
      `<Bytes><Bytes>${text}</Bytes>`,
    ],
    [
      'is added to a text that only ends like a wrapped one',
      `${text}</Bytes>`,
      `<Bytes>${text}</Bytes></Bytes>`,
    ],
    ['is not added to a wrapped text', `<Bytes>${text}</Bytes>`, `<Bytes>${text}</Bytes>`],
    ['is not added to an empty wrapper', '<Bytes></Bytes>', '<Bytes></Bytes>'],
    ['is not added to a message in the Ethereum wrapper', ethereum, ethereum],
    [
      'is added to a text in which the start and the end of the wrapper overlap',
      '<Bytes>Bytes>',
      '<Bytes><Bytes>Bytes></Bytes>',
    ],
    ['is added to symbols and accents', 'Grüße 👋', '<Bytes>Grüße 👋</Bytes>'],
    ['is added to a text that looks like hex', '0x1234', '<Bytes>0x1234</Bytes>'],
  ])('%s', (_, message, wrapped) => {
    expect(asText(wrapBytes(message))).toBe(wrapped)
    expect(wrapBytes(wrapBytes(message))).toEqual(wrapBytes(message))
    // The extensions' library does not wrap the result a second time.
    expect(u8aWrapBytes(wrapBytes(message))).toEqual(wrapBytes(message))
  })

  it('is added to bytes that are not text', () => {
    expect([...wrapBytes(Uint8Array.of(0, 255, 128))]).toEqual([
      ...Buffer.from('<Bytes>'),
      0,
      255,
      128,
      ...Buffer.from('</Bytes>'),
    ])
  })
})
