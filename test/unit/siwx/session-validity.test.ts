import { describe, expect, it } from 'vitest'
import { isOf } from '../../../src/siwx/sessions/session-validity.ts'

describe('the account of a session', () => {
  it.each([
    ['eip155:1', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
    ['bip122:000000000019d6689c085ae165831e93', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', true],
    ['cosmos:cosmoshub-4', 'cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0', true],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'So11111111111111111111111111111111111111112', false],
  ] as const)('on %s, %s is the same account in upper case: %s', (chainId, accountAddress, same) => {
    const upper = accountAddress.toUpperCase().replace('0X', '0x')
    expect(isOf({ chainId, accountAddress }, chainId, accountAddress)).toBe(true)
    expect(isOf({ chainId, accountAddress }, chainId, upper)).toBe(same)
  })
})
