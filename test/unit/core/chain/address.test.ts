import { describe, expect, it } from 'vitest'
import { comparableAddress, isAddressFormat, lowerBech32 } from '../../../../src/core/chain/address.ts'

describe('the address format', () => {
  it.each([
    ['eip155', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['eip155', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    // One letter has the wrong case: the format doesn't check checksums.
    ['eip155', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['solana', 'So11111111111111111111111111111111111111112'],
    ['solana', '11111111111111111111111111111111'],
    ['polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
    ['polkadot', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
    ['bip122', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['bip122', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['bip122', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['bip122', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
    ['bip122', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
    ['bip122', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    ['cosmos', 'cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0'],
  ] as const)('of %s accepts %s', (namespace, address) => {
    expect(isAddressFormat(namespace, address)).toBe(true)
  })

  it.each([
    ['eip155', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', '39 digits'],
    ['eip155', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0', '41 digits'],
    ['eip155', '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'a capital X'],
    ['eip155', '0x５aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'a full-width digit'],
    ['eip155', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg', 'a character that is not a digit'],
    ['eip155', ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'a space'],
    ['eip155', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n', 'a line break'],
    ['solana', '1111111111111111111111111111111', '31 characters'],
    ['solana', '1'.repeat(45), '45 characters'],
    ['solana', 'So11111111111111111111111111111111111111l12', 'a letter outside base58'],
    ['solana', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'an address of eip155'],
    ['solana', `-- ${'1'.repeat(32)}`, 'a prefix'],
    ['polkadot', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'an address of bip122'],
    ['bip122', 'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'mixed case'],
    ['bip122', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3tb', 'a letter outside bech32'],
    ['cosmos', 'cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc', 'too short'],
    ['cosmos', 'Cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0', 'a capital letter'],
    ['cosmos', '', 'an empty text'],
  ] as const)('of %s refuses %j: %s', (namespace, address, _) => {
    expect(isAddressFormat(namespace, address)).toBe(false)
  })
})

describe('an address with capital letters', () => {
  const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const cosmos = 'cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0'

  it.each([
    ['bip122', bitcoin],
    ['cosmos', cosmos],
  ] as const)(
    'is the same account as in lower case if it is an uppercase Bech32 address of %s',
    (namespace, address) => {
      expect(lowerBech32(namespace, address.toUpperCase())).toBe(address)
      expect(lowerBech32(namespace, address)).toBe(address)
      expect(comparableAddress(namespace, address.toUpperCase())).toBe(comparableAddress(namespace, address))
    },
  )

  it('is the same account as in lower case if it is an address of eip155, even without 0x', () => {
    const ethereum = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
    const digits = ethereum.slice(2)
    for (const address of [ethereum, `0x${digits.toUpperCase()}`, digits, digits.toUpperCase()])
      expect(comparableAddress('eip155', address)).toBe(ethereum)
  })

  it.each([
    ['bip122', `B${bitcoin.slice(1)}`],
    ['cosmos', `C${cosmos.slice(1)}`],
    ['bip122', '1A1ZP1EP5QGEFI2DMPTFTL5SLMV7DIVFNA'],
    ['bip122', '3J98T1WPEZ73CNMQVIECRNYIWRNQRHWNLY'],
    ['solana', 'SO11111111111111111111111111111111111111112'],
    ['polkadot', '15OF4UVJWMO4TDGW7VFQXNLAVJCXVIQXT9S1MGBJMNHR6SP5'],
  ] as const)(
    'keeps its capital letters if it is the %s address %s, whose case matters',
    (namespace, address) => {
      expect(lowerBech32(namespace, address)).toBe(address)
      expect(comparableAddress(namespace, address)).toBe(address)
    },
  )
})
