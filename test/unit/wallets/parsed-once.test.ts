import { polkadotWallet } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { devAccounts } from '../../../src/devnet/dev-accounts.ts'
import { polkadotOverRelay } from '../../../src/wallets/polkadot/over-relay.ts'

const alice = devAccounts.alice!.polkadot!
const genesisOf = (digits: string) => `0x${digits.repeat(8)}`
const shown = {
  address: alice.address,
  ...{
    blockHash: genesisOf('1a7c4de7'),
    blockNumber: '0x00',
    genesisHash: genesisOf('1a7c4de7'),
    era: '0x00',
  },
  ...{ method: '0x00000c68656c', nonce: '0x07', tip: '0x00', version: 4, specVersion: '0x01' },
  ...{ transactionVersion: '0x01', signedExtensions: ['CheckGenesis', 'CheckNonce'] },
}
/** Another call on another network. */
const hidden = { ...shown, method: '0x0a0300ffff', genesisHash: genesisOf('2b8d5ef8') }

describe('a polkadot payload inside another', () => {
  const nested = { ...shown, transactionPayload: hidden }
  const log = { debug() {}, warn() {}, error() {} }
  const relayed = polkadotOverRelay({ secrets: [alice.secret], networks: [], fetch, log })
  const call = (transactionPayload: object) => ({
    method: 'polkadot_signTransaction',
    params: { address: alice.address, transactionPayload },
  })
  const network = { rpcUrls: { default: { http: ['http://127.0.0.1:1'] } }, nativeCurrency: {} } as never

  it('is refused by permission, completion and signer alike', async () => {
    const refusal = { code: 'validation/invalid-input' }
    expect(() => relayed.chainsOf?.(call(nested), network)).toThrow(expect.objectContaining(refusal))
    await expect(relayed.complete?.(call(nested), network)).rejects.toMatchObject(refusal)
    await expect(relayed.request(call(nested), network)).rejects.toMatchObject(refusal)
  })

  it('is refused by an extension, before it asks the user', async () => {
    const asked: unknown[] = []
    const { injected } = polkadotWallet({
      secrets: [alice.secret],
      authorized: true,
      approve: async ({ params }) => void asked.push(...params),
    })
    const { signer } = await injected.enable()
    await expect(signer.signPayload(nested as never)).rejects.toThrow('beside the payload')
    expect(asked).toEqual([])
  })

  it('is refused where it is wrapped and another stands beside it', async () => {
    const beside = { ...call(shown), params: { ...hidden, transactionPayload: shown } }
    expect(() => relayed.chainsOf?.(beside, network)).toThrow('beside')
  })

  it('is signed when it is plain', async () => {
    expect(relayed.chainsOf?.(call(shown), network)).toEqual([`polkadot:${'1a7c4de7'.repeat(4)}`])
    await expect(relayed.request(call(shown), network)).resolves.toMatchObject({
      signature: expect.stringMatching(/^0x01[0-9a-f]{128}$/),
    })
  })

  it('is signed as it was when the user was asked', async () => {
    const changing = { ...shown }
    const { injected } = polkadotWallet({
      secrets: [alice.secret],
      authorized: true,
      signsTransactions: true,
      approve: async () => {
        Object.assign(changing, hidden)
      },
    })
    const { signer } = await injected.enable()
    const { signedTransaction } = await signer.signPayload(changing as never)
    expect(signedTransaction).toMatch(new RegExp(`${shown.method.slice(2)}$`))
  })
})
