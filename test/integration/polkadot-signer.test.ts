// @module-tag ci
import { randomBytes } from 'node:crypto'
import { ApiPromise, HttpProvider } from '@polkadot/api'
import { u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { signatureVerify } from '@polkadot/util-crypto'
import type { Latchkey } from 'latchkey'
import { polkadot } from 'latchkey/adapters/polkadot'
import { injectedWeb3Connector } from 'latchkey/connectors'
import type { Devnet } from 'latchkey/devnet'
import { polkadotSigner } from 'latchkey/polkadot-signer'
import { createPolkadotWallet, type PolkadotWallet } from 'latchkey/testing'
import { describeRequest } from 'latchkey/wallets'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeSs58 } from '../../src/adapters/polkadot/ss58.ts'
import type { CaipNetworkId } from '../../src/core/chain/caip.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { polkadotOverRelay } from '../../src/wallets/polkadot/over-relay.ts'
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
    'signs a transaction of polkadot.js with a single wallet request (withSignedTransaction: %s)',
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

  it('signs bytes in the wrapper that extensions use', async () => {
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

  it("refuses a payload of another chain or account, and reports the visitor's rejection", async () => {
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

describe('a transaction that polkadot.js built', () => {
  const keys = () => createPolkadotWallet({ secrets: [devnet.accounts.alice!.polkadot!.secret] })
  const bob = () => devnet.accounts.bob!.polkadot!.address
  const fresh = () => writeSs58({ prefix: 42, key: randomBytes(32) })
  const unit = 10n ** 12n
  const open: Latchkey[] = []
  afterEach(async () => {
    for (const client of open.splice(0)) await client.dispose()
  })

  async function connected() {
    const wallet = keys()
    const client = clientOn(
      devnet,
      [polkadot()],
      [injectedWeb3Connector({ id: 'keys', name: 'Keys', provider: wallet.injected })],
    )
    open.push(client)
    await client.connect({ connectorId: 'keys' })
    const adapter = await client.adapter('polkadot')
    const account = client.account.state.polkadot.caipAddress!
    return { wallet, adapter, account, asked: () => wallet.script.count('signPayload') }
  }
  const free = async (who: string) =>
    BigInt(
      ((await api.query.system!.account!(who)) as unknown as { data: { free: bigint } }).data.free.toString(),
    )
  const transfer = (to: string, amount = unit) => api.tx.balances!.transferKeepAlive!(to, amount)
  /** Returns a transaction as polkadot-api returns it: in version 1 with `Binary`, in version 2 with bytes. */
  const ofPapi = (call: { readonly method: { toU8a(): Uint8Array } }, version: 1 | 2, name: string) => ({
    decodedCall: { type: name.split('.')[0], value: { type: name.split('.')[1], value: {} } },
    async getEncodedData() {
      const bytes = call.method.toU8a()
      return version === 2 ? bytes : { asBytes: () => bytes }
    },
  })

  it('is signed unchanged and sent once, alone or in a batch', async () => {
    const { adapter, account, asked } = await connected()
    const [first, second, third] = [fresh(), fresh(), fresh()]
    await adapter.sendTransaction(account, { tx: transfer(first) })
    await expect.poll(() => free(first), { message: 'one call arrives' }).toBe(unit)
    expect(asked()).toBe(1)

    const papi = ofPapi(transfer(third, 3n * unit), 1, 'Balances.transfer_keep_alive')
    await adapter.sendTransaction(account, { tx: [transfer(second, 2n * unit), papi] })
    await expect.poll(() => free(third), { message: 'the batch arrives' }).toBe(3n * unit)
    expect(await free(second)).toBe(2n * unit)
    expect(asked()).toBe(2)

    // The signed batch must equal the batch that polkadot.js builds.
    const calls = [transfer(first), transfer(second)]
    const signed = await adapter.signTransaction(account, {
      tx: [calls[0]!, ofPapi(calls[1]!, 2, 'Balances.transfer_keep_alive')],
    })
    expect(signed.endsWith(api.tx.utility!.batchAll!(calls).method.toHex().slice(2))).toBe(true)

    const { hash, reference } = await adapter.sendTransaction(account, {
      tx: [transfer(first), transfer(bob(), 10n ** 30n)],
    })
    const on = account.slice(0, account.lastIndexOf(':')) as CaipNetworkId<'polkadot'>
    await expect
      .poll(async () => (await adapter.getTransactionStatus(on, { hash, reference })).phase, {
        message: 'the batch fails',
      })
      .toBe('failed')
    expect(await free(first)).toBe(unit)
  })

  it('is shown by a wallet with all its calls if it is a batch', async () => {
    const { wallet, adapter, account } = await connected()
    const [first, second] = [fresh(), fresh()]
    const signed = await adapter.signTransaction(account, {
      tx: [transfer(first, 1_234n * 10n ** 9n), transfer(second, 2_345n * 10n ** 9n)],
    })
    const transactionPayload = [wallet.script.requests.at(-1)!.params].flat()[0] as { method: string }
    expect(signed.endsWith(transactionPayload.method.slice(2))).toBe(true)
    const [network] = devnet.networks
    const log = { debug() {}, warn() {}, error() {} }
    const secrets = [devnet.accounts.alice!.polkadot!.secret]
    const reviewing = polkadotOverRelay({ secrets, networks: devnet.networks, fetch: systemFetch, log })
    const params = { address: account.slice(account.lastIndexOf(':') + 1), transactionPayload }
    const request = { method: 'polkadot_signTransaction', params }
    const completed = await reviewing.complete!(request, network!)
    const { rows } = await describeRequest({ ...request, completed } as never, network!)
    const shown = rows.map((row) => row.join(' ')).join('\n')
    expect(shown).toContain('utility.batchAll')
    for (const part of [first, second, '1.234 ', '2.345 ']) expect(shown).toContain(part)
  })

  it("is refused before the wallet is asked if it isn't a valid call of the chain", async () => {
    const { adapter, account, asked } = await connected()
    const good = transfer(fresh())
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [[], /tx.*at least one call/],
      [{}, /tx.*polkadot.js or polkadot-api/],
      [null, /tx/],
      [[good, { method: { toHex: () => '0xffff00' } }], /tx\[1\].*this chain has/],
      [
        ofPapi(good, 1, 'Staking.bond'),
        /another chain: Staking.bond on that chain is balances.transferKeepAlive on this chain/,
      ],
      [
        { method: { toHex: () => good.method.toHex(), section: 'balances', method: 'burn' } },
        /another chain/,
      ],
      [{ getEncodedData: () => Promise.reject(new Error('no metadata')) }, /no metadata/],
    ]
    for (const [tx, reason] of cases) {
      const sending = adapter.sendTransaction(account, { tx } as never)
      await expect(sending).rejects.toMatchObject({ code: 'validation/invalid-input' })
      await expect(sending).rejects.toThrow(reason)
    }
    await expect(
      adapter.sendTransaction(account, { tx: good, callHex: good.method.toHex() } as never),
    ).rejects.toThrow(/either/)
    const left = new AbortController()
    const waiting = adapter.sendTransaction(
      account,
      { tx: { getEncodedData: () => new Promise<Uint8Array>(() => {}) } },
      { signal: left.signal },
    )
    left.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(asked()).toBe(0)
  })
})
