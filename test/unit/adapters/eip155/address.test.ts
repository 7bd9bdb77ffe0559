import { getAddress } from 'ethers'
import { describe, expect, it } from 'vitest'
import { recipientAddress } from '../../../../src/adapters/eip155/address.ts'
import { checksumAddress } from '../../../../src/adapters/shared/eip55.ts'
import { isAddressFormat } from '../../../../src/core/chain/address.ts'

/** The eight test cases of EIP-55. */
const official = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]
const mixed = official.slice(4)

describe('by EIP-55, Latchkey', () => {
  it.each(official)('gives %s its checksum', (address) => {
    expect(checksumAddress(address.toLowerCase())).toBe(address)
    expect(recipientAddress(address)).toBe(address)
    expect(getAddress(address)).toBe(address)
  })

  it.each(mixed)('refuses to send to %s if the case of any letter is changed', (address) => {
    for (let i = 2; i < address.length; i++) {
      const letter = address[i] ?? ''
      const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      if (flipped === letter) continue
      const wrong = address.slice(0, i) + flipped + address.slice(i + 1)
      expect(isAddressFormat('eip155', wrong)).toBe(true)
      expect(() => recipientAddress(wrong)).toThrow('address: the checksum does not match')
    }
  })
})

describe('a recipient address', () => {
  const spelled = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

  it.each([
    ['in lower case', spelled.toLowerCase()],
    ['in upper case', `0x${spelled.slice(2).toUpperCase()}`],
    ['without 0x', spelled.slice(2)],
    ['without 0x in lower case', spelled.slice(2).toLowerCase()],
  ])('%s gets its checksum', (_, address) => {
    expect(recipientAddress(address)).toBe(spelled)
  })

  it.each([
    ['39 digits', spelled.slice(0, -1)],
    ['41 digits', `${spelled}0`],
    ['a capital X', `0X${spelled.slice(2)}`],
    ['full-width digits', `0x${'１'.repeat(40)}`],
    ['a space', ` ${spelled}`],
    ['a new line', `${spelled}\n`],
    ['no characters', ''],
    ['a name', 'vitalik.eth'],
    ['a CAIP-10 address', `eip155:1:${spelled}`],
    ['no text at all', undefined as unknown as string],
  ])('with %s is refused', (_, address) => {
    expect(() => recipientAddress(address)).toThrow('address: expected 0x and 40 hex digits')
  })
})

/** The test cases of EIP-1191 for the networks of Rootstock. */
const rootstock = {
  30: [
    '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD',
    '0xFb6916095cA1Df60bb79ce92cE3EA74c37c5d359',
    '0xDBF03B407c01E7CD3cBea99509D93F8Dddc8C6FB',
    '0xD1220A0Cf47c7B9BE7a2e6ba89F429762E7B9adB',
  ],
  31: [
    '0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd',
    '0xFb6916095CA1dF60bb79CE92ce3Ea74C37c5D359',
    '0xdbF03B407C01E7cd3cbEa99509D93f8dDDc8C6fB',
    '0xd1220a0CF47c7B9Be7A2E6Ba89f429762E7b9adB',
  ],
}

describe('by EIP-1191, Latchkey', () => {
  it.each(
    Object.entries(rootstock).flatMap(([id, all]) =>
      all.map((address, at) => [id, address, mixed[at] ?? '']),
    ),
  )('on eip155:%s, accepts %s with both kinds of checksums', (id, address, plain) => {
    expect(recipientAddress(address, { id })).toBe(plain)
    expect(recipientAddress(plain, { id })).toBe(plain)
    const other = id === '30' ? '31' : '30'
    for (const elsewhere of [{ id: other }, { id: 1 }, undefined])
      expect(() => recipientAddress(address, elsewhere)).toThrow('the checksum does not match')
  })
})
