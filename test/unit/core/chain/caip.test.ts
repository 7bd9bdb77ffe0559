import { describe, expect, it } from 'vitest'
import { caipAddress, isCaipNetworkId, parseCaipNetworkId } from '../../../../src/core/chain/caip.ts'
import { isCaipAddress, parseCaipAddress } from '../../../../src/core/chain/caip-10.ts'
import { isCaipAssetId, parseCaipAssetId } from '../../../../src/core/chain/caip-19.ts'

// The test cases of CAIP-2, CAIP-10 and CAIP-19 (github.com/ChainAgnostic/CAIPs, sections "Test Cases"). Unsupported
// families are refused, as S1.5 requires.

describe('the parser of CAIP-2', () => {
  it.each([
    ['eip155:1', 'eip155', '1'],
    ['bip122:000000000019d6689c085ae165831e93', 'bip122', '000000000019d6689c085ae165831e93'],
    ['bip122:12a765e31ffd4059bada1e25190f6e98', 'bip122', '12a765e31ffd4059bada1e25190f6e98'],
    ['bip122:fdbe99b90c90bae7505796461471d89a', 'bip122', 'fdbe99b90c90bae7505796461471d89a'],
    ['cosmos:cosmoshub-2', 'cosmos', 'cosmoshub-2'],
    ['cosmos:cosmoshub-3', 'cosmos', 'cosmoshub-3'],
    ['cosmos:Binance-Chain-Tigris', 'cosmos', 'Binance-Chain-Tigris'],
    ['cosmos:iov-mainnet', 'cosmos', 'iov-mainnet'],
  ])('parses %s', (id, namespace, reference) => {
    expect(parseCaipNetworkId(id)).toEqual({ namespace, reference })
    expect(isCaipNetworkId(id)).toBe(true)
  })

  it.each([
    ['starknet:SN_GOERLI', 'an unsupported family'],
    ['lip9:9ee11e9df416b18b', 'an unsupported family'],
    ['chainstd:8c3444cf8970a9e41a706fab93e7a6c4', 'an unsupported family'],
    ['', 'an empty text'],
    ['eip155', 'no reference'],
    ['eip155:', 'an empty reference'],
    [':1', 'no family'],
    ['eip155:1:2', 'three parts'],
    ['EIP155:1', 'capitals'],
    [' eip155:1', 'a space before'],
    ['eip155:1 ', 'a space after'],
    ['eip155:1\n', 'a line end'],
    ['eip155:1.5', 'a dot'],
    [`cosmos:${'x'.repeat(33)}`, 'a reference that is too long'],
    ['constructor:1', 'a property of every object'],
    ['__proto__:1', 'a property of every object'],
    ['eip155:１', 'full-width digits'],
  ])('refuses %j: %s', (id) => {
    expect(isCaipNetworkId(id)).toBe(false)
    expect(() => parseCaipNetworkId(id)).toThrow(
      expect.objectContaining({
        code: 'caip/invalid-network-id',
        message: `Invalid CAIP-2 network id: ${id}`,
      }),
    )
  })

  it.each([undefined, null, 1, {}, ['eip155:1']])('does not accept %j', (value) => {
    expect(isCaipNetworkId(value)).toBe(false)
  })
})

describe('the parser of CAIP-10', () => {
  it.each([
    [
      'eip155:1:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb',
      'eip155:1',
      '0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb',
    ],
    [
      'bip122:000000000019d6689c085ae165831e93:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
      'bip122:000000000019d6689c085ae165831e93',
      '128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
    ],
    [
      'cosmos:cosmoshub-3:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0',
      'cosmos:cosmoshub-3',
      'cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0',
    ],
    [
      'polkadot:b0a8d493285c2df73290dfb7e61f870f:5hmuyxw9xdgbpptgypokw4thfyoe3ryenebr381z9iaegmfy',
      'polkadot:b0a8d493285c2df73290dfb7e61f870f',
      '5hmuyxw9xdgbpptgypokw4thfyoe3ryenebr381z9iaegmfy',
    ],
  ])('parses %s', (account, networkId, address) => {
    expect(parseCaipAddress(account)).toMatchObject({ networkId, address })
    expect(isCaipAddress(account)).toBe(true)
    expect(caipAddress(networkId as 'eip155:1', address)).toBe(account)
  })

  it.each([
    [
      'starknet:SN_GOERLI:0x02dd1b492765c064eac4039e3841aa5f382773b598097a40073bd8b48170ab57',
      'an unsupported family',
    ],
    ['constructor:1:0xabc', 'a property of every object'],
    ['__proto__:1:x', 'a property of every object'],
    ['eip155:1::0xabc', 'four parts'],
    ['eip155:1:', 'no address'],
    ['eip155::0xabc', 'no reference'],
    [':1:0xabc', 'no family'],
    ['eip155:0xabc', 'two parts'],
    ['0xabc', 'one part'],
    ['', 'an empty text'],
    ['::', 'three empty parts'],
    ['eip155:1:0xabc ', 'a space'],
    ['eip155:1:0x/abc', 'a slash'],
    [`eip155:1:${'a'.repeat(129)}`, 'an address that is too long'],
  ])('refuses %j: %s', (account) => {
    expect(isCaipAddress(account)).toBe(false)
    expect(() => parseCaipAddress(account)).toThrow(
      expect.objectContaining({
        code: 'caip/invalid-address',
        message: `Invalid CAIP-10 address: ${account}`,
      }),
    )
  })
})

describe('the parser of CAIP-19', () => {
  it.each([
    ['eip155:1/slip44:60', 'eip155:1', 'slip44', '60'],
    [
      'bip122:000000000019d6689c085ae165831e93/slip44:0',
      'bip122:000000000019d6689c085ae165831e93',
      'slip44',
      '0',
    ],
    ['cosmos:cosmoshub-3/slip44:118', 'cosmos:cosmoshub-3', 'slip44', '118'],
    [
      'bip122:12a765e31ffd4059bada1e25190f6e98/slip44:2',
      'bip122:12a765e31ffd4059bada1e25190f6e98',
      'slip44',
      '2',
    ],
    ['cosmos:Binance-Chain-Tigris/slip44:714', 'cosmos:Binance-Chain-Tigris', 'slip44', '714'],
    ['cosmos:iov-mainnet/slip44:234', 'cosmos:iov-mainnet', 'slip44', '234'],
    [
      'eip155:1/erc20:0x6b175474e89094c44da98b954eedeac495271d0f',
      'eip155:1',
      'erc20',
      '0x6b175474e89094c44da98b954eedeac495271d0f',
    ],
    [
      'eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d',
      'eip155:1',
      'erc721',
      '0x06012c8cf97BEaD5deAe237070F9587f8E7A266d',
    ],
  ])('parses the asset type %s', (id, networkId, assetNamespace, assetReference) => {
    expect(parseCaipAssetId(id)).toMatchObject({ networkId, assetNamespace, assetReference })
    expect(isCaipAssetId(id)).toBe(true)
  })

  it.each([
    ['lip9:9ee11e9df416b18b/slip44:134', 'an unsupported family'],
    ['hedera:mainnet/nft:0.0.55492/12', 'an unsupported family'],
    [
      'eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d/771769',
      'one item of a collection, not a type',
    ],
    ['eip155:1/erc20', 'no reference'],
    ['eip155:1/erc20:', 'an empty reference'],
    ['eip155:1/:0xabc', 'no asset namespace'],
    ['eip155:1/ERC20:0xabc', 'capitals'],
    ['eip155:1/erc20:0xabc:1', 'too many parts'],
    ['eip155:1', 'a network'],
    ['', 'an empty text'],
  ])('refuses %j: %s', (id) => {
    expect(isCaipAssetId(id)).toBe(false)
    expect(() => parseCaipAssetId(id)).toThrow(expect.objectContaining({ code: 'caip/invalid-asset-id' }))
  })

  it.each([undefined, null, 7, {}, ['eip155:1:0x1'], Symbol.iterator.toString])(
    'refuses %s as an asset, an account and a network',
    (value) => {
      expect(() => parseCaipAddress(value as never)).toThrow(
        expect.objectContaining({ code: 'caip/invalid-address' }),
      )
      expect(() => parseCaipAssetId(value as never)).toThrow(
        expect.objectContaining({ code: 'caip/invalid-asset-id' }),
      )
      expect(() => parseCaipNetworkId(value as never)).toThrow(
        expect.objectContaining({ code: 'caip/invalid-network-id' }),
      )
    },
  )
})
