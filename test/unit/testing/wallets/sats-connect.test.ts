import { type Bip122WalletOptions, createBip122Wallet, userRejected } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { bip122Accounts } from '../../../../src/devnet/accounts/bip122.ts'
import { bitcoinRegtest } from '../../../../src/networks/index.ts'

const alice = bip122Accounts.alice!

function wallet(options: Partial<Bip122WalletOptions> = {}) {
  const asked: string[] = []
  const { satsConnect, ...rest } = createBip122Wallet({
    secret: alice.secret,
    networks: [bitcoinRegtest.caipNetworkId],
    approve: async ({ method }) => void asked.push(method),
    ...options,
  })
  const ask = (method: string, params?: unknown) =>
    satsConnect.request(method, params) as Promise<{ result?: never; error?: { code: number } }>
  return { ask, asked, satsConnect, ...rest }
}
const refused = (code: number) => ({ jsonrpc: '2.0', error: { code, message: expect.any(String) } })

describe("the test wallet's UniSat interface", () => {
  it('refuses to tell its public key to a page that is not connected', async () => {
    const { unisat, script } = wallet()
    await expect(unisat.getPublicKey()).rejects.toMatchObject({ code: 4100 })
    await unisat.requestAccounts()
    expect(await unisat.getPublicKey()).toMatch(/^0[23][0-9a-f]{64}$/)
    await unisat.disconnect()
    await expect(unisat.getPublicKey()).rejects.toMatchObject({ code: 4100 })
    expect(script.count('getPublicKey')).toBe(3)
  })
})

describe('the sats-connect test wallet', () => {
  it('lists its supported methods in getInfo without a prompt', async () => {
    const { ask, asked } = wallet()
    const { result } = await ask('getInfo', null)
    expect(result).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), platform: 'web' })
    const { methods } = result as unknown as { methods: readonly string[] }
    expect(methods).toEqual(
      expect.arrayContaining(['getInfo', 'getAccounts', 'getBalance', 'sendTransfer', 'signPsbt']),
    )
    for (const method of methods) expect((await ask(method))?.error?.code, method).not.toBe(-32601)
    expect(await ask('runes_mint')).toMatchObject(refused(-32601))
    expect(await ask('constructor')).toMatchObject(refused(-32601))
    expect(asked).not.toContain('getInfo')
  })

  it('shows the accounts for the requested purposes after an approval', async () => {
    const { ask, asked } = wallet()
    const { result } = await ask('getAccounts', { purposes: ['payment'], message: 'Hello' })
    expect(result).toEqual([
      {
        address: alice.address,
        publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
        purpose: 'payment',
        addressType: 'p2wpkh',
        walletType: 'software',
      },
    ])
    const both = await ask('getAccounts', { purposes: ['ordinals', 'payment'] })
    expect(both.result).toMatchObject([{ purpose: 'payment' }, { purpose: 'ordinals' }])
    expect((await ask('getAccounts', { purposes: ['stacks'] })).result).toEqual([])
    expect(asked).toEqual(['getAccounts'])
  })

  it('answers with an error if the visitor rejects the request', async () => {
    const { ask } = wallet({ approve: () => Promise.reject(userRejected()) })
    expect(await ask('getAccounts', { purposes: ['payment'] })).toMatchObject(refused(-32000))
  })

  it('refuses requests from a page that is not connected', async () => {
    const { ask, asked } = wallet({ endpoints: [bitcoinRegtest] })
    expect(await ask('getBalance', null)).toMatchObject(refused(-32002))
    const recipients = [{ address: alice.address, amount: 1000 }]
    expect(await ask('sendTransfer', { recipients })).toMatchObject(refused(-32002))
    expect(await ask('wallet_getAccount')).toMatchObject(refused(-32002))
    await ask('wallet_requestPermissions')
    expect((await ask('wallet_getAccount')).result).toBeDefined()
    await ask('wallet_renouncePermissions')
    expect(await ask('wallet_getAccount')).toMatchObject(refused(-32002))
    expect(asked).toEqual(['wallet_requestPermissions'])
  })

  it('reports a missing endpoint, without a prompt', async () => {
    const { ask, asked } = wallet({ authorized: true })
    const recipients = [{ address: alice.address, amount: 1000 }]
    for (const [method, params] of [
      ['getBalance', null],
      ['sendTransfer', { recipients }],
      ['signPsbt', { psbt: '', signInputs: {}, broadcast: true }],
    ] as const)
      expect(await ask(method, params), method).toMatchObject(refused(4901))
    expect(asked).toEqual([])
  })

  it.each([
    [
      'several recipients',
      [
        { address: alice.address, amount: 1000 },
        { address: alice.address, amount: 1000 },
      ],
    ],
    ['an empty list of recipients', []],
    ['recipients that are not a list', undefined],
    ['a fraction of a sat', [{ address: alice.address, amount: 0.5 }]],
    ['a negative amount', [{ address: alice.address, amount: -1 }]],
    ["an amount that a number can't hold exactly", [{ address: alice.address, amount: 1e21 }]],
  ])('refuses, without a prompt, to pay %s', async (_, recipients) => {
    const { ask, asked } = wallet({
      authorized: true,
      endpoints: [bitcoinRegtest],
      fetch: () => Promise.reject(new Error('not expected: a request')),
    })
    expect(await ask('sendTransfer', { recipients })).toMatchObject(refused(-32602))
    expect(asked).toEqual([])
  })
})
