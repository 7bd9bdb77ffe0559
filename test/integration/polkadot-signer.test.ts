import { ApiPromise, HttpProvider } from '@polkadot/api'
import { u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { signatureVerify } from '@polkadot/util-crypto'
import type { Latchkey } from 'latchkey'
import { polkadot } from 'latchkey/adapters/polkadot'
import { injectedWeb3Connector } from 'latchkey/connectors'
import type { Devnet } from 'latchkey/devnet'
import { polkadotSigner } from 'latchkey/polkadot-signer'
import { createPolkadotWallet, type PolkadotWallet } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOn } from '../support/bridged-client.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
let api: ApiPromise
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['polkadot'] })
  const provider = new HttpProvider(devnet.networks[0]!.rpcUrls.default.http[0]!)
  api = await ApiPromise.create({ provider, noInitWarn: true })
}, leaseTimeout)
afterAll(async () => {
  await api?.disconnect()
  await devnet?.stop()
})

describe('the polkadot.js signer', () => {
  let keys: PolkadotWallet
  let client: Latchkey
  beforeEach(() => {
    keys = createPolkadotWallet({ secrets: [devnet.accounts.alice!.polkadot!.secret] })
    client = clientOn(
      devnet,
      [polkadot()],
      [injectedWeb3Connector({ id: 'keys', name: 'Keys', provider: keys.injected })],
    )
  })
  afterEach(() => client.dispose())

  const address = (name: string) => devnet.accounts[name]!.polkadot!.address
  const held = async (who: string) =>
    BigInt(
      ((await api.query.system!.account!(who)) as unknown as { data: { free: bigint } }).data.free.toString(),
    )

  it.each([true, false])(
    'signs what polkadot.js creates and sends (withSignedTransaction: %s), once',
    async (whole) => {
      await client.connect({ connectorId: 'keys' })
      const before = await held(address('carol'))
      const amount = 1_234_567_890_123n
      const call = api.tx.balances!.transferKeepAlive!(address('carol'), amount)
      const signer = polkadotSigner(client)
      const signed = await call.signAsync(address('alice'), {
        signer,
        withSignedTransaction: whole,
        nonce: -1,
      })
      await api.rpc.author.submitExtrinsic(signed)
      await expect.poll(() => held(address('carol')), { message: 'the tokens arrive' }).toBe(before + amount)
      expect(keys.script.count('signPayload')).toBe(1)
    },
  )

  it('signs bytes, wrapped as extensions do, and a second library verifies them', async () => {
    await client.connect({ connectorId: 'keys' })
    const data = u8aToHex(new TextEncoder().encode('hello'))
    const { signature } = await polkadotSigner(client).signRaw({
      address: address('alice'),
      data,
      type: 'bytes',
    })
    expect(signatureVerify(u8aWrapBytes('hello'), signature, address('alice')).isValid).toBe(true)
    await expect(
      polkadotSigner(client).signRaw({ address: address('alice'), data, type: 'payload' }),
    ).rejects.toMatchObject({ code: 'adapter/unsupported' })
    await expect(
      polkadotSigner(client).signRaw({ address: address('alice'), data: 'hello', type: 'bytes' }),
    ).rejects.toMatchObject({ code: 'validation/invalid-input' })
    expect(keys.script.count('signRaw')).toBe(1)
  })

  it("refuses a payload of another chain or account, and passes on the visitor's rejection", async () => {
    const payload = {
      address: address('alice'),
      genesisHash: `0x${'12'.repeat(32)}`,
      method: '0x00',
    } as never
    await expect(polkadotSigner(client).signPayload(payload)).rejects.toMatchObject({
      code: 'connection/not-connected',
    })
    await client.connect({ connectorId: 'keys' })
    await expect(polkadotSigner(client).signPayload(payload)).rejects.toMatchObject({
      code: 'network/wrong-chain',
    })
    const call = api.tx.balances!.transferKeepAlive!(address('alice'), 1n)
    const signer = polkadotSigner(client)
    await expect(call.signAsync(address('carol'), { signer, nonce: 0 })).rejects.toMatchObject({
      code: 'connection/account-not-connected',
    })
    expect(keys.script.count('signPayload')).toBe(0)
    keys.script.next('signPayload', { answer: () => Promise.reject(new Error('Cancelled')) })
    await expect(call.signAsync(address('alice'), { signer, nonce: -1 })).rejects.toMatchObject({
      code: 'wallet/user-rejected',
    })
  })
})
