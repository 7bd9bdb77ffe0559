import { describe, expect, it } from 'vitest'
import { RequiredPrices } from '../../../../src/adapters/cosmos/chain/required-prices.ts'
import { authInfoBytes, rawTransaction } from '../../../../src/adapters/cosmos/sign-doc.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'

/**
 * Returns the price that the next payment offers after a node refused the fee `paid` and asked for
 * `required`.
 */
function learned(paid: string, required: string): bigint {
  const prices = new RequiredPrices()
  const amount = paid === '0' ? [] : [{ denom: 'uatom', amount: paid }]
  const authInfo = authInfoBytes({
    publicKey: new Uint8Array(33),
    publicKeyType: '/cosmos.crypto.secp256k1.PubKey',
    mode: 1n,
    sequence: 0n,
    fee: { amount, gas: 10n },
  })
  const details = `insufficient fees; got: ${paid}uatom required: ${required}uatom: insufficient fee`
  const refusal = latchkeyError('node/fee-too-low', { details })
  prices.learn('cosmos:x', rawTransaction(new Uint8Array(), authInfo, new Uint8Array()), refusal, 'uatom')
  return prices.at('cosmos:x')
}

describe('the price that a node names when it refuses a payment', () => {
  it('is offered next if it is at most ten times the refused price', () => {
    expect(learned('10', '100')).toBe(10n * 10n ** 18n)
    expect(learned('10', '101')).toBe(0n)
  })

  it('is not offered next if the refused payment had no fee', () => {
    expect(learned('0', '1000000000')).toBe(0n)
  })
})
