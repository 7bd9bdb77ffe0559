import { base58Encode, blake2AsU8a, decodeAddress, encodeAddress } from '@polkadot/util-crypto'
import { describe, expect, it } from 'vitest'
import { normalizeAddress, recipientAddress } from '../../../../src/adapters/polkadot/address.ts'
import { readSs58, type Ss58, writeSs58 } from '../../../../src/adapters/polkadot/ss58.ts'
import type { ChainNetwork } from '../../../../src/core/chain/network.ts'
import { testRandom } from '../../../support/seed.ts'

// polkadot-js/common packages/util-crypto/src/address/{encode,decode,check}.spec.ts (Apache-2.0)
const aliceKey = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'
const vectors: readonly (readonly [string, number, string])[] = [
  ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', 0, aliceKey],
  ['HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F', 2, aliceKey],
  ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 42, aliceKey],
  [
    'F3opxRbN5ZbjJNU511Kj2TLuzFcDq9BGduA9TgiECafpg29',
    2,
    '6d6f646c70792f74727372790000000000000000000000000000000000000000',
  ],
  [
    '5GoKvZWG5ZPYL1WUovuHW3zJBWBP5eT8CbqjdRY4Q6iMaQua',
    42,
    'd172a74cda4c865912c32ba0a80a57ae69abae410e5ccb59dee84e2f4432db4f',
  ],
  [
    '5DA4D4GL5iakrn22h5uKoevgvo18Pqj5BcdEUv8etEDPdijA',
    42,
    '3050f8456519829fe03302da802d22d3233a5f4037b9a3e2bcc403ccfcb2d735',
  ],
  [
    'cLtA6nCDyvwKcEHH4QkZDSHMhS9s78BvUJUsKUbUAn1Jc2SCF',
    65,
    '08e8969768fc14399930d4b8d693f68a2ff6c6a597325d6946095e5e9d9d1b0e',
  ],
  [
    'cTGShekJ1L1UKFZR9xmv9UTJod7vqjFAPo4sDhXih2c3y1yLS',
    66,
    '04a047d52fe542484c69bc528990cfeaf3a663dded0638ee1b51cf78bacd1072',
  ],
  [
    'cnVRwXfAnz3RSVQyBUC8f8McrK3YBX2QYd4WoctpeSC6VTJYm',
    69,
    'ae640d53cfa815f4a6a50ae70235cd7d9d134d0f1c3a4ccd118e321dfb6ab51f',
  ],
  [
    'cnUaoo5wodnTVA4bnr4woSweto8hWZADUvLFXkR9Q6U7BRsbF',
    69,
    '88eafe0305d460d1695cf34c2f786050df8e40d215e488790cc70929c9e8316d',
  ],
  [
    'xw5g1Eec8LT99pZLZMaTWwrwvNtfM6vrSuZeVbtEszCDUwByg',
    252,
    '5c64f1151f0ce4358c27238fb20c88e7c899825436f565410724c8c2c5add869',
  ],
  [
    'yGF4JP7q5AK46d1FPCEm9sYQ4KooSjHMpyVAjLnsCSWVafPnf',
    255,
    '66cd6cf085627d6c85af1aaf2bd10cf843033e929b4e3b1c2ba8e4aa46fe111b',
  ],
  [
    'yGDYxQatQwuxqT39Zs4LtcTnpzE12vXb7ZJ6xpdiHv6gTu1hF',
    255,
    '242fd5a078ac6b7c3c2531e9bcf1314343782aeb58e7bc6880794589e701db55',
  ],
  [
    'yGHU8YKprxHbHdEv7oUK4rzMZXtsdhcXVG2CAMyC9WhzhjH2k',
    255,
    'd172a74cda4c865912c32ba0a80a57ae69abae410e5ccb59dee84e2f4432db4f',
  ],
  [
    'mHm8k9Emsvyfp3piCauSH684iA6NakctF8dySQcX94GDdrJrE',
    4242,
    '44d5a3ac156335ea99d33a83c57c7146c40c8e2260a8a4adf4e7a86256454651',
  ],
  [
    'r6Gr4gaMP8TsjhFbqvZhv3YvnasugLiRJpzpRHifsqqG18UXa',
    14269,
    '88f01441682a17b52d6ae12d1a5670cf675fd254897efabaa5069eb3a701ab73',
  ],
]
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const network = (ss58Prefix?: number) => ({ name: 'Test', ss58Prefix }) as ChainNetwork<'polkadot'>

describe('by SS58, Latchkey', () => {
  it.each(vectors)('decodes and encodes %s (prefix %i)', (address, prefix, key) => {
    const read = readSs58(address) as Ss58
    expect([read.prefix, hex(read.key)]).toEqual([prefix, key])
    expect(writeSs58(read)).toBe(address)
  })

  it.each(
    [
      ['y9EMHt34JJo4rWLSaxoLGdYXvjgSXEd4zHUnQgfNzwES8b', 'has a wrong length'],
      ['5GoKvZWG5ZPYL1WUovuHW3zJBWBP5eT8CbqjdRY4Q6iMa9cj', 'has a wrong checksum'],
      ['5GoKvZWG5ZPYL1WUovuHW3zJBWBP5eT8CbqjdRY4Q6iMaDwU', 'has a wrong checksum'],
      ['F3opIRbN5ZbjJNU511Kj2TLuzFcDq9BGduA9TgiECafpg29', 'is not base58'],
      ['5EnxIUmEbw8DkENKiYuZ1DwQuMoB2UWEQJZZXrTsxoz7SpgG', 'is not base58'],
      // Indices and bare ECDSA keys are SS58 too, but they are not accounts.
      ['F7NZ', 'has a wrong length'],
      ['g4b', 'has a wrong length'],
      ['3xygo', 'has a wrong length'],
      ['zswfoZa', 'has a wrong length'],
      ['848Gh2GcGaZia', 'has a wrong length'],
      ['KWCv1L3QX9LDPwY4VzvLmarEmXjVJidUzZcinvVnmxAJJCBou', 'has a wrong length'],
      ['4pbsSkWcBaYoFHrKJZp5fDVUKbqSYD9dhZZGvpp3vQ5ysVs5ybV', 'has a wrong length'],
      ['', 'has a wrong length'],
      ['0xd43593c715fdd31c61141abd04a99fd6822c8558854ccd', 'is not base58'],
      [' 5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'is not base58'],
      ['5'.repeat(100_000), 'has a wrong length'],
    ].map(([address = '', reason = '']) => [address.slice(0, 60), reason, address]),
  )("refuses '%s', which %s", (_, reason, address) => {
    expect(readSs58(address)).toBe(reason)
  })

  it('refuses reserved prefixes, and the two-byte form of a one-byte prefix', () => {
    const key = Buffer.from(aliceKey, 'hex')
    for (const prefix of [46, 47, -1, 16_384]) expect(() => writeSs58({ prefix, key })).toThrow(RangeError)
    // Prefix 42 in two bytes, with a correct checksum.
    const twice = twoByteSpelling(42, key)
    expect(readSs58(twice)).toBe('has a prefix that does not exist')
    expect(readSs58(twoByteSpelling(65, key))).toMatchObject({ prefix: 65 })
  })

  it('agrees with polkadot.js on every prefix', () => {
    const random = testRandom()
    for (let prefix = 0; prefix < 16_384; prefix += 1 + (prefix > 300 ? 61 : 0)) {
      if (prefix === 46 || prefix === 47) continue
      const key = random.bytes(32)
      const address = writeSs58({ prefix, key })
      expect(address).toBe(encodeAddress(key, prefix))
      expect(hex((readSs58(address) as Ss58).key)).toBe(hex(decodeAddress(address)))
    }
  })

  it('refuses an address with a single changed character', () => {
    const [address] = vectors[2]!
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    let taken = 0
    for (let at = 0; at < address.length; at++)
      for (const letter of alphabet)
        if (letter !== address[at])
          taken += Number(typeof readSs58(address.slice(0, at) + letter + address.slice(at + 1)) !== 'string')
    // The checksum has two bytes, so one wrong address in 65,536 passes by chance.
    expect(taken).toBeLessThanOrEqual(1)
  })
})

describe('an account under several prefixes', () => {
  const [polkadot, kusama, general] = vectors.map(([address]) => address) as [string, string, string]

  it('is a single account, with an address in the format of each network', () => {
    for (const address of [polkadot, kusama, general]) {
      expect(normalizeAddress(address)).toBe(general)
      expect(normalizeAddress(address, network())).toBe(general)
      expect(normalizeAddress(address, network(0))).toBe(polkadot)
      expect(recipientAddress(address, network(2))).toBe(kusama)
    }
  })

  it('is refused with a reason if its address is invalid', () => {
    expect(normalizeAddress('hello')).toBeUndefined()
    expect(() => recipientAddress(`${general.slice(0, -1)}Z`, network())).toThrow('has a wrong checksum')
    expect(() => recipientAddress(undefined as unknown as string, network())).toThrow('is missing')
  })
})

function twoByteSpelling(prefix: number, key: Uint8Array): string {
  // No library writes this form, so the test builds it: the bits 01, the upper six bits of the prefix, then
  // the other bits.
  const bytes = Uint8Array.from([64 | (prefix >> 2), (prefix & 3) << 6, ...key])
  return base58Check(bytes)
}

function base58Check(body: Uint8Array): string {
  const sum = blake2AsU8a(Uint8Array.from([...Buffer.from('SS58PRE'), ...body]), 512).subarray(0, 2)
  return base58Encode(Uint8Array.from([...body, ...sum]))
}
