// Only the largest test runs include this file, because the demo uses these wallets in every test run.
// @module-tag all
import { coins, SigningStargateClient } from '@cosmjs/stargate'
import * as btc from '@scure/btc-signer'
import { BrowserProvider, type Eip1193Provider, JsonRpcProvider } from 'ethers'
import type { Devnet } from 'latchkey/devnet'
import type { CosmosWallet } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bip122Accounts } from '../../src/devnet/accounts/bip122.ts'
import { regtest } from '../support/bip122-surroundings.ts'
import { bitcoinNodes, leaseBitcoin } from '../support/bitcoind.ts'
import { type DevPage, devPage } from '../support/dev-page.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

describe('the eip155 development wallet, with ethers', () => {
  let devnet: Devnet
  let page: DevPage
  let wallet: Eip1193Provider
  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['eip155'] })
    page = devPage(devnet)
    wallet = await new Promise((resolve) => {
      page.window.addEventListener('eip6963:announceProvider', (event) => {
        const { info, provider } = (event as CustomEvent).detail
        if (info.rdns === 'dev.latchkey.ethereum') resolve(provider)
      })
      page.window.dispatchEvent(new Event('eip6963:requestProvider'))
    })
  }, leaseTimeout)
  afterAll(() => devnet?.stop())

  it('lets ethers read, send and wait, even on a network that the page adds', async () => {
    const dave = devnet.accounts.dave!.eip155!.address
    const [one, two] = devnet.networks.map(({ id, rpcUrls }) => ({
      id: Number(id),
      url: rpcUrls.default.http[0]!,
    }))
    const pays = async ({ id, url }: { id: number; url: string }, value: bigint) => {
      const node = new JsonRpcProvider(url, id, { staticNetwork: true, cacheTimeout: -1 })
      const through = new BrowserProvider(wallet)
      through.pollingInterval = 50
      const before = await node.getBalance(dave)
      expect(await through.getBalance(dave)).toBe(before)
      const signer = await through.getSigner()
      const sent = await signer.sendTransaction({ to: dave, value })
      expect((await sent.wait())?.status).toBe(1)
      expect((await node.getBalance(dave)) - before).toBe(value)
      for (const each of [node, through]) each.destroy()
    }
    await pays(one!, 31n)
    page.wallets.ethereum.eip155!.wallet.forget(two!.id)
    const params = [{ chainId: `0x${two!.id.toString(16)}`, rpcUrls: [two!.url] }]
    await wallet.request({ method: 'wallet_addEthereumChain', params })
    await pays(two!, 32n)
    expect(page.asked('ethereum')).toEqual([
      'eth_requestAccounts',
      'eth_sendTransaction',
      'wallet_addEthereumChain',
      'eth_sendTransaction',
    ])
  })
})

describe('the cosmos development wallet, with CosmJS', () => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['cosmos'] })
  }, leaseTimeout)
  afterAll(() => devnet?.stop())

  it.each(['getOfflineSigner', 'getOfflineSignerOnlyAmino', 'getOfflineSignerAuto'] as const)(
    'signs a payment of CosmJS with its %s',
    async (name) => {
      const page = devPage(devnet)
      const keplr = page.window.keplr as CosmosWallet['provider']
      const { id, rpcUrls } = devnet.networks[0]!
      await keplr.enable(String(id))
      const signer = await keplr[name](String(id))
      const client = await SigningStargateClient.connectWithSigner(rpcUrls.default.http[0]!, signer as never)
      const [alice, dave] = ['alice', 'dave'].map((who) => devnet.accounts[who]!.cosmos!.address)
      const held = async () => BigInt((await client.getBalance(dave!, 'uatom')).amount)
      const before = await held()
      const fee = { amount: coins(5000, 'uatom'), gas: '200000' }
      expect((await client.sendTokens(alice!, dave!, coins(123, 'uatom'), fee)).code).toBe(0)
      expect((await held()) - before).toBe(123n)
      expect(page.asked('keplr')).toEqual(['enable', name.endsWith('Amino') ? 'signAmino' : 'signDirect'])
      client.disconnect()
    },
  )
})

describe.each(bitcoinNodes)('the sats-connect development wallet, on %s', (node) => {
  let devnet: Devnet
  let page: DevPage
  beforeAll(async () => {
    devnet = await leaseBitcoin(node)
    page = devPage(devnet)
  }, leaseTimeout)
  afterAll(() => devnet?.stop())

  const [alice, dave] = [bip122Accounts.alice!, bip122Accounts.dave!]
  const ask = (method: string, params: unknown = null) =>
    (page.window.DevSatsProvider as { request(method: string, params: unknown): Promise<never> }).request(
      method,
      params,
    ) as Promise<{ result?: never; error?: { code: number; message: string } }>
  const read = async <T>(path: string) =>
    (await (await fetch(devnet.networks[0]!.rpcUrls.default.http[0]! + path)).json()) as T
  const coinsOf = (address: string) =>
    read<{ txid: string; vout: number; value: number }[]>(`/address/${address}/utxo`)
  const sum = async (address: string) =>
    (await coinsOf(address)).reduce((total, { value }) => total + value, 0)
  const mined = (txid: string) =>
    expect
      .poll(async () => (await read<{ confirmed: boolean }>(`/tx/${txid}/status`)).confirmed, {
        message: 'the transaction is confirmed',
      })
      .toBe(true)

  it('shows the balance without a prompt, and pays with one prompt', async () => {
    await ask('getAccounts', { purposes: ['payment'] })
    const total = await sum(alice.address)
    expect((await ask('getBalance')).result).toEqual({
      confirmed: String(total),
      unconfirmed: '0',
      total: String(total),
    })
    const before = await sum(dave.address)
    const recipients = [{ address: dave.address, amount: 4321 }]
    const { result } = await ask('sendTransfer', { recipients })
    await mined((result as unknown as { txid: string }).txid)
    expect((await sum(dave.address)) - before).toBe(4321)
    expect(page.asked('sats')).toEqual(['getAccounts', 'sendTransfer'])
  })

  it('pays nothing when the visitor rejects the payment, or when the balance is too low', async () => {
    const before = await coinsOf(alice.address)
    const pay = (amount: number) => ask('sendTransfer', { recipients: [{ address: dave.address, amount }] })
    page.refuseNext('sats')
    expect((await pay(4321)).error?.code).toBe(-32000)
    expect((await pay(2e15)).error).toMatchObject({ code: -32603 })
    expect(await coinsOf(alice.address)).toEqual(before)
  })

  it('sends the PSBT that it signed if the page requests the broadcast', async () => {
    const [coin] = await coinsOf(alice.address)
    const script = btc.OutScript.encode(btc.Address(regtest).decode(alice.address))
    const transaction = new btc.Transaction()
    const witnessUtxo = { script, amount: BigInt(coin!.value) }
    transaction.addInput({ txid: coin!.txid, index: coin!.vout, witnessUtxo })
    transaction.addOutputAddress(dave.address, BigInt(coin!.value) - 1000n, regtest)
    const psbt = Buffer.from(transaction.toPSBT()).toString('base64')
    const before = await sum(dave.address)
    const signInputs = { [alice.address]: [0] }
    const { result } = await ask('signPsbt', { psbt, signInputs, broadcast: true })
    await mined((result as unknown as { txid: string }).txid)
    expect((await sum(dave.address)) - before).toBe(coin!.value - 1000)
  })
})
