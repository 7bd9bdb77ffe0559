import { describe, expect, it } from 'vitest'
import { denomOf } from '../../../../src/adapters/cosmos/asset.ts'
import { parseCaipAssetId } from '../../../../src/core/chain/caip-19.ts'
import { pricedAddress, tokenAsset } from '../../../../src/core/chain/token-asset.ts'
import { cosmosHub } from '../../../../src/networks/index.ts'

const network = 'cosmos:cosmoshub-4'
const hash = 'F663521BF1836B00F5F177680F74BFB9A8B5654A694D0D2BC249E03CF2509013'

describe('the asset of a cosmos token', () => {
  it.each([
    ['stake', `${network}/native:stake`],
    [`ibc/${hash}`, `${network}/ibc:${hash}`],
    [`ibc/${hash.toLowerCase()}`, `${network}/native:ibc%2F${hash.toLowerCase()}`],
    ['factory/osmo1abc/my_token.v2:x', `${network}/native:factory%2Fosmo1abc%2Fmy%5Ftoken.v2%3Ax`],
  ])('names the denomination %s so that the adapter can read it back', (denom, asset) => {
    expect(tokenAsset(network, denom)).toBe(asset)
    expect(parseCaipAssetId(asset as never)).toMatchObject({ networkId: network })
    expect(denomOf(cosmosHub, asset as never)).toBe(denom)
  })

  it.each(['', 'ab', '1abc', 'a b c', `0x${'e'.repeat(40)}`, `factory/${'/'.repeat(60)}`, 'x'.repeat(129)])(
    "is undefined for %j, which can't be the denomination of an asset",
    (denom) => {
      expect(tokenAsset(network, denom)).toBeUndefined()
    },
  )

  it('has no address at the price service', () => {
    expect(pricedAddress(network, 'stake')).toBeUndefined()
  })
})

describe('the asset of a polkadot token', () => {
  const hub = 'polkadot:68d56f15f85d3136970ec16946040bc1'

  it.each(['0', '1984', '4294967295'])('names the id %s in the Assets pallet', (id) => {
    expect(tokenAsset(hub, id)).toBe(`${hub}/asset:${id}`)
  })

  it.each(['', '01984', '-1', '1e3', '99999999999', `0x${'e'.repeat(40)}`])(
    'is undefined for %j, which is not an asset id',
    (id) => {
      expect(tokenAsset(hub, id)).toBeUndefined()
    },
  )

  it('has no address at the price service', () => {
    expect(pricedAddress(hub, '1984')).toBeUndefined()
    expect(pricedAddress(hub, undefined)).toBeUndefined()
  })
})
