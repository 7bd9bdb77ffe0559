import { describe, expect, it } from 'vitest'
import type { FamilyChain } from '../../../../src/adapters/shared/family.ts'
import { TokenDecimals } from '../../../../src/adapters/shared/token-decimals.ts'
import type { CaipAssetId } from '../../../../src/core/chain/caip.ts'
import type { ChainNetwork } from '../../../../src/core/chain/network.ts'
import { mainnet, osmosis, solanaMainnet } from '../../../../src/networks/index.ts'

/** Stores the decimals of `shown`, and checks `sent` while the chain has `onChain`. */
async function check(
  network: ChainNetwork,
  of: {
    readonly shown: readonly (readonly [asset: string, decimals: number])[]
    readonly sent: string
    readonly onChain: number
  },
) {
  const decimals = new TokenDecimals()
  const id = (asset: string) => `${network.caipNetworkId}/${asset}` as CaipAssetId
  for (const [asset, value] of of.shown) decimals.remember(network, id(asset), value)
  const chain = async () => ({ decimals: async () => of.onChain }) as unknown as FamilyChain<never>
  const params = { asset: id(of.sent), from: '', to: '', amount: 1n }
  await decimals.check(chain, network as never, params as never)
}

describe('the stored decimals of a token', () => {
  it.each([
    [osmosis, 'native:factory%2Fosmo1abc%2FABC', 'native:factory%2Fosmo1abc%2Fabc'],
    [
      solanaMainnet,
      'token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1V',
    ],
  ])(
    'on $name are separate for tokens that differ only in the case of letters',
    async (network, one, other) => {
      const shown = [
        [one, 6],
        [other, 18],
      ] as const
      await check(network, { shown, sent: one, onChain: 6 })
      await check(network, { shown, sent: other, onChain: 18 })
      await expect(check(network, { shown, sent: one, onChain: 18 })).rejects.toMatchObject({
        code: 'validation/invalid-input',
      })
    },
  )

  it.each([
    [mainnet, 'erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    [osmosis, 'ibc:498A0751C798A0D9A389AA3691123DADA57DAA4FE165D5C75894505B876BA6E4'],
  ])('on $name are the same for a hex id in upper and lower case', async (network, asset) => {
    const [kind, hex] = asset.split(':') as [string, string]
    const shown = [[`${kind}:${hex.toLowerCase()}`, 6]] as const
    await expect(check(network, { shown, sent: asset, onChain: 18 })).rejects.toMatchObject({
      code: 'validation/invalid-input',
    })
  })
})
