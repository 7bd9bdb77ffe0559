import { describe, expect, it } from 'vitest'
import { denomOf } from '../../../../src/adapters/cosmos/asset.ts'
import type { CaipAssetId } from '../../../../src/core/chain/caip.ts'
import { isCaipAssetId } from '../../../../src/core/chain/caip-19.ts'
import { cosmosHub } from './networks.ts'

const hash = '498A0751C798A0D9A389AA3691123DADA57DAA4FE165D5C75894505B876BA6E4'
const denom = (asset: string) => denomOf(cosmosHub, `cosmos:cosmoshub-4/${asset}` as CaipAssetId<'cosmos'>)

describe('asset ids of the cosmos family', () => {
  it('name the native denomination directly or by its SLIP-44 number', () => {
    expect(denomOf(cosmosHub, undefined)).toBe('uatom')
    expect(denom('slip44:118')).toBe('uatom')
  })

  it('name an IBC token by its hash, in upper or lower case', () => {
    expect(denom(`ibc:${hash}`)).toBe(`ibc/${hash}`)
    expect(denom(`ibc:${hash.toLowerCase()}`)).toBe(`ibc/${hash}`)
  })

  it.each([
    ['native:uion', 'uion'],
    [
      'native:factory%2Fosmo1z0qrq605sjgcqpylfl4aa6s90x738j7m58wyatt0tdzflg2ha26q67k743%2Fwbtc',
      'factory/osmo1z0qrq605sjgcqpylfl4aa6s90x738j7m58wyatt0tdzflg2ha26q67k743/wbtc',
    ],
    [
      'native:gravity0x45804880De22913dAFE09f4980848ECE6EcbAf78',
      'gravity0x45804880De22913dAFE09f4980848ECE6EcbAf78',
    ],
  ])('name a denomination: %s names %s', (asset, expected) => {
    expect(isCaipAssetId(`cosmos:cosmoshub-4/${asset}`)).toBe(true)
    expect(denom(asset)).toBe(expected)
  })

  it.each([
    ['the SLIP-44 number of another coin', 'slip44:60'],
    ['a hash that is too short', 'ibc:498A0751'],
    ['an unknown kind', 'erc20:uatom'],
    ['an invalid denomination', 'native:1'],
    ['a broken escape', 'native:factory%2'],
  ])('with %s are refused', (_, asset) => {
    expect(() => denom(asset)).toThrowError(expect.objectContaining({ code: 'caip/invalid-asset-id' }))
  })

  it('are refused for a network without a known native denomination', () => {
    expect(() => denomOf(cosmosHub, 'cosmos:osmosis-1/native:uion')).toThrowError(
      expect.objectContaining({ code: 'caip/invalid-asset-id' }),
    )
    expect(() => denomOf({ ...cosmosHub, cosmos: undefined }, undefined)).toThrowError(
      expect.objectContaining({ code: 'config/invalid-options' }),
    )
  })
})
