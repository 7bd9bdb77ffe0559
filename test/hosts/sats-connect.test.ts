// @vitest-environment jsdom
import type { Devnet } from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bip122Accounts } from '../../src/devnet/accounts/bip122.ts'
import { type BitcoinNodeName, bitcoinNodes, leaseBitcoin } from '../support/bitcoind.ts'
import { type DevPage, devPage } from '../support/dev-page.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'

// The Uint8Array of jsdom isn't the Uint8Array that Node's Buffer extends.
Object.assign(globalThis, { Uint8Array: Object.getPrototypeOf(Buffer) })

const { alice, dave } = bip122Accounts as Record<string, (typeof bip122Accounts)[string]>
const kinds: readonly BitcoinNodeName[] = ['the simulator', 'a real bitcoind']

describe.each(kinds)('on %s,', (kind) => {
  describe.skipIf(!bitcoinNodes.includes(kind))('a page with sats-connect and the development wallet', () => {
    let devnet: Devnet
    let page: DevPage
    let sats: typeof import('sats-connect')
    beforeAll(async () => {
      devnet = await leaseBitcoin(kind)
      page = devPage(devnet)
      sats = await import('sats-connect')
    }, leaseTimeout)
    afterAll(() => devnet?.stop())

    const ask = (method: string, params: unknown = null) =>
      sats.request(method as 'getInfo', params as null, 'DevSatsProvider') as Promise<
        { status: 'success'; result: never } | { status: 'error'; error: { code: number; message: string } }
      >
    const urlOf = () => devnet.networks[0]!.rpcUrls.default.http[0]!
    const transaction = async (txid: string) =>
      (await (await fetch(`${urlOf()}/tx/${txid}`)).json()) as {
        status: { confirmed: boolean }
        vin: { prevout: { scriptpubkey_address: string } }[]
        vout: { value: number; scriptpubkey_address?: string }[]
      }

    it('lists the wallet, and reads its features', async () => {
      expect(sats.getProviders().map(({ id }) => id)).toContain('DevSatsProvider')
      const { methods } = ((await ask('getInfo')) as { result: { methods: string[] } }).result
      expect(methods).toEqual(expect.arrayContaining(['getAccounts', 'getBalance', 'sendTransfer']))
    })

    it('connects after approval', async () => {
      page.refuseNext('sats')
      expect(await ask('getAccounts', { purposes: ['payment'] })).toMatchObject({
        status: 'error',
        error: { code: sats.RpcErrorCode.USER_REJECTION },
      })
      expect(await ask('getAccounts', { purposes: ['payment'] })).toMatchObject({
        status: 'success',
        result: [{ address: alice!.address, purpose: 'payment' }],
      })
    })

    it("reads the account's balance on the chain", async () => {
      const { chain_stats: stats, mempool_stats: waiting } = (await (
        await fetch(`${urlOf()}/address/${alice!.address}`)
      ).json()) as Record<string, { funded_txo_sum: number; spent_txo_sum: number }>
      const confirmed = stats!.funded_txo_sum - stats!.spent_txo_sum
      const unconfirmed = waiting!.funded_txo_sum - waiting!.spent_txo_sum
      expect(confirmed).toBeGreaterThan(0)
      expect(((await ask('getBalance')) as { result: object }).result).toEqual({
        confirmed: String(confirmed),
        unconfirmed: String(unconfirmed),
        total: String(confirmed + unconfirmed),
      })
    })

    it('pays, and the chain accepts the payment', async () => {
      const asked = page.asked('sats').length
      const recipients = [{ address: dave!.address, amount: 54_321 }]
      const { result } = (await ask('sendTransfer', { recipients })) as { result: { txid: string } }
      await expect
        .poll(async () => (await transaction(result.txid)).status.confirmed, {
          message: 'a block has the payment',
        })
        .toBe(true)
      const { vin, vout } = await transaction(result.txid)
      expect(vout.find((out) => out.scriptpubkey_address === dave!.address)?.value).toBe(54_321)
      expect(new Set(vin.map(({ prevout }) => prevout.scriptpubkey_address))).toEqual(
        new Set([alice!.address]),
      )
      expect(page.asked('sats').slice(asked)).toEqual(['sendTransfer'])
    })

    it('pays nothing if the payment is impossible or rejected', async () => {
      const pay = (amount: number) =>
        ask('sendTransfer', { recipients: [{ address: dave!.address, amount }] })
      const coins = async () =>
        (await (await fetch(`${urlOf()}/address/${alice!.address}/utxo`)).json()) as object[]
      const before = await coins()
      expect(await pay(2_000_000_000_000_000)).toMatchObject({
        status: 'error',
        error: { message: expect.stringMatching(/balance .* does not cover/) },
      })
      page.refuseNext('sats')
      expect(await pay(1000)).toMatchObject({
        status: 'error',
        error: { code: sats.RpcErrorCode.USER_REJECTION },
      })
      expect(await coins()).toEqual(before)
    })

    it('signs a text, which a second library verifies', async () => {
      const asked = { address: alice!.address, message: 'hello' }
      const { Verifier } = await import('bip322-js')
      const { result } = (await ask('signMessage', asked)) as { result: { signature: string } }
      expect(Verifier.verifySignature(alice!.address, 'hello', result.signature)).toBe(true)
    })

    it('gets an event when the user selects another account', async () => {
      const heard: unknown[] = []
      const stop = sats.addListener(
        { eventName: 'accountChange', cb: (event: unknown) => void heard.push(event) } as never,
        'DevSatsProvider' as never,
      )
      await page.wallets.sats.bip122!.wallet.select(alice!.ordinal)
      await expect
        .poll(() => heard, { message: 'the page gets the account' })
        .toEqual([{ type: 'accountChange' }])
      stop()
      await page.wallets.sats.bip122!.wallet.select(alice!.address)
      expect(heard).toHaveLength(1)
    })
  })
})
