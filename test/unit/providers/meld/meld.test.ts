import { describe, expect, it } from 'vitest'
import type { OnRampOrder } from '../../../../src/core/wallet/payments/onramp.ts'
import { meld } from '../../../../src/providers/meld/index.ts'
import type { MeldOnRampOptions } from '../../../../src/providers/meld/options.ts'

const key = 'public-key'
const address = '0x742c8f2e0ce07Dd3f7E78A31E5A97D45c50fF2c8'
const mainnet = { id: 1, caipNetworkId: 'eip155:1', chainNamespace: 'eip155', name: 'Ethereum' }
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const buying = (symbol: string) => ({ purchaseCurrency: { symbol, networks: [] } })
const order = (more: object = {}) =>
  ({
    account: `eip155:1:${address}`,
    network: mainnet,
    paymentCurrency: { id: 'EUR' },
    paymentAmount: '100.50',
    ...buying('USDC'),
    ...more,
  }) as unknown as OnRampOrder
const call = {
  json: () => {
    throw new Error('this provider needs no request')
  },
}
const provider = (more: Partial<MeldOnRampOptions> = {}) =>
  meld({ key, page: 'https://meld.example', feeRange: '1-5%', ...more })
const linked = async (of: ReturnType<typeof meld>, more: object = {}) =>
  new URL(await of.link(order(more), call))

describe('a link to Meld', () => {
  it('has exactly the parameters that Meld documents', async () => {
    const url = await linked(provider())
    expect(url.origin + url.pathname).toBe('https://meld.example/')
    expect([...url.searchParams]).toEqual([
      ['publicKey', key],
      ['transactionType', 'BUY'],
      ['destinationCurrencyCodeLocked', 'USDC_ETHEREUM'],
      ['walletAddressLocked', address],
      ['sourceCurrencyCode', 'EUR'],
      ['sourceAmount', '100.50'],
    ])
  })

  it.each([
    ['eip155:1', 'ETH', 'ETH_ETHEREUM'],
    ['eip155:42161', 'ETH', 'ETH_ARBITRUM'],
    [solana, 'SOL', 'SOL_SOLANA'],
  ])('for the network %s and the coin %s has the code %s', async (caipNetworkId, symbol, code) => {
    const more = { network: { ...mainnet, caipNetworkId }, ...buying(symbol) }
    expect((await linked(provider(), more)).searchParams.get('destinationCurrencyCodeLocked')).toBe(code)
  })

  it('has no amount if the visitor chooses the amount on the page', async () => {
    expect((await linked(provider(), { paymentAmount: undefined })).searchParams.has('sourceAmount')).toBe(
      false,
    )
  })

  it('keeps the parameters that the host sets, except the account', async () => {
    const url = await linked(
      provider({ page: 'https://meld.example/buy?theme=dark&walletAddressLocked=0x1' }),
    )
    expect(url.pathname).toBe('/buy')
    expect(url.searchParams.get('theme')).toBe('dark')
    expect(url.searchParams.getAll('walletAddressLocked')).toEqual([address])
  })

  it('encodes the value of each parameter', async () => {
    const of = provider({ key: 'a&walletAddressLocked=0x1#@evil.example' })
    const url = await linked(of, { paymentAmount: '1&destinationCurrencyCodeLocked=BTC' })
    expect(url.host).toBe('meld.example')
    expect(url.searchParams.getAll('walletAddressLocked')).toEqual([address])
    expect(url.searchParams.getAll('destinationCurrencyCodeLocked')).toEqual(['USDC_ETHEREUM'])
  })

  it('needs a coin with a code that is known or set by the host', async () => {
    const base = { ...mainnet, caipNetworkId: 'eip155:8453', name: 'Base' }
    for (const more of [buying('PEPE'), buying('constructor'), { network: base }, buying('SOL')])
      await expect(provider().link(order(more), call)).rejects.toMatchObject({ code: 'onramp/unsupported' })
    const named = provider({ currencies: { 'eip155:8453': { USDC: 'USDC_BASE' } } })
    const url = await linked(named, { network: base })
    expect(url.searchParams.get('destinationCurrencyCodeLocked')).toBe('USDC_BASE')
  })
})

it('the provider from meld() is named meld-onramp and has no quotes', () => {
  const { quote, link, ...about } = provider()
  expect(quote).toBeUndefined()
  expect(link).toBeTypeOf('function')
  expect(about).toEqual({
    ...{ name: 'meld-onramp', label: 'Meld.io', feeRange: '1-5%' },
    supportedChains: ['eip155', 'solana'],
  })
})
