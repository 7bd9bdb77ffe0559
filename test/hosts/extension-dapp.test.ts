import { ApiPromise, HttpProvider } from '@polkadot/api'
import { u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { signatureVerify } from '@polkadot/util-crypto'
import type { Devnet } from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DevPage, devPage } from '../support/dev-page.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
let api: ApiPromise
let page: DevPage
let dapp: typeof import('@polkadot/extension-dapp')
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['polkadot'] })
  const provider = new HttpProvider(devnet.networks[0]!.rpcUrls.default.http[0]!)
  api = await ApiPromise.create({ provider, noInitWarn: true })
  page = devPage(devnet)
  // The library needs these globals of a page when it loads.
  Object.assign(globalThis, { window: page.window, document: { readyState: 'complete' } })
  dapp = await import('@polkadot/extension-dapp')
}, leaseTimeout)
afterAll(async () => {
  for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name)
  await api?.disconnect()
  await devnet?.stop()
})

const address = (name: string) => devnet.accounts[name]!.polkadot!.address

describe('a page with @polkadot/extension-dapp and the development wallet', () => {
  const held = async (who: string) =>
    BigInt(
      ((await api.query.system!.account!(who)) as unknown as { data: { free: bigint } }).data.free.toString(),
    )

  it('finds the wallet, and gets its accounts after approval', async () => {
    page.refuseNext('polkadot')
    expect(await dapp.web3Enable('Host')).toEqual([])
    const [extension] = await dapp.web3Enable('Host')
    expect(extension?.name).toBe('dev-polkadot')
    const accounts = await dapp.web3Accounts()
    expect(accounts.map((account) => account.address)).toEqual([address('alice'), address('bob')])
    expect(accounts[0]?.meta.source).toBe('dev-polkadot')
  })

  it("sends with the wallet's signer, and the chain confirms the transaction", async () => {
    const { signer } = await dapp.web3FromAddress(address('alice'))
    const before = await held(address('dave'))
    const amount = 1_234_567_890_123n
    const call = api.tx.balances!.transferKeepAlive!(address('dave'), amount)
    const signed = await call.signAsync(address('alice'), { signer: signer as never, nonce: -1 })
    await api.rpc.author.submitExtrinsic(signed)
    await expect.poll(() => held(address('dave')), { message: 'the amount arrives' }).toBe(before + amount)
    expect(page.asked('polkadot').filter((method) => method === 'signPayload')).toHaveLength(1)
  })

  it('signs bytes, which a second library verifies', async () => {
    const { signer } = await dapp.web3FromSource('dev-polkadot')
    const data = u8aToHex(new TextEncoder().encode('hello'))
    const { signature } = await signer.signRaw!({ address: address('alice'), data, type: 'bytes' })
    expect(signatureVerify(u8aWrapBytes('hello'), signature, address('alice')).isValid).toBe(true)
  })

  it('lists an account first when the user selects it', async () => {
    const lists: string[][] = []
    const stop = await dapp.web3AccountsSubscribe((list) => {
      lists.push(list.map((account) => account.address))
    })
    await page.wallets.polkadot.polkadot!.wallet.select(address('bob'))
    await expect
      .poll(() => lists.at(-1), { message: 'the page gets the newest accounts' })
      .toEqual([address('bob'), address('alice')])
    stop()
  })

  it("gets the user's rejection", async () => {
    const { signer } = await dapp.web3FromSource('dev-polkadot')
    page.refuseNext('polkadot')
    const raw = { address: address('alice'), data: '0x00', type: 'bytes' } as const
    await expect(signer.signRaw!(raw)).rejects.toThrow('Cancelled')
  })
})
