import { mainnet, polygon } from 'latchkey/networks'
import { describe, expect, it } from 'vitest'
import { defaultCurrencies } from '../../../src/services/onramp/default-currencies.ts'
import { currencyToken } from '../../../src/ui-react/parts/buy/currency-token.ts'

const { purchaseCurrencies: all } = defaultCurrencies
const [usdc, ether] = all
const usdcContract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

describe('the picture of a currency to buy', () => {
  it('is found by the contract of the currency on the network', () => {
    expect(currencyToken(usdc, all, mainnet)).toEqual({
      ...{ symbol: 'USDC', network: 'eip155:1', address: usdcContract },
    })
  })

  it("is the native coin's picture for Ether on Ethereum", () => {
    expect(currencyToken(ether, all, mainnet)).toEqual({ symbol: 'ETH', network: 'eip155:1' })
  })

  it('is only the symbol for Ether on Polygon', () => {
    expect(currencyToken(ether, all, polygon)).toEqual({ symbol: 'ETH', network: undefined })
  })

  it("is the native coin's picture if the contract's address is empty or all zeros", () => {
    for (const contract_address of ['', `0x${'0'.repeat(40)}`]) {
      const coin = { ...ether, networks: [{ ...ether.networks[0], contract_address }] }
      expect(currencyToken(coin, [usdc, coin], mainnet)).toEqual({ symbol: 'ETH', network: 'eip155:1' })
    }
  })

  it('is only the symbol if the service does not sell the currency on the network', () => {
    const { networks } = usdc
    expect(currencyToken({ ...usdc, networks: [networks[1]] }, all, mainnet)).toEqual({
      ...{ symbol: 'USDC', network: undefined },
    })
  })
})
