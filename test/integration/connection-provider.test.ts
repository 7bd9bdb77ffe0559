import { BrowserProvider, Contract, verifyMessage, verifyTypedData } from 'ethers'
import type { Devnet } from 'latchkey/devnet'
import { type Chain, createPublicClient, createWalletClient, custom, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ConnectionProvider } from '../../src/core/wallet/connection-provider.ts'
import { type BridgedWallet, overExtension, overRelay } from '../support/bridged-client.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { mailTypedData } from '../support/mail-typed-data.ts'
import { receiptOf } from '../support/receipt.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'], relay: true })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const reaches = {
  'an extension': (world: Devnet) => overExtension(world),
  'a wallet over WalletConnect': (world: Devnet) => overRelay(world),
  'a wallet over WalletConnect, if the host passes no adapter': (world: Devnet) => overRelay(world, []),
}

describe.each(Object.entries(reaches))('the provider of a connection to %s', (_, open) => {
  let wallet: BridgedWallet
  let provider: ConnectionProvider
  beforeAll(async () => {
    wallet = await open(devnet)
    provider = wallet.latchkey.connections.of('eip155')!.provider
  })
  afterAll(() => wallet?.stop())

  const address = (name: string) => devnet.accounts[name]!.eip155!.address
  const chainOf = (index: number) => Number(devnet.networks[index]!.id)
  const count = (method: string) => wallet.methods().filter((one) => one === method).length

  it('lets ethers read accounts and contracts, sign and send', async () => {
    const ethers = new BrowserProvider(provider, 'any', { cacheTimeout: -1 })
    const signer = await ethers.getSigner()
    expect(signer.address).toBe(address('alice'))
    expect((await ethers.getNetwork()).chainId).toBe(BigInt(chainOf(0)))
    expect(verifyMessage('hello', await signer.signMessage('hello'))).toBe(address('alice'))

    const mail = mailTypedData(chainOf(0))
    const signature = await signer.signTypedData(mail.domain, mail.types as never, mail.message)
    expect(verifyTypedData(mail.domain, mail.types as never, mail.message, signature)).toBe(address('alice'))

    const before = await ethers.getBalance(address('carol'))
    const asked = count('eth_sendTransaction')
    const sent = await signer.sendTransaction({ to: address('carol'), value: 12_345n })
    expect((await sent.wait())?.status).toBe(1)
    expect((await ethers.getBalance(address('carol'))) - before).toBe(12_345n)
    expect(count('eth_sendTransaction')).toBe(asked + 1)

    const token = devnet.tokens.find(({ asset }) => asset.startsWith(`eip155:${chainOf(0)}/`))!
    const erc20 = new Contract(
      token.asset.split(':').at(-1)!,
      [
        'function balanceOf(address) view returns (uint256)',
        'function transfer(address, uint256) returns (bool)',
      ],
      signer,
    )
    const had = (await erc20.getFunction('balanceOf')(address('carol'))) as bigint
    await (await erc20.getFunction('transfer')(address('carol'), 5n)).wait()
    expect(await erc20.getFunction('balanceOf')(address('carol'))).toBe(had + 5n)
    // When the contract refuses a call, ethers must recognize the error.
    await expect(erc20.getFunction('transfer')(address('carol'), 2n ** 255n)).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
    })
    ethers.destroy()
  })

  it('reports a rejection and a missing method with errors that ethers recognizes', async () => {
    const ethers = new BrowserProvider(provider, 'any', { cacheTimeout: -1 })
    const signer = await ethers.getSigner()
    wallet.rejectNext('personal_sign')
    await expect(signer.signMessage('no')).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
    await expect(ethers.send('eth_sign', [])).rejects.toMatchObject({ code: 'UNSUPPORTED_OPERATION' })
    ethers.destroy()
  })

  it('works as a transport through which viem switches networks, signs and sends', async () => {
    const [one, two] = devnet.networks as unknown as [Chain, Chain]
    const heard: string[] = []
    const listener = (chainId: string) => void heard.push(chainId)
    provider.on('chainChanged', listener)
    const account = address('alice') as `0x${string}`
    const client = createWalletClient({ account, chain: two, transport: custom(provider) })
    const reader = createPublicClient({ transport: custom(provider), pollingInterval: 100 })
    expect(await client.getAddresses()).toContain(account)
    // While the connection is on another network, viem must send nothing.
    const before = wallet.methods().length
    await expect(client.sendTransaction({ to: account, value: 1n })).rejects.toThrow(/chain/i)
    expect(wallet.methods().slice(before)).not.toContain('eth_sendTransaction')

    await client.switchChain({ id: Number(two.id) })
    expect(await reader.getChainId()).toBe(chainOf(1))
    expect(heard).toEqual([`0x${chainOf(1).toString(16)}`])
    const hash = await client.sendTransaction({ to: account, value: parseEther('0.01') })
    expect((await receiptOf(reader, hash)).status).toBe('success')
    const typed = mailTypedData(chainOf(1))
    expect(await client.signTypedData(typed as never)).toMatch(/^0x[0-9a-f]{130}$/)
    expect(wallet.latchkey.network.activeNetwork.caipNetworkId).toBe(`eip155:${chainOf(1)}`)
    await client.switchChain({ id: Number(one.id) })
    provider.removeListener('chainChanged', listener)
  })

  it('emits an event and stops working when the connection ends', async () => {
    const { latchkey, stop } = await open(devnet)
    onTestFinished(() => void stop())
    const { provider: own } = latchkey.connections.of('eip155')!
    const heard: unknown[] = []
    own.on('disconnect', (error) => void heard.push(error.code))
    await latchkey.disconnect()
    expect(heard).toEqual([4900])
    await expect(own.request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: 4900 })
  })
})
