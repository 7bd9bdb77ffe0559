// @module-tag ci
import { cosmos } from 'latchkey/adapters/cosmos'
import type { Devnet } from 'latchkey/devnet'
import type { ContractWorld } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AdapterContext, AdapterFactory } from '../../src/core/wallet/adapter.ts'
import { simdBinary } from '../../src/devnet/nodes/cosmos/simd-binary.ts'
import type { JsonRpcPort, RpcRequest } from '../../src/ports.ts'
import { openCosmosWorld } from '../support/cosmos-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
let world: ContractWorld<'cosmos'>
let from: `cosmos:${string}:${string}`
/** The paths of queries that the node pretends not to support, as on an older chain. */
let unknown: RegExp | undefined

async function open({ gasPrice }: { readonly gasPrice?: string } = {}) {
  const real = cosmos()
  const factory: AdapterFactory<'cosmos'> = {
    ...real,
    create: (context: AdapterContext) =>
      real.create({
        ...context,
        networks: context.networks.map((network) => ({
          ...network,
          ...(network.cosmos && gasPrice && { cosmos: { ...network.cosmos, gasPrice } }),
        })),
        rpc: (network): JsonRpcPort => ({
          async request<T>(call: RpcRequest) {
            const { path } = (call.params ?? {}) as { readonly path?: string }
            if (path && unknown?.test(path))
              return { response: { code: 6, log: `unknown query path ${path}`, value: null } } as T
            return context.rpc(network).request<T>(call)
          },
        }),
      }),
  }
  world = await openCosmosWorld({ devnet, factory, reach: 'injected' })
  await world.adapter.connect({ connector: world.connector, network: world.networks[0] })
  from = `${world.networks[0].caipNetworkId}:${world.addresses[0]}`
}

const control = async (method: string, params: object) => {
  const url = devnet.networks[0]!.rpcUrls.default.http[0]!
  await fetch(url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
}
const marketPrice = (price?: string) => control('latchkey_gas_price', { ...(price && { price }) })
const lock = (amount: bigint) =>
  control('latchkey_lock', { address: world.addresses[0], denom: 'uatom', amount: String(amount) })
const send = (amount: bigint) => world.adapter.send({ from, to: world.receiver, amount })
const arrives = async (amount: bigint) => {
  const id = world.networks[0].caipNetworkId
  const before = await world.chain.balance(id, world.receiver)
  const sent = await send(amount)
  await world.adapter.waitForTransaction(id, sent)
  expect((await world.chain.balance(id, world.receiver)) - before).toBe(amount)
}

// The simulator can change its fee market and lock coins on request. simd can't, so these tests run only on the
// simulator.
if (!simdBinary())
  describe('the cosmos adapter', () => {
    beforeAll(async () => {
      devnet = await leaseDevnet({ families: ['cosmos'] })
    }, leaseTimeout)
    afterAll(() => devnet?.stop())
    afterEach(async () => {
      unknown = undefined
      await marketPrice()
      await lock(0n)
      await world?.dispose()
    })

    it("pays a quarter more than the price of the chain's fee market", async () => {
      await open()
      await marketPrice('0.1')
      const { total, detail } = await world.adapter.estimateFee({ from, to: world.receiver, amount: 1n })
      expect(detail.gasPrice).toBe('0.125')
      expect(total.value).toBe((detail.gas * 125n + 999n) / 1000n)
      await arrives(1000n)
    })

    it("pays the node's minimum when the network's definition names a lower price", async () => {
      await open({ gasPrice: '0.001' })
      await arrives(1000n)
      const { detail } = await world.adapter.estimateFee({ from, to: world.receiver, amount: 1n })
      expect(detail.gasPrice).toBe('0.025')
    })

    it("pays the price of the network's definition on a chain that reports no price", async () => {
      unknown = /Config|GasPrice|Fee/
      await open({ gasPrice: '0.03' })
      const { detail } = await world.adapter.estimateFee({ from, to: world.receiver, amount: 1n })
      expect(detail.gasPrice).toBe('0.03')
      await arrives(1000n)
    })

    it("offers the fee that a node's refusal names, but only for the next payment", async () => {
      unknown = /Config|GasPrice|Fee/
      await open({ gasPrice: '0.005' })
      const price = async () =>
        (await world.adapter.estimateFee({ from, to: world.receiver, amount: 1n })).detail.gasPrice
      await expect(send(1000n)).rejects.toMatchObject({
        code: 'node/fee-too-low',
        details: expect.stringContaining('required'),
      })
      expect(Number(await price())).toBeCloseTo(0.025, 4)
      await arrives(1000n)
      expect(await price()).toBe('0.005')
    })

    it("ignores the fee that a node's refusal names if that fee is refused or ten times as high", async () => {
      unknown = /Config|GasPrice|Fee/
      await open({ gasPrice: '0.005' })
      const price = async () =>
        (await world.adapter.estimateFee({ from, to: world.receiver, amount: 1n })).detail.gasPrice
      await expect(send(1000n)).rejects.toMatchObject({ code: 'node/fee-too-low' })
      await marketPrice('0.04')
      await expect(send(1000n)).rejects.toMatchObject({ code: 'node/fee-too-low' })
      expect(await price()).toBe('0.005')
      await marketPrice('1')
      await expect(send(1000n)).rejects.toMatchObject({ code: 'node/fee-too-low' })
      expect(await price()).toBe('0.005')
    })

    it.each([
      ['one query', undefined],
      ['several queries on an older chain', /SpendableBalanceByDenom/],
    ])('reads the sendable and the locked amount with %s', async (_, missing) => {
      await open()
      const whole = await world.adapter.getBalance(from)
      expect(whole.locked).toBeUndefined()
      unknown = missing
      await lock(whole.value - 1_000_000n)
      expect(await world.adapter.getBalance(from)).toMatchObject({
        value: 1_000_000n,
        locked: [{ value: whole.value - 1_000_000n, reason: 'vesting' }],
      })
      const asked = world.wallet.count('send')
      await expect(send(1_000_001n)).rejects.toMatchObject({ code: 'validation/insufficient-balance' })
      // The balance is enough for the amount, but not for the fee.
      await expect(send(999_999n)).rejects.toMatchObject({ code: 'validation/insufficient-balance' })
      expect(world.wallet.count('send')).toBe(asked)
      await arrives(900_000n)
    })
  })
