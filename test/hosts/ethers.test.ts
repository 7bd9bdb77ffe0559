import { BrowserProvider, Contract, type Eip1193Provider, JsonRpcProvider, type JsonRpcSigner } from 'ethers'
import type { Devnet } from 'latchkey/devnet'
import { verifyMessage, verifyTypedData } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DevPage, devPage } from '../support/dev-page.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { mailTypedData } from '../support/mail-typed-data.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const urlOf = (index: number) => devnet.networks[index]!.rpcUrls.default.http[0]!
const idOf = (index: number) => Number(devnet.networks[index]!.id)
const address = (name: string) => devnet.accounts[name]!.eip155!.address as `0x${string}`
/** Connects to a chain directly, without the wallet. */
const nodeAt = (index: number) =>
  new JsonRpcProvider(urlOf(index), idOf(index), { staticNetwork: true, cacheTimeout: -1 })

describe("a page with ethers' BrowserProvider and the development wallet", () => {
  let page: DevPage
  let provider: BrowserProvider
  let signer: JsonRpcSigner
  let node: JsonRpcProvider
  beforeAll(async () => {
    node = nodeAt(0)
    page = devPage(devnet)
    const found = await BrowserProvider.discover({
      window: page.window as never,
      filter: (all) => all.find(({ rdns }) => rdns === 'dev.latchkey.ethereum') ?? null,
    })
    provider = found!
    provider.pollingInterval = 50
    signer = await provider.getSigner()
  })
  afterAll(() => {
    provider?.destroy()
    node?.destroy()
  })

  it('finds the wallet, and connects', async () => {
    expect(await signer.getAddress()).toBe(address('alice'))
    expect((await provider.getNetwork()).chainId).toBe(BigInt(idOf(0)))
    expect(page.asked('ethereum')).toEqual(['eth_requestAccounts'])
  })

  it('reads the chain through the wallet', async () => {
    expect(await provider.getBalance(address('dave'))).toBe(await node.getBalance(address('dave')))
    expect(await provider.getBlockNumber()).toBe(await node.getBlockNumber())
    expect((await provider.getFeeData()).maxFeePerGas).toBeGreaterThan(0n)
    expect(page.asked('ethereum')).toEqual(['eth_requestAccounts'])
  })

  it('sends, and waits until the transaction is in a block', async () => {
    const before = await node.getBalance(address('dave'))
    const sent = await signer.sendTransaction({ to: address('dave'), value: 4242n })
    expect((await sent.wait())?.status).toBe(1)
    expect((await node.getBalance(address('dave'))) - before).toBe(4242n)
    expect((await node.getTransaction(sent.hash))?.from).toBe(address('alice'))
    expect(page.asked('ethereum').slice(1)).toEqual(['eth_sendTransaction'])
  })

  it('calls a contract, reads its logs, and gets an error when a call reverts', async () => {
    const token = devnet.tokens.find(({ asset }) => asset.startsWith(`eip155:${idOf(0)}/`))!
    const contract = new Contract(
      token.asset.split(':').at(-1)!,
      [
        'function balanceOf(address) view returns (uint256)',
        'function transfer(address, uint256) returns (bool)',
        'event Transfer(address indexed from, address indexed to, uint256 value)',
      ],
      signer,
    ) as Contract & Record<'balanceOf' | 'transfer', (...args: unknown[]) => Promise<never>>
    const before = (await contract.balanceOf(address('dave'))) as bigint
    const sent = (await contract.transfer(address('dave'), 7n)) as {
      wait(): Promise<{ blockNumber: number }>
    }
    const { blockNumber } = await sent.wait()
    expect(((await contract.balanceOf(address('dave'))) as bigint) - before).toBe(7n)
    const logs = await contract.queryFilter('Transfer', blockNumber, blockNumber)
    expect(logs.map((log) => 'args' in log && [...log.args])).toEqual([
      [address('alice'), address('dave'), 7n],
    ])
    await expect(contract.transfer(address('dave'), 2n ** 255n)).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
    })
  })

  it('signs texts and typed data, which viem verifies', async () => {
    const signature = (await signer.signMessage('hello')) as `0x${string}`
    expect(await verifyMessage({ address: address('alice'), message: 'hello', signature })).toBe(true)
    const { domain, types, message, primaryType } = mailTypedData(idOf(0))
    const typed = (await signer.signTypedData(domain, types, message)) as `0x${string}`
    const asked = { address: address('alice'), domain, types, message, primaryType, signature: typed }
    expect(await verifyTypedData(asked as never)).toBe(true)
  })

  it("gets the visitor's rejection", async () => {
    page.refuseNext('ethereum')
    await expect(signer.signMessage('no')).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
    page.refuseNext('ethereum')
    await expect(signer.sendTransaction({ to: address('dave'), value: 1n })).rejects.toMatchObject({
      code: 'ACTION_REJECTED',
    })
  })

  it('adds a chain that the wallet does not know, and the wallet switches to it at once', async () => {
    page.wallets.ethereum.eip155!.wallet.forget(idOf(1))
    const raw = await new Promise<Eip1193Provider>((resolve) => {
      page.window.addEventListener('eip6963:announceProvider', (event) => {
        const { info, provider } = (event as CustomEvent).detail
        if (info.rdns === 'dev.latchkey.ethereum') resolve(provider)
      })
      page.window.dispatchEvent(new Event('eip6963:requestProvider'))
    })
    const second = nodeAt(1)
    const moving = new BrowserProvider(raw, 'any')
    moving.pollingInterval = 50
    const chainId = `0x${idOf(1).toString(16)}`
    await expect(moving.send('wallet_switchEthereumChain', [{ chainId }])).rejects.toMatchObject({
      error: { code: 4902 },
    })
    await moving.send('wallet_addEthereumChain', [{ chainId, rpcUrls: [urlOf(1)] }])
    expect((await moving.getNetwork()).chainId).toBe(BigInt(idOf(1)))
    const before = await second.getBalance(address('dave'))
    const sent = await (await moving.getSigner()).sendTransaction({ to: address('dave'), value: 99n })
    expect((await sent.wait())?.status).toBe(1)
    expect((await second.getBalance(address('dave'))) - before).toBe(99n)
    moving.destroy()
    second.destroy()
  })
})
