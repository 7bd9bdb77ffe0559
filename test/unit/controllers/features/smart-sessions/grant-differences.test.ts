import { describe, expect, it } from 'vitest'
import {
  grantDifferences,
  mismatchedField,
} from '../../../../../src/controllers/features/smart-sessions/grant-differences.ts'
import type { PermissionRequest } from '../../../../../src/core/wallet/permissions.ts'

const address = `0x${'Ab'.repeat(20)}` as const
const asked = {
  chainId: '0x1',
  address,
  expiry: 100,
  signer: { type: 'key', data: { type: 'secp256k1', publicKey: `0x02${'cd'.repeat(32)}` } },
  permissions: [
    { type: 'native-token-transfer', data: { allowance: '0x64' } },
    { type: 'erc20-token-transfer', data: { address, allowance: '0x64' } },
    { type: 'contract-call', data: { address, calls: ['0x12345678', '0x87654321'] } },
    { type: 'native-token-recurring-allowance', data: { allowance: '0x64', start: 10, period: 60 } },
  ],
  policies: [
    { type: 'gas-limit', data: { limit: '0x64' } },
    { type: 'rate-limit', data: { count: 5, interval: 60 } },
  ],
} as const satisfies PermissionRequest
const granted = { ...asked, context: '0xab' } as const

/** A request with two permissions for one contract, and two limits of one type. */
const doubled = {
  ...asked,
  permissions: [
    { type: 'contract-call', data: { address, calls: ['0x12345678'] } },
    { type: 'contract-call', data: { address, calls: ['0x87654321'] } },
  ],
  policies: [
    { type: 'rate-limit', data: { count: 5, interval: 60 } },
    { type: 'rate-limit', data: { count: 100, interval: 86_400 } },
  ],
} as const satisfies PermissionRequest

/** Replaces the entry that has the same type as `entry`. */
const changed = <K extends 'permissions' | 'policies'>(list: K, entry: { readonly type: string }) => ({
  ...granted,
  [list]: asked[list].map((one: { readonly type: string }) => (one.type === entry.type ? entry : one)),
})

describe('the granted permission compared with the requested one', () => {
  it('is equal if only letter case, leading zeros or the order of fields differ', () => {
    const spelt = {
      ...granted,
      address: address.toLowerCase() as typeof address,
      permissions: asked.permissions.map(({ type, data }) => ({
        data: Object.fromEntries(
          Object.entries(data)
            .reverse()
            .map(([name, value]) => [
              name,
              name === 'address' ? String(value).toLowerCase() : value === '0x64' ? '0x0064' : value,
            ]),
        ),
        type,
      })),
    }
    expect(grantDifferences(asked, spelt as never)).toEqual([])
    expect(mismatchedField(asked, spelt as never)).toBeUndefined()
  })

  it.each<[string, object, string]>([
    ['network', { chainId: '0x2' }, 'chainId'],
    ['account', { address: `0x${'12'.repeat(20)}` }, 'address'],
    ['signer', { signer: { type: 'wallet' } }, 'signer'],
    [
      'key',
      { signer: { type: 'key', data: { type: 'secp256k1', publicKey: `0x03${'cd'.repeat(32)}` } } },
      'signer',
    ],
  ])('differs if it has another %s', (_, part, field) => {
    expect(mismatchedField(asked, { ...granted, ...part } as never)).toBe(field)
  })

  it.each<[string, object, string, boolean]>([
    ['a later expiry', { ...granted, expiry: 101 }, 'expiry', true],
    ['an earlier expiry', { ...granted, expiry: 99 }, 'expiry', false],
    [
      'more of the native token',
      changed('permissions', { type: 'native-token-transfer', data: { allowance: '0x65' } } as never),
      'native-token-transfer',
      true,
    ],
    [
      'less of a token',
      changed('permissions', {
        type: 'erc20-token-transfer',
        data: { address, allowance: '0x63' },
      } as never),
      'erc20-token-transfer',
      false,
    ],
    [
      'one more function',
      changed('permissions', {
        type: 'contract-call',
        data: { address, calls: ['0x12345678', '0x11111111'] },
      } as never),
      'contract-call',
      true,
    ],
    [
      'fewer functions',
      changed('permissions', { type: 'contract-call', data: { address, calls: ['0x12345678'] } } as never),
      'contract-call',
      false,
    ],
    [
      'a shorter period',
      changed('permissions', {
        type: 'native-token-recurring-allowance',
        data: { allowance: '0x64', start: 10, period: 59 },
      } as never),
      'native-token-recurring-allowance',
      true,
    ],
    [
      'more gas',
      changed('policies', { type: 'gas-limit', data: { limit: '0x65' } } as never),
      'gas-limit',
      true,
    ],
    [
      'a longer interval',
      changed('policies', { type: 'rate-limit', data: { count: 5, interval: 61 } } as never),
      'rate-limit',
      false,
    ],
    ['no gas limit', { ...granted, policies: [asked.policies[1]] }, 'gas-limit', true],
    [
      'fewer permissions',
      { ...granted, permissions: asked.permissions.slice(0, 3) },
      'native-token-recurring-allowance',
      false,
    ],
    [
      'another token too',
      {
        ...granted,
        permissions: [
          ...asked.permissions,
          { type: 'erc20-token-transfer', data: { address: `0x${'12'.repeat(20)}`, allowance: '0x1' } },
        ],
      },
      'erc20-token-transfer',
      true,
    ],
  ])('is reported to have %s', (_, other, part, wider) => {
    const differences = grantDifferences(asked, other as never).map(({ part, wider }) => ({ part, wider }))
    expect(differences).toEqual([{ part, wider }])
    expect(mismatchedField(asked, other as never)).toBeUndefined()
  })

  it('is equal if it has the same limits of one type, and the same permissions for one contract', () => {
    expect(grantDifferences(doubled, { ...doubled, context: '0xab' })).toEqual([])
    const reversed = {
      ...doubled,
      context: '0xab',
      permissions: doubled.permissions.toReversed(),
      policies: doubled.policies.toReversed(),
    } as const
    expect(grantDifferences(doubled, reversed)).toEqual([])
  })

  it.each([0, 1])('is wider if limit %i of two limits of one type is missing', (at) => {
    const policies = [doubled.policies[at]]
    expect(grantDifferences(doubled, { ...doubled, context: '0xab', policies } as never)).toEqual([
      { part: 'rate-limit', wider: true },
    ])
  })

  it.each([0, 1])('is narrower if permission %i of two for one contract is missing', (at) => {
    const permissions = [doubled.permissions[at]]
    expect(grantDifferences(doubled, { ...doubled, context: '0xab', permissions } as never)).toEqual([
      { part: 'contract-call', address, wider: false },
    ])
  })

  it('is reported with the one limit that changed of two limits of one type', () => {
    const policies = [doubled.policies[1], { type: 'rate-limit', data: { count: 6, interval: 60 } }]
    expect(grantDifferences(doubled, { ...doubled, context: '0xab', policies } as never)).toEqual([
      { part: 'rate-limit', wider: true },
    ])
  })

  it('is equal if only the order and the letter case of the functions differ', () => {
    const calls = (...calls: string[]) => ({ type: 'contract-call', data: { address, calls } }) as const
    const mixed = { ...asked, permissions: [calls('0xA9059CBB', '0x095ea7b3')] } as const
    const same = { ...mixed, context: '0xab', permissions: [calls('0x095EA7B3', '0xa9059cbb')] } as const
    expect(grantDifferences(mixed, same)).toEqual([])
    const fewer = { ...same, permissions: [calls('0xa9059cbb')] }
    expect(grantDifferences(mixed, fewer)).toEqual([{ part: 'contract-call', address, wider: false }])
  })

  it('is reported with the contract of each permission that differs', () => {
    const address = `0x${'12'.repeat(20)}` as const
    const more = [
      ...asked.permissions,
      { type: 'erc20-token-transfer', data: { address, allowance: '0x1' } } as const,
    ]
    const differences = grantDifferences(asked, { ...granted, permissions: more } as never)
    expect(differences).toEqual([{ part: 'erc20-token-transfer', address, wider: true }])
    const longer = grantDifferences(asked, { ...granted, expiry: asked.expiry + 1 } as never)
    expect(longer).toEqual([{ part: 'expiry', wider: true }])
  })
})
