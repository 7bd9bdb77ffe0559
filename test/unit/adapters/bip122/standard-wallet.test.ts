import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { standardWallet } from '../../../../src/adapters/bip122/standard-wallet.ts'
import { bitcoin } from '../../../../src/networks/index.ts'

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const own = { address }
const message = {
  address,
  message: 'hello',
  scheme: 'bip322',
  network: bitcoin.caipNetworkId,
} as const

/** Returns a wallet that shows these accounts, and the accounts that it was asked to sign with. */
function walletWith(accounts: unknown) {
  const asked: unknown[] = []
  const signMessage = (input: { readonly account: unknown }) => {
    asked.push(input.account)
    return [{ signature: Uint8Array.of(1) }]
  }
  return { asked, signer: standardWallet({ accounts, features: { 'bitcoin:signMessage': { signMessage } } }) }
}

describe('a Bitcoin wallet over wallet-standard', () => {
  it.each([
    ['no list of accounts', undefined],
    ['only accounts without a valid address', [null, {}, { address: 7 }]],
  ])('is refused with an account error if it shows %s', async (_, accounts) => {
    const { signer, asked } = walletWith(accounts)
    await expect(signer.signMessage(message)).rejects.toMatchObject({
      code: 'adapter/account-error',
    })
    expect(asked).toEqual([])
  })

  it('signs with bytes of another frame', async () => {
    const signature = runInNewContext('Uint8Array.of(1)')
    const signMessage = () => [{ signature }]
    const features = { 'bitcoin:signMessage': { signMessage } }
    expect(await standardWallet({ accounts: [own], features }).signMessage(message)).toBe('AQ==')
  })

  it('signs with its account even if it also shows malformed accounts', async () => {
    const { signer, asked } = walletWith([null, {}, { address: 7 }, own])
    expect(await signer.signMessage(message)).toBe('AQ==')
    expect(asked).toEqual([own])
  })
})
