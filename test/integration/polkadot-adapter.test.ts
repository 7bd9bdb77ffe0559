// @module-tag ci
import { randomBytes } from 'node:crypto'
import { polkadot } from 'latchkey/adapters/polkadot'
import type { Devnet } from 'latchkey/devnet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PolkadotAdapter } from '../../src/adapters/polkadot/adapter.ts'
import { writeSs58 } from '../../src/adapters/polkadot/ss58.ts'
import type { CaipAddress } from '../../src/core/chain/caip.ts'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../src/core/wallet/adapter.ts'
import type { SendParams } from '../../src/core/wallet/transaction.ts'
import type { CallOptions, JsonRpcPort, RpcRequest } from '../../src/ports.ts'
import { polled } from '../support/async.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type PolkadotChain, polkadotChain } from '../support/polkadot-chain.ts'
import {
  openPolkadotWorld,
  type PolkadotWorld,
  type PolkadotWorldOptions,
} from '../support/polkadot-world.ts'

const unit = 10n ** 12n
/** The minimum balance of an account, from the runtime. */
const deposit = 3_333_333n
/** The fee for one byte, from the runtime. Fees are estimated for an ECDSA signature, which is one byte longer than the others. */
const byteFee = 33_333n

let devnet: Devnet
let chain: PolkadotChain
const worlds: PolkadotWorld[] = []

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['polkadot'] })
  chain = polkadotChain(devnet.networks, devnet.accounts.dave!.polkadot!.secret)
}, leaseTimeout)
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.dispose()
})
afterAll(async () => {
  await chain?.close()
  await devnet?.stop()
})

async function openOver(factory: PolkadotWorldOptions['factory']) {
  const world = await openPolkadotWorld({ devnet, chain, factory })
  worlds.push(world)
  return world
}

async function connected(wallet?: PolkadotWorldOptions['wallet']) {
  const world = await openPolkadotWorld({ devnet, chain, factory: polkadot(), wallet })
  worlds.push(world)
  const [network] = world.networks
  const on = network.caipNetworkId
  const connection = await world.adapter.connect({ connector: world.connector, network })
  const from: CaipAddress<'polkadot'> = `${on}:${connection.accounts[0].address}`
  const send = (params: Partial<SendParams<'polkadot'>>) =>
    world.adapter.send({ from, to: fresh(), amount: unit, ...params })
  const taken = (hash: string) =>
    polled(() => chain.transaction(on, hash), 'the transaction is in a finalized block')
  return { ...world, network, on, from, send, taken, adapter: world.adapter as Required<PolkadotAdapter> }
}
const fresh = () => writeSs58({ prefix: 42, key: randomBytes(32) })
const account = (name: string) => devnet.accounts[name]!.polkadot!

describe('the balance that a send leaves in an account', () => {
  it('is at least the existential deposit unless the sender allows the removal of the account', {
    tags: ['ci'],
  }, async () => {
    const { adapter, send, taken, on } = await connected({ secrets: [account('erin').secret] })
    const erin: CaipAddress<'polkadot'> = `${on}:${account('erin').address}`
    const { value } = await adapter.getBalance(erin)
    const params = { from: erin, to: account('bob').address }
    const { total } = await adapter.estimateFee({ ...params, amount: value - unit })
    // A send that leaves exactly the deposit succeeds, and a send that leaves one planck less fails.
    const most = value - total.value - deposit
    await expect(send({ ...params, amount: most + 1n })).rejects.toMatchObject({
      code: 'validation/invalid-amount',
      message: expect.stringContaining('0.000003333333 UNIT'),
    })
    const kept = await taken((await send({ ...params, amount: most })).hash)
    expect(kept).toEqual({ ok: true, fee: total.value - byteFee })
    expect(await chain.balance(on, account('erin').address)).toBe(deposit + byteFee)

    // At the end, sends everything except the fee.
    await taken(
      (
        await chain.send(
          on,
          'balances',
          'transferKeepAlive',
          [erin.split(':')[2], unit],
          account('dave').secret,
        )
      ).hash,
    )
    const rest = (await adapter.getBalance(erin)).value
    const options = { allowDeath: true }
    const fee = (await adapter.estimateFee({ ...params, amount: rest - deposit, options })).total.value
    const sent = await send({ ...params, amount: rest - fee, options })
    expect(await taken(sent.hash)).toMatchObject({ ok: true })
    expect(await chain.balance(on, account('erin').address)).toBe(0n)
  })

  it('is at least the deposit if the account has other assets, whatever the sender allows', async () => {
    const { adapter, send, taken, on, wallet } = await connected({ secrets: [account('ivan').secret] })
    const ivan: CaipAddress<'polkadot'> = `${on}:${account('ivan').address}`
    const { address, secret } = account('dave')
    await chain.send(on, 'assets', 'create', [4719, address, 10], secret)
    await chain.send(on, 'assets', 'mint', [4719, account('ivan').address, 1000], secret)
    const { value } = await adapter.getBalance(ivan)
    const params = { from: ivan, to: account('bob').address, options: { allowDeath: true } }
    const { total, reserve } = await adapter.estimateFee({ ...params, amount: value - unit })
    expect(reserve).toBe(deposit)
    await expect(send({ ...params, amount: value - total.value })).rejects.toMatchObject({
      code: 'validation/invalid-amount',
      message: expect.stringContaining('other assets'),
    })
    expect(await wallet.count('send')).toBe(0)
    const { hash } = await send({ ...params, amount: value - total.value - reserve })
    expect(await taken(hash)).toMatchObject({ ok: true })
    expect(await chain.balance(on, account('ivan').address)).toBe(deposit + byteFee)
  })

  it('is reported with its free, reserved, frozen and transferable amounts', async () => {
    const { adapter, on, wallet } = await connected({ secrets: [account('frank').secret] })
    const frank: CaipAddress<'polkadot'> = `${on}:${account('frank').address}`
    const before = await adapter.getBalanceDetail(frank)
    expect(before).toEqual({ free: 10_000n * unit, reserved: 0n, frozen: 0n, transferable: 10_000n * unit })
    // The creation of an asset locks a deposit of the native token.
    const args = [4711, account('frank').address, 10]
    const { fee } = await chain.send(on, 'assets', 'create', args, account('frank').secret)
    const after = await adapter.getBalanceDetail(frank)
    expect(after.reserved).toBeGreaterThan(0n)
    expect(after.free).toBe(before.free - after.reserved - fee)
    expect(after.transferable).toBe(after.free)
    expect(await adapter.getBalance(frank)).toMatchObject({
      value: after.transferable,
      locked: [{ value: after.reserved, reason: 'reserved' }],
    })
    expect(await wallet.count('send')).toBe(0)
  })
})

describe('a polkadot recipient', () => {
  it('that is new must get at least the minimum balance', async () => {
    const { send, wallet } = await connected()
    await expect(send({ amount: deposit - 1n })).rejects.toMatchObject({
      code: 'validation/invalid-amount',
      message: expect.stringContaining('new account'),
    })
    expect(await wallet.count('send')).toBe(0)
    expect((await send({ amount: deposit })).hash).toMatch(/^0x/)
  })

  it('can be written with the address prefix of any chain', async () => {
    const { send, taken, on } = await connected()
    const key = randomBytes(32)
    const { hash } = await send({ to: writeSs58({ prefix: 2, key }) })
    expect(await taken(hash)).toMatchObject({ ok: true })
    expect(await chain.balance(on, writeSs58({ prefix: 42, key }))).toBe(unit)
  })

  it('that has no account on the chain can receive only assets that create an account', {
    tags: ['ci'],
  }, async () => {
    const { send, adapter, from, on, taken } = await connected({ secrets: [account('grace').secret] })
    const [grace, secret] = [account('grace').address, account('grace').secret]
    await chain.send(on, 'assets', 'create', [4712, grace, 10], secret)
    await chain.send(on, 'assets', 'mint', [4712, grace, 1000], secret)
    const asset = `${on}/asset:4712` as const
    expect(await adapter.getBalance(from, asset)).toEqual({ value: 1000n, decimals: 0, symbol: '' })
    const { reserve } = await adapter.estimateFee({ from, to: account('bob').address, amount: 1n, asset })
    expect(reserve).toBe(10n)
    await expect(send({ asset, amount: 100n })).rejects.toMatchObject({
      code: 'validation/invalid-address',
      message: expect.stringContaining("doesn't exist on Polkadot Devnet One yet"),
    })
    await expect(send({ asset, amount: 9n, to: account('bob').address })).rejects.toMatchObject({
      code: 'validation/invalid-amount',
    })
    await expect(send({ asset, amount: 995n, to: account('bob').address })).rejects.toMatchObject({
      code: 'validation/invalid-amount',
      message: expect.stringContaining('allowDeath'),
    })
    const { hash } = await send({
      asset,
      amount: 1000n,
      to: account('bob').address,
      options: { allowDeath: true },
    })
    expect(await taken(hash)).toMatchObject({ ok: true })
    expect((await adapter.getBalance(from, asset)).value).toBe(0n)
  })
})

describe('a polkadot tip', () => {
  it('is paid in addition to the fee', { tags: ['ci'] }, async () => {
    const { adapter, send, taken, from } = await connected()
    const params = { from, to: account('carol').address, amount: unit }
    const plain = await adapter.estimateFee(params)
    const options = { tip: 1_000_000n }
    const tipped = await adapter.estimateFee({ ...params, options })
    expect(tipped.total.value - plain.total.value).toBeGreaterThanOrEqual(1_000_000n)
    expect(tipped.detail.weight.refTime).toBeGreaterThan(0n)
    const { fee } = await taken((await send({ ...params, options })).hash)
    expect(fee).toBe(tipped.total.value - byteFee)
    await expect(send({ options: { tip: -1n } })).rejects.toMatchObject({ code: 'validation/invalid-input' })
  })
})

describe('a polkadot payment that was prepared before another payment', () => {
  it("is refused while the other payment is in the node's pool, and doesn't replace it", async () => {
    const { adapter, from, on, taken } = await connected()
    const prepare = (tip: bigint) =>
      adapter.prepareSend({ from, to: fresh(), amount: unit, options: { tip } })
    const [first, second] = [await prepare(0n), await prepare(unit)]
    const release = await chain.holdBlocks(on)
    try {
      const { hash } = await first.send()
      await expect(second.send()).rejects.toMatchObject({ code: 'node/nonce-too-low' })
      await release()
      expect(await taken(hash)).toMatchObject({ ok: true })
    } finally {
      await release()
    }
  })
})

describe('the answer of a polkadot wallet', () => {
  it('is accepted when it is the whole transaction, as with hardware wallets', async () => {
    const { send, taken, adapter, on } = await connected({ signsTransactions: true })
    const sent = await send({})
    expect(await taken(sent.hash)).toMatchObject({ ok: true })
    const status = await adapter.getTransactionStatus(on, sent)
    expect(status).toMatchObject({ phase: 'finalized', at: expect.any(Number) })
  })

  it.each(['method', 'nonce', 'tip', 'era'] as const)(
    'is refused when the wallet has changed the %s',
    async (field) => {
      const { send, keys, addresses } = await connected({ signsTransactions: true })
      const other = await chain.encode(devnet.networks[0]!.caipNetworkId, 'balances', 'transferKeepAlive', [
        addresses[1],
        unit,
      ])
      const altered = {
        method: other,
        nonce: '0x000000ff',
        tip: '0x000000000000000000000000000000ff',
        era: '0x00',
      }
      // The wallet signs the changed payload, so the signature is valid for a transaction other than the requested one.
      const { polkadotKeys } = await import('../../src/wallets/polkadot/keys.ts')
      const own = await polkadotKeys([account('alice').secret])
      keys.script.next('signPayload', {
        answer: ({ params: [payload] }: { params: readonly unknown[] }) =>
          own.signTransaction({ ...(payload as never as object), [field]: altered[field] } as never),
      })
      await expect(send({})).rejects.toMatchObject({ code: 'wallet/transaction-altered' })
      // The wallet makes the same change, but returns only the signature.
      keys.script.next('signPayload', {
        answer: ({ params: [payload] }: { params: readonly unknown[] }) => ({
          signature: own.signPayload({ ...(payload as never as object), [field]: altered[field] } as never),
        }),
      })
      await expect(send({})).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
    },
  )

  it('is refused if another account signed it', async () => {
    const { send, keys } = await connected()
    const { polkadotKeys } = await import('../../src/wallets/polkadot/keys.ts')
    const own = await polkadotKeys([account('carol').secret])
    keys.script.next('signPayload', {
      answer: ({ params: [payload] }: { params: readonly unknown[] }) => ({
        signature: own.signPayload({
          ...(payload as never as object),
          address: account('carol').address,
        } as never),
      }),
    })
    await expect(send({})).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
  })

  it('is accepted if the signature lacks the byte for the key type', async () => {
    const { send, keys, taken } = await connected()
    const { polkadotKeys } = await import('../../src/wallets/polkadot/keys.ts')
    const own = await polkadotKeys([account('alice').secret])
    keys.script.next('signPayload', {
      answer: ({ params: [payload] }: { params: readonly unknown[] }) => ({
        signature: `0x${own.signPayload(payload as never).slice(4)}`,
      }),
    })
    expect(await taken((await send({})).hash)).toMatchObject({ ok: true })
  })
})

describe('polkadot accounts with a key type other than sr25519', () => {
  it.each(['ed25519', 'ecdsa'] as const)('sign messages and transactions with %s', async (keyType) => {
    const secret = `0x${'42'.repeat(32)}`
    const world = await connected({ secrets: [secret], keyType })
    const { adapter, from, on, send, taken } = world
    const [, , address] = from.split(':')
    await chain.send(on, 'balances', 'transferKeepAlive', [address, 10n * unit], account('dave').secret)
    const signed = await adapter.signMessage(from, 'hello')
    expect(signed).toMatchObject({ scheme: keyType, encoding: 'hex' })
    expect(await taken((await send({})).hash)).toMatchObject({ ok: true })
    const params = { from, to: fresh(), amount: unit }
    const { total } = await adapter.estimateFee(params)
    const { fee } = await taken((await adapter.send({ ...params, maxFee: total.value })).hash)
    expect(fee).toBe(keyType === 'ecdsa' ? total.value : total.value - byteFee)
  })
})

describe("a host's own polkadot transaction", () => {
  it('is refused when it is not a call of the chain', async () => {
    const { adapter, from, wallet } = await connected()
    for (const callHex of ['0x', '0x0a03', '0xffff00', 'zz', '0x0a0300'] as `0x${string}`[])
      await expect(adapter.sendTransaction(from, { callHex })).rejects.toMatchObject({
        code: 'validation/invalid-input',
      })
    expect(await wallet.count('send')).toBe(0)
  })

  it('that fails is reported with the reason and the cost', async () => {
    const { adapter, from, on, taken } = await connected()
    const callHex = await chain.encode(on, 'balances', 'transferKeepAlive', [
      account('bob').address,
      10n ** 30n,
    ])
    const sent = await adapter.sendTransaction(from, { callHex })
    const { fee } = await taken(sent.hash)
    expect(await adapter.getTransactionStatus(on, sent)).toEqual({
      phase: 'failed',
      reason: expect.stringMatching(/InsufficientBalance|Token|balance/i),
      fee,
      accordingTo: expect.any(String),
    })
  })

  it('can be signed first and submitted later', async () => {
    const { adapter, from, on } = await connected()
    const to = fresh()
    const callHex = await chain.encode(on, 'balances', 'transferKeepAlive', [to, unit])
    const signed = await adapter.signTransaction(from, { callHex })
    const body = { jsonrpc: '2.0', id: 1, method: 'author_submitExtrinsic', params: [signed] }
    const response = await fetch(devnet.nodes[0]!.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(await response.json()).toHaveProperty('result')
    await expect.poll(() => chain.balance(on, to), { message: 'the amount arrives' }).toBe(unit)
  })
})

describe('a transaction whose outcome the node does not show', () => {
  /** Creates the adapter's factory, with a node whose answers `change` replaces. */
  function over(change: (method: string, answer: () => Promise<unknown>) => Promise<unknown>) {
    const real = polkadot()
    return {
      ...real,
      create: (context: AdapterContext) =>
        real.create({
          ...context,
          rpc: (network): JsonRpcPort => ({
            request: <T>(call: RpcRequest, opts?: CallOptions) =>
              change(call.method, () => context.rpc(network).request(call, opts)) as Promise<T>,
          }),
        }),
    }
  }

  it("is unknown if the node has deleted the events of the transaction's block", async () => {
    const { send, taken, on } = await connected()
    const sent = await send({})
    await taken(sent.hash)
    const { adapter } = await openOver(
      over(async (method, answer) => {
        if (method === 'state_getStorage')
          throw latchkeyError('rpc/internal', { details: 'UnknownBlock: State already discarded for 0x12' })
        return answer()
      }),
    )
    expect(await adapter.getTransactionStatus(on, sent)).toMatchObject({
      phase: 'unknown',
      reason: expect.stringMatching(/^block \d+ includes it/),
    })
  })

  it('is unknown if the node has deleted the blocks that could contain the transaction', async () => {
    const { send, taken, on } = await connected()
    const sent = await send({})
    await taken(sent.hash)
    const { adapter } = await openOver(
      over(async (method, answer) => (method === 'chain_getBlock' ? null : answer())),
    )
    expect(await adapter.getTransactionStatus(on, sent)).toMatchObject({
      phase: 'unknown',
      reason: expect.stringContaining('no longer has the blocks'),
    })
  })

  it('is pending while it is in the pool, and unknown when it is not in the pool', async () => {
    const { send, on, adapter } = await connected()
    const release = await chain.holdBlocks(on)
    try {
      const sent = await send({})
      expect(await adapter.getTransactionStatus(on, sent)).toEqual({ phase: 'pending' })
      const hides = await openOver(
        over(async (method, answer) => (method === 'author_pendingExtrinsics' ? [] : answer())),
      )
      expect(await hides.adapter.getTransactionStatus(on, sent)).toEqual({
        phase: 'unknown',
        until: expect.any(BigInt),
      })
    } finally {
      await release()
    }
  })
})

describe('the search for a polkadot transaction', () => {
  it('starts at the block at which the transaction was created', async () => {
    const { send, taken, on, reload } = await connected()
    const sent = await send({})
    expect(sent.reference).toMatch(/^\d+:/)
    const { fee } = await taken(sent.hash)
    const { adapter } = await reload()
    expect(await adapter.getTransactionStatus(on, sent)).toMatchObject({ phase: 'finalized', fee })
    expect(await adapter.getTransactionStatus(on, { hash: sent.hash })).toEqual({ phase: 'unknown' })
    for (const bad of [{ hash: '0x12' }, { hash: sent.hash, reference: 'x' }])
      await expect(adapter.getTransactionStatus(on, bad)).rejects.toMatchObject({
        code: 'validation/invalid-input',
      })
  })
})
