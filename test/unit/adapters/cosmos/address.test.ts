import { pubkeyToAddress } from '@cosmjs/amino'
import { bech32, bech32m } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { addressOfKey, normalizeAddress, recipientAddress } from '../../../../src/adapters/cosmos/address.ts'
import { isAddressFormat } from '../../../../src/core/chain/address.ts'
import { cosmosHub, osmosis } from './networks.ts'

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const encode = (prefix: string, bytes: Uint8Array) => bech32.encode(prefix, bech32.toWords(bytes), 200)
const bytes = hex('9d4e856e572e442f0a4b2763e72d08a0e99d8ded')

describe('addresses of the cosmos family', () => {
  // cosmos/cosmjs, packages/encoding/src/bech32.spec.ts
  const vector = 'eth1n48g2mjh9ezz7zjtya37wtgg5r5emr0drkwlgw'

  it('may have any prefix when the caller names no network', () => {
    expect(normalizeAddress(vector)).toBe(vector)
    const long = encode('juno', new Uint8Array(32).fill(7))
    expect(normalizeAddress(long)).toBe(long)
  })

  it('are normalized to lower case', () => {
    expect(normalizeAddress(vector.toUpperCase())).toBe(vector)
    expect(isAddressFormat('cosmos', vector.toUpperCase())).toBe(true)
  })

  it.each([
    ['mixed case', 'Eth1n48g2mjh9ezz7zjtya37wtgg5r5emr0drkwlgw'],
    ['mixed case', 'eTh1n48g2mjh9ezz7zjtya37wtgg5r5emr0drkwlgw'],
    ['mixed case', 'ETH1n48g2mjh9ezz7zjtya37wtgg5r5emr0drkwlgw'],
    ['mixed case', 'eth1n48g2mjh9Ezz7zjtya37wtgg5r5emr0drkwlgw'],
    ['a wrong checksum', 'eth1n48g2mjh9ezz7zjtya37wtgg5r5emr0dxxxxxx'],
    ['no separator', 'nooneinhere'],
    ['bech32m', 'eth1n48g2mjh9ezz7zjtya37wtgg5r5emr0dk27ndv'],
    [
      'more than 90 characters',
      'cosmospub1ytql0csgqvfzd666axrjzqmn5q2ucztcyxw8hvlzen94ay05tegaerkug5pn3xn8wqdymt598ufzd666axrjzqsxllmwacap3f6xyc4x30jl8ecrcs2tze3zzgxkmthcsqxnqxhwwgfzd666axrjzqs2rlu3wz5gnslgpprszjr8r65n0d6y39q657th77eyvengtk3z0y6h2pnk',
    ],
    ['bech32m of a known account', bech32m.encode('cosmos', bech32m.toWords(bytes))],
    ['19 bytes', encode('cosmos', bytes.subarray(1))],
    ['21 bytes', encode('cosmos', new Uint8Array(21))],
    ['31 bytes', encode('cosmos', new Uint8Array(31))],
    ['33 bytes', encode('cosmos', new Uint8Array(33))],
    ['a validator', encode('cosmosvaloper', bytes)],
    ['a consensus key', encode('cosmosvalcons', bytes)],
    ['a public key', encode('cosmospub', bytes)],
    ['a validator’s public key', encode('cosmosvaloperpub', bytes)],
    ['an empty text', ''],
    ['an address of another family', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
    ['a leading space', ` ${vector}`],
  ])('are refused for %s, as in %s', (_, text) => {
    expect(normalizeAddress(text)).toBeUndefined()
  })

  it('must have the prefix of the network that the caller names', () => {
    const [cosmos, osmo] = [encode('cosmos', bytes), encode('osmo', bytes)]
    expect(normalizeAddress(cosmos, cosmosHub)).toBe(cosmos)
    expect(normalizeAddress(osmo, osmosis)).toBe(osmo)
    expect(normalizeAddress(osmo, cosmosHub)).toBeUndefined()
    expect(normalizeAddress(cosmos, osmosis)).toBeUndefined()
    expect(() => recipientAddress(osmo, cosmosHub)).toThrowError(
      expect.objectContaining({ code: 'validation/invalid-address' }),
    )
    expect(() => recipientAddress(undefined as never, cosmosHub)).toThrowError(/valid account/)
  })

  it('are derived from a key as cosmjs derives them', () => {
    // cosmos/cosmjs, packages/amino/src/addresses.spec.ts
    const key = 'AtQaCqFnshaZQp6rIkvAPyzThvCvXSDO+9AzbxVErqJP'
    const expected = 'cosmos1h806c7khnvmjlywdrkdgk2vrayy2mmvf9rxk2r'
    expect(addressOfKey(Buffer.from(key, 'base64'), 'cosmos')).toBe(expected)
    expect(pubkeyToAddress({ type: 'tendermint/PubKeySecp256k1', value: key }, 'cosmos')).toBe(expected)
  })
})
