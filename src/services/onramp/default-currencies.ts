import type { PaymentCurrency, PurchaseCurrency } from '../../core/wallet/payments/onramp.ts'

const networks = [
  {
    name: 'ethereum-mainnet',
    display_name: 'Ethereum',
    chain_id: '1',
    contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  },
  {
    name: 'polygon-mainnet',
    display_name: 'Polygon',
    chain_id: '137',
    contract_address: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
  },
] as const
/** The specification gives both currencies the same id (S3.2.2). */
const id = '2b92315d-eab7-5bef-84fa-089a131333f5'
const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
] as const

/** The currencies to offer until the service returns its list (S1.3, S3.2.2). */
export const defaultCurrencies = {
  purchaseCurrencies: [
    { id, name: 'USD Coin', symbol: 'USDC', networks },
    { id, name: 'Ether', symbol: 'ETH', networks },
  ],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: limits },
    { id: 'EUR', payment_method_limits: limits },
  ],
} as const satisfies {
  readonly purchaseCurrencies: readonly [PurchaseCurrency, ...PurchaseCurrency[]]
  readonly paymentCurrencies: readonly [PaymentCurrency, ...PaymentCurrency[]]
}
