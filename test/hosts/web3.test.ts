import { JsonRpcProvider, verifyMessage, verifyTypedData } from 'ethers'
import type { Devnet } from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Web3 } from 'web3'
import { type DevPage, devPage } from '../support/dev-page.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { mailTypedData } from '../support/mail-typed-data.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const address = (name: string) => devnet.accounts[name]!.eip155!.address
const chainId = () => Number(devnet.networks[0]!.id)

const tokenAbi = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
] as const

describe('a page with web3.js and the development wallet', () => {
  let page: DevPage
  let web3: Web3
  /** Connects to the chain directly, without the wallet. */
  let node: JsonRpcProvider
  beforeAll(async () => {
    page = devPage(devnet)
    // Does the same as `Web3.requestEIP6963Providers`, which works only with the global window.
    const found = await new Promise((resolve) => {
      page.window.addEventListener('eip6963:announceProvider', (event) => {
        const { info, provider } = (event as CustomEvent).detail
        if (info.rdns === 'dev.latchkey.ethereum') resolve(provider)
      })
      page.window.dispatchEvent(new Event('eip6963:requestProvider'))
    })
    web3 = new Web3(found as never)
    web3.eth.transactionPollingInterval = 50
    const url = devnet.networks[0]!.rpcUrls.default.http[0]!
    node = new JsonRpcProvider(url, chainId(), { staticNetwork: true, cacheTimeout: -1 })
  })
  afterAll(() => node?.destroy())

  it('connects, and reads the chain through the wallet', async () => {
    expect(await web3.eth.requestAccounts()).toEqual([address('alice'), address('bob')])
    expect(await web3.eth.getChainId()).toBe(BigInt(chainId()))
    expect(await web3.eth.getBalance(address('dave'))).toBe(await node.getBalance(address('dave')))
    expect(await web3.eth.net.getId()).toBe(BigInt(chainId()))
    expect(page.asked('ethereum')).toEqual(['eth_requestAccounts'])
  })

  it('sends, and waits until the transaction is in a block', async () => {
    const before = await node.getBalance(address('dave'))
    const receipt = await web3.eth.sendTransaction({
      from: address('alice'),
      to: address('dave'),
      value: '5151',
    })
    expect(receipt.status).toBe(1n)
    expect((await node.getBalance(address('dave'))) - before).toBe(5151n)
    expect(page.asked('ethereum').slice(1)).toEqual(['eth_sendTransaction'])
  })

  it("calls a contract, and the contract's state changes", async () => {
    const { asset } = devnet.tokens.find((token) => token.asset.startsWith(`eip155:${chainId()}/`))!
    const contract = new web3.eth.Contract(tokenAbi, asset.split(':').at(-1)!)
    const held = async () => BigInt(await contract.methods.balanceOf(address('dave')).call())
    const before = await held()
    const receipt = await contract.methods.transfer(address('dave'), 9).send({ from: address('alice') })
    expect(receipt.status).toBe(1n)
    expect((await held()) - before).toBe(9n)
  })

  it('signs texts and typed data, which ethers verifies', async () => {
    const signature = await web3.eth.personal.sign(web3.utils.utf8ToHex('hello'), address('alice'), '')
    expect(verifyMessage('hello', signature)).toBe(address('alice'))
    const data = mailTypedData(chainId())
    const typed = await web3.eth.signTypedData(address('alice'), data as never)
    expect(verifyTypedData(data.domain, data.types, data.message, String(typed))).toBe(address('alice'))
  })

  it("gets the visitor's rejection", async () => {
    page.refuseNext('ethereum')
    const sending = web3.eth.sendTransaction({ from: address('alice'), to: address('dave'), value: '1' })
    await expect(sending).rejects.toMatchObject({ code: 4001 })
  })
})
