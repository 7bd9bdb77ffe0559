import { describe, expect, it } from 'vitest'
import { paymentUri } from '../../../../../src/core/wallet/payments/payment-uri.ts'

describe('the payment code of an account', () => {
  it.each([
    // The grammar of EIP-681, with the field chain_id.
    ['EIP-681', 'eip155', 10, '0xfb69', 'ethereum:0xfb69@10'],
    ['Solana Pay', 'solana', 'x', 'mvines9i', 'solana:mvines9i'],
    ['BIP-21', 'bip122', 'x', '175tWpb8', 'bitcoin:175tWpb8'],
    ['no standard', 'polkadot', 'x', '15oF4', '15oF4'],
    ['no standard', 'cosmos', 'x', 'cosmos1', 'cosmos1'],
  ] as const)('follows %s on %s', (_, chainNamespace, id, address, uri) => {
    expect(paymentUri({ chainNamespace, id }, address)).toBe(uri)
  })
})
