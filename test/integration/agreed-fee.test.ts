import type { Devnet } from 'latchkey/devnet'
import { describeRequest, type HeadlessRequest, headlessWallet } from 'latchkey/wallets'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import { type BareDapp, openBareDapp } from '../support/bare-dapp.ts'
import { dearerFetch } from '../support/dearer-node.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

describe('a wallet over WalletConnect whose node raises the fee after the approval', () => {
  let devnet: Devnet
  let dapp: BareDapp
  const ends: (() => unknown)[] = []
  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['eip155', 'bip122'], relay: true })
  }, leaseTimeout)
  afterAll(() => devnet?.stop())
  beforeEach(async () => {
    dapp = await openBareDapp(devnet.relay!.url)
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
    await dapp.close()
  })

  async function paired(namespace: ChainNamespace, methods: string[]) {
    const network = devnet.networks.find((one) => one.chainNamespace === namespace)!
    const node = dearerFetch(namespace)
    const shown: { request: HeadlessRequest; text: string; fee: string | undefined }[] = []
    const wallet = await headlessWallet({
      relayUrl: devnet.relay!.url,
      networks: devnet.networks,
      accounts: [devnet.accounts.alice!],
      fetch: node.fetch,
      async approve(request) {
        const { rows, fee } = await describeRequest(request, network)
        shown.push({ request, text: rows.map((row) => row.join(' ')).join('\n'), fee })
        node.raise()
      },
    })
    ends.push(() => wallet.stop())
    const chain = network.caipNetworkId
    const { uri, settled } = await dapp.propose({ [namespace]: { chains: [chain], methods, events: [] } })
    const { topic } = await wallet.pair(uri)
    const { namespaces } = await settled
    const from = namespaces[namespace]!.accounts[0]!.slice(chain.length + 1)
    const ask = <T>(method: string, params: unknown) => dapp.request<T>(topic, chain, method, params)
    return { ask, from, shown, url: network.rpcUrls.default.http[0]! }
  }
  const rpc = async <T>(url: string, method: string, ...params: unknown[]): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    return ((await (await fetch(url, { method: 'POST', headers, body })).json()) as { result: T }).result
  }
  const bob = (namespace: ChainNamespace) => devnet.accounts.bob![namespace]!.address
  interface Landed {
    readonly gas: string
    readonly maxFeePerGas: string
  }
  const costOf = ({ gas, maxFeePerGas }: Landed) => BigInt(gas) * BigInt(maxFeePerGas)

  it('signs a transaction with the fee that was shown', async () => {
    const { ask, from, shown, url } = await paired('eip155', ['eth_sendTransaction'])
    const asked = { from, to: bob('eip155'), value: '0xde0b6b3a7640000' }
    const hash = await ask<string>('eth_sendTransaction', [asked])
    const landed = await rpc<Landed>(url, 'eth_getTransactionByHash', hash)
    const [{ request, text, fee }] = shown as [(typeof shown)[number]]
    // The wallet shows the request unchanged. `completed` contains the fields that the wallet adds.
    expect(request.params).toEqual([asked])
    expect(request.completed?.params).toMatchObject([asked])
    expect(fee).toMatch(/^fee up to 0\.000\d+ ETH$/)
    expect(text).toContain(fee!)
    const [, coins] = /up to ([\d.]+) ETH/.exec(text)!
    expect(costOf(landed)).toBe(BigInt(Math.round(Number(coins) * 1e18)))
  })

  it('signs each call of a batch with the fee that was shown', async () => {
    const { ask, from, shown, url } = await paired('eip155', ['wallet_sendCalls', 'wallet_getCallsStatus'])
    const calls = [1, 2].map((value) => ({ to: bob('eip155'), value: `0x${value}` }))
    const batch = { version: '2.0.0', chainId: '0x7a69', from, atomicRequired: false, calls }
    const { id } = await ask<{ id: string }>('wallet_sendCalls', [batch])
    const { receipts } = await ask<{ receipts: { transactionHash: string }[] }>('wallet_getCallsStatus', [id])
    const landed = await Promise.all(
      receipts.map(({ transactionHash }) => rpc<Landed>(url, 'eth_getTransactionByHash', transactionHash)),
    )
    const [, coins] = /^fee up to ([\d.]+) ETH/.exec(shown[0]!.fee!)!
    expect(landed).toHaveLength(2)
    const sum = landed.map(costOf).reduce((a, b) => a + b)
    expect(sum).toBe(BigInt(Math.round(Number(coins) * 1e18)))
    expect(shown[0]!.text).toContain('WARNING the fee is at least as high as the amount')
  })

  it("refuses a batch of 101 calls without asking the wallet's owner", async () => {
    const { ask, from, shown } = await paired('eip155', ['wallet_sendCalls'])
    const calls = Array.from({ length: 101 }, () => ({ to: bob('eip155'), value: '0x1' }))
    const batch = { version: '2.0.0', chainId: '0x7a69', from, atomicRequired: false, calls }
    await expect(ask('wallet_sendCalls', [batch])).rejects.toMatchObject({ code: 5740 })
    expect(shown).toEqual([])
  })

  it('warns that a rollup charges a further fee, which has no limit', async () => {
    const { ask, from, shown, url } = await paired('eip155', ['eth_sendTransaction'])
    const oracle = '0x420000000000000000000000000000000000000F'
    await rpc(url, 'anvil_setCode', oracle, '0x6001')
    ends.push(() => rpc(url, 'anvil_setCode', oracle, '0x'))
    await ask('eth_sendTransaction', [{ from, to: bob('eip155'), value: '0xde0b6b3a7640000' }])
    expect(shown[0]!.fee).toMatch(
      /^fee up to 0\.0\d+ ETH, and the rollup's layer-1 data fee, which has no limit$/,
    )
  })

  it('signs no transfer that costs more than was shown', async () => {
    const { ask, from, shown, url } = await paired('bip122', ['sendTransfer'])
    const coins = async () => JSON.stringify(await (await fetch(`${url}/address/${from}/utxo`)).json())
    const before = await coins()
    const params = { account: from, recipientAddress: bob('bip122'), amount: '200000' }
    await expect(ask('sendTransfer', params)).rejects.toMatchObject({
      message: expect.stringMatching(/^The fee of [\d.]+ BTC is above the limit of 0\.0000\d+ BTC$/),
    })
    expect(shown[0]!.fee).toMatch(/^fee up to 0\.0000\d+ BTC$/)
    expect(await coins()).toBe(before)
  })
})
