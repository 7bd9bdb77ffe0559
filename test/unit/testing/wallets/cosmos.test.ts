import { type CosmosWalletOptions, createCosmosWallet } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { devAccounts } from '../../../../src/devnet/dev-accounts.ts'
import { verifyAdr36 } from '../../../support/cosmos-verify.ts'

const [alice, bob] = [devAccounts.alice!.cosmos!, devAccounts.bob!.cosmos!]
const chain = 'cosmoshub-4'
const osmosis = 'osmosis-1'

function walletOf(options: Partial<CosmosWalletOptions> = {}) {
  return createCosmosWallet({
    privateKeys: [alice.secret, bob.secret],
    chains: [
      { id: chain, bech32Prefix: 'cosmos' },
      { id: osmosis, bech32Prefix: 'osmo' },
    ],
    approved: [chain],
    ...options,
  })
}
interface Signature {
  readonly pub_key: { readonly type: string; readonly value: string }
  readonly signature: string
}
const signedBy = async (signer: string, data: string | Uint8Array, wallet = walletOf()) =>
  (await wallet.provider.signArbitrary(chain, signer, data)) as Signature

describe('verifying an ADR-36 signature', () => {
  it("returns true for the wallet's signature", async () => {
    const { provider } = walletOf()
    const signature = await signedBy(alice.address, 'hello')
    const publicKey = Buffer.from(signature.pub_key.value, 'base64').toString('hex')
    const { signature: text } = signature
    expect(await verifyAdr36('hello', { signature: text, publicKey } as never, alice.address)).toBe(true)
    expect(await provider.verifyArbitrary(chain, alice.address, 'hello', signature)).toBe(true)
    const bytes = Uint8Array.of(0, 255, 1)
    const ofBytes = await signedBy(alice.address, bytes)
    expect(await provider.verifyArbitrary(chain, alice.address, bytes, ofBytes)).toBe(true)
  })

  it('returns false if the data, the signer, the key or the network differs', async () => {
    const { provider } = walletOf({ approved: [chain, osmosis] })
    const signature = await signedBy(alice.address, 'hello')
    const wallet = walletOf()
    await wallet.select(bob.address)
    const ofBob = await signedBy(bob.address, 'hello', wallet)
    const verify = (signer: string, data: string, given: unknown, on = chain) =>
      provider.verifyArbitrary(on, signer, data, given)
    expect(await verify(alice.address, 'hello', signature)).toBe(true)
    expect(await verify(bob.address, 'hello', ofBob)).toBe(true)
    expect(await verify(alice.address, 'hullo', signature)).toBe(false)
    expect(await verify(bob.address, 'hello', signature)).toBe(false)
    expect(await verify(alice.address, 'hello', ofBob)).toBe(false)
    expect(await verify(alice.address, 'hello', { ...ofBob, pub_key: signature.pub_key })).toBe(false)
    expect(await verify(alice.address, 'hello', signature, osmosis)).toBe(false)
    for (const nothing of [undefined, null, {}, 'text', { ...signature, signature: '' }])
      expect(await verify(alice.address, 'hello', nothing)).toBe(false)
  })

  it('works without a prompt for a page that may use the network', async () => {
    const asked: string[] = []
    const { provider } = walletOf({ approve: async ({ method }) => void asked.push(method) })
    const signature = await signedBy(alice.address, 'hello')
    await provider.verifyArbitrary(chain, alice.address, 'hello', signature)
    expect(asked).toEqual([])
    await expect(provider.verifyArbitrary(osmosis, alice.address, 'hello', signature)).rejects.toThrow(
      'Unauthorized',
    )
  })
})

describe('the signers for CosmJS', () => {
  it('show the key that is selected in the wallet', async () => {
    const wallet = walletOf()
    const { provider } = wallet
    const signer = provider.getOfflineSigner(chain)
    expect(wallet.script.requests).toEqual([])
    expect(await signer.getAccounts()).toEqual([
      { address: alice.address, algo: 'secp256k1', pubkey: expect.any(Uint8Array) },
    ])
    await wallet.select(bob.address)
    expect(await signer.getAccounts()).toMatchObject([{ address: bob.address }])
    expect(wallet.script.requests.map(({ method }) => method)).toEqual(['getKey', 'getKey'])
    wallet.script.next('signDirect', 'reject')
    await expect(signer.signDirect(bob.address, {})).rejects.toMatchObject({ code: 4001 })
    wallet.script.next('signAmino', 'reject')
    await expect(signer.signAmino(bob.address, {})).rejects.toMatchObject({ code: 4001 })
  })

  it('support only Amino if the key is on a Ledger', async () => {
    const { provider } = walletOf()
    expect(provider.getOfflineSignerOnlyAmino(chain)).not.toHaveProperty('signDirect')
    expect(await provider.getOfflineSignerAuto(chain)).toHaveProperty('signDirect')
    const ledger = walletOf({ ledger: true }).provider
    expect(await ledger.getOfflineSignerAuto(chain)).not.toHaveProperty('signDirect')
  })

  it('refuse a page that may not use the network', async () => {
    const { provider } = walletOf()
    await expect(provider.getOfflineSigner(osmosis).getAccounts()).rejects.toThrow('Unauthorized')
    await expect(provider.getOfflineSignerAuto('other-1')).rejects.toThrow('There is no chain info')
  })
})

describe('the step `disconnect`', () => {
  it("revokes the page's approval, and tells the page, because Keplr has no event for a lost connection", async () => {
    const told: string[] = []
    const wallet = walletOf({ onKeyChange: () => void told.push('keystorechange') })
    wallet.script.next('signArbitrary', 'disconnect')
    await expect(signedBy(alice.address, 'hello', wallet)).rejects.toMatchObject({ code: 4900 })
    expect(told).toEqual(['keystorechange'])
    expect(wallet.approved).toEqual([])
  })
})
