import { describe, expect, it } from 'vitest'
import { permissionShapes } from '../../../src/services/permission-shapes.ts'
import { decodePermissionRequests } from '../../../src/wallets/decode/permissions.ts'
import { fc } from '../../support/fast-check.ts'

const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => `0x${Buffer.from(value).toString('hex')}`)
const address = hexOf(20)
const allowance = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }).map((value) => `0x${value.toString(16)}`)
const seconds = fc.integer({ min: 1, max: 10_000_000_000 })
const key = fc.record({ type: fc.constantFrom('secp256r1', 'secp256k1'), publicKey: hexOf(33) })
const signer = fc.oneof(
  fc.constant({ type: 'wallet' }),
  fc.constant({ type: 'wallet', data: {} }),
  key.map((data) => ({ type: 'key', data })),
  fc.array(key, { minLength: 1, maxLength: 4 }).map((keys) => ({ type: 'keys', data: { keys } })),
  address.map((one) => ({ type: 'account', data: { address: one } })),
)
const permissions = fc.uniqueArray(
  fc.oneof(
    allowance.map((one) => ({ type: 'native-token-transfer', data: { allowance: one } })),
    fc.record({ address, allowance }).map((data) => ({ type: 'erc20-token-transfer', data })),
    fc
      .record({
        address,
        calls: fc.array(fc.oneof(hexOf(4), fc.constant('transfer(address,uint256)')), {
          minLength: 1,
          maxLength: 4,
        }),
      })
      .map((data) => ({ type: 'contract-call', data })),
  ),
  { minLength: 1, maxLength: 6, selector: ({ type }) => type },
)
const policies = fc.uniqueArray(
  fc.oneof(
    allowance.map((limit) => ({ type: 'gas-limit', data: { limit } })),
    seconds.map((count) => ({ type: 'call-limit', data: { count } })),
    fc.record({ count: seconds, interval: seconds }).map((data) => ({ type: 'rate-limit', data })),
  ),
  { maxLength: 3, selector: ({ type }) => type },
)
const request = fc.record(
  { chainId: fc.constant('0x7a69'), address, expiry: seconds, signer, permissions, policies },
  { requiredKeys: ['chainId', 'expiry', 'signer', 'permissions'] },
)

describe('a request for permissions', () => {
  it("passes both the page's and the wallet's check if it is valid", () => {
    fc.assert(
      fc.property(request, (asked) => {
        expect(permissionShapes.request(asked)).toEqual(asked)
        expect(decodePermissionRequests([asked])).toHaveLength(1)
        expect(permissionShapes.response([{ ...asked, context: '0xab' }])).toEqual({
          ...asked,
          context: '0xab',
        })
      }),
    )
  })

  it('is either accepted unchanged or refused with a reason', () => {
    fc.assert(
      fc.property(fc.jsonValue(), request, (value, good) => {
        for (const asked of [
          value,
          { ...good, signer: value },
          { ...good, permissions: [value] },
          { ...good, policies: value },
          { ...good, expiry: value },
        ]) {
          const read = permissionShapes.request(asked)
          if (typeof read === 'string') expect(read).toMatch(/^(Invalid|Unsupported) /)
          else expect(read).toEqual(asked)
          permissionShapes.response(asked)
          permissionShapes.sessions(asked)
          permissionShapes.stored(asked)
        }
      }),
    )
  })

  it('may be answered with an unknown field, except inside a permission', () => {
    const granted = {
      chainId: 31337,
      expiry: 5,
      signer: { type: 'wallet' },
      permissions: [{ type: 'native-token-transfer', data: { allowance: '0x1' } }],
      context: '0xab',
      dependencies: [],
    }
    expect(permissionShapes.response(granted)).toMatchObject({ chainId: '0x7a69', context: '0xab' })
    const more = { type: 'native-token-transfer', data: { allowance: '0x1', to: '0x' } }
    expect(permissionShapes.response({ ...granted, permissions: [more] })).toBeUndefined()
    expect(permissionShapes.response([])).toBeUndefined()
  })
})
