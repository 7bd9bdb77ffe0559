import { randomBytes } from 'node:crypto'
import * as btc from '@scure/btc-signer'
import { type Bip122Options, bip122 } from 'latchkey/adapters/bip122'
import type { Devnet } from 'latchkey/devnet'
import { createBip122Wallet, memoryPlatform } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bitcoinConnector } from '../../src/connectors/external-bitcoin.ts'
import { withoutFee } from '../../src/controllers/features/send/send-fee.ts'
import { caipAddress } from '../../src/core/chain/caip.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import { bip122Accounts } from '../../src/devnet/accounts/bip122.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { openEsploraPool } from '../../src/transport/esplora-pool.ts'
import { regtest } from '../support/bip122-surroundings.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
let network: ChainNetwork<'bip122'>
const releases: (() => unknown)[] = []
/** Fee rates that the endpoint returns instead of its own estimates. */
let estimates: unknown

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['bip122'] })
  network = devnet.networks[0] as ChainNetwork<'bip122'>
}, leaseTimeout)
afterAll(() => devnet?.stop())
afterEach(async () => {
  estimates = undefined
  for (const release of releases.splice(0)) await release()
})

const urlOf = () => network.rpcUrls.default.http[0]!
const paid = bip122Accounts.judy ?? bip122Accounts.ivan!
const fresh = () => btc.Address(regtest).encode({ type: 'wpkh', hash: randomBytes(20) })

/**
 * Connects a wallet with one new key. With `unisat`, the wallet has a single address. With `sats-connect`, it has a
 * separate address for ordinals.
 */
async function open(
  dialect: 'unisat' | 'sats-connect',
  {
    options,
    secret = `0x${randomBytes(32).toString('hex')}`,
  }: { options?: Bip122Options; secret?: string } = {},
) {
  const platform = memoryPlatform({
    clock: systemClock,
    fetch: async (input, init) =>
      estimates !== undefined && String(input).endsWith('/fee-estimates')
        ? new Response(JSON.stringify(estimates))
        : fetch(input, init),
  })
  const wallet = createBip122Wallet({ secret, networks: [network.caipNetworkId] })
  const adapter = await bip122(options).create({
    ...platform,
    networks: [network],
    endpoints: () => [urlOf()],
    rpc: () => ({}) as never,
    http: (id) => {
      const pool = openEsploraPool([urlOf()], undefined, platform, id, () => {})
      releases.push(() => pool.dispose())
      return pool
    },
  })
  const provider = dialect === 'unisat' ? wallet.unisat : wallet.satsConnect
  const connector = bitcoinConnector({ id: 'w', name: 'W', dialect, provider })({
    ...platform,
    networks: [network],
  })
  releases.push(
    () => adapter.dispose(),
    () => connector.dispose(),
  )
  const { accounts } = await adapter.connect({ connector, network })
  const { address } = accounts[0]
  return { adapter, wallet, address, account: caipAddress(network.caipNetworkId, address) }
}

/** Sends coins of these values to an address, and waits until they are confirmed. */
async function fund(address: string, values: readonly bigint[]) {
  const { adapter, account } = await open('sats-connect', { secret: paid.secret })
  for (const amount of values) {
    const { hash } = await adapter.send({ from: account, to: address, amount })
    await adapter.waitForTransaction(network.caipNetworkId, { hash })
  }
}
interface Spent {
  readonly vin: readonly { readonly prevout: { readonly value: number } }[]
}
const spentBy = async (hash: string) =>
  ((await (await fetch(`${urlOf()}/tx/${hash}`)).json()) as Spent).vin.map(({ prevout }) => prevout.value)
const maximum = (adapter: ChainAdapter<'bip122'>, account: `bip122:${string}:${string}`, value: bigint) =>
  withoutFee(adapter as unknown as ChainAdapter, network, value, { from: account, to: fresh() }, undefined)

describe('coins that may carry inscriptions', () => {
  it('are locked if the wallet has a single address, unless the host allows spending them', async () => {
    const { adapter, account, address } = await open('unisat')
    await fund(address, [546n, 10_000n, 10_001n, 100_000n])
    expect(await adapter.getBalance(account)).toMatchObject({
      value: 110_001n,
      locked: [{ value: 10_546n, reason: 'protected' }],
    })
    const params = { from: account, to: fresh(), amount: 105_000n }
    expect((await adapter.estimateFee(params)).detail.protectedSats).toBe(10_546n)
    // Together, all coins would be enough for this amount. But the locked coins aren't spent.
    await expect(adapter.send({ ...params, amount: 115_000n })).rejects.toMatchObject({
      code: 'validation/insufficient-balance',
    })
    const { hash } = await adapter.send(params)
    expect((await spentBy(hash)).sort((a, b) => a - b)).toEqual([10_001, 100_000])
    await adapter.waitForTransaction(network.caipNetworkId, { hash })
    const allowed = { ...params, amount: 12_000n, options: { spendProtected: true } }
    expect(await spentBy((await adapter.send(allowed)).hash)).toContain(10_000)
  })

  it('can be spent if the wallet keeps ordinals in a separate account', async () => {
    const { adapter, account, address } = await open('sats-connect')
    await fund(address, [9000n])
    expect((await adapter.getBalance(account)).locked).toBeUndefined()
    const { hash } = await adapter.send({ from: account, to: fresh(), amount: 5000n })
    expect(await spentBy(hash)).toEqual([9000])
  })

  it("include each coin that the host's indexer names or can't check", async () => {
    const asked: bigint[] = []
    const { adapter, account, address } = await open('unisat', {
      options: {
        isProtected: ({ value }) => {
          asked.push(value)
          if (value === 20_000n) throw new Error('the indexer is down')
          return value === 30_000n
        },
      },
    })
    await fund(address, [1000n, 20_000n, 30_000n, 40_000n])
    expect(await adapter.getBalance(account)).toMatchObject({
      value: 41_000n,
      locked: [{ value: 50_000n, reason: 'protected' }],
    })
    expect(asked.sort((a, b) => Number(a - b))).toEqual([1000n, 20_000n, 30_000n, 40_000n])
  })
})

describe('the largest amount', () => {
  it('excludes coins that are worth less than the fee to spend them', async () => {
    const { adapter, account, address } = await open('sats-connect')
    await fund(address, [600n, 700n, 50_000n])
    estimates = { '3': 20 }
    const { value } = await adapter.getBalance(account)
    const amount = await maximum(adapter, account, value)
    expect(amount).toBeGreaterThan(45_000n)
    const { total, reserve } = await adapter.estimateFee({ from: account, to: fresh(), amount })
    expect([reserve, value - amount - total.value]).toEqual([1300n, 1300n])
    const { hash } = await adapter.send({ from: account, to: fresh(), amount })
    expect(await spentBy(hash)).toEqual([50_000])
    // Only coins that are worth less than the fee to spend them are left.
    expect((await adapter.getBalance(account)).value).toBe(1300n)
  })

  it("includes what a change output would cost, and doesn't pay it as a fee", async () => {
    const { adapter, account, address } = await open('sats-connect')
    await fund(address, [1_000_000n])
    estimates = { '3': 20 }
    const amount = await maximum(adapter, account, 1_000_000n)
    const { total, detail } = await adapter.estimateFee({ from: account, to: fresh(), amount })
    expect(amount + total.value).toBe(1_000_000n)
    expect(total.value).toBeLessThanOrEqual(20n * BigInt(detail.vbytes))
  })

  it('is known although half of the balance would be dust', async () => {
    const { adapter, account, address } = await open('sats-connect')
    await fund(address, [580n])
    estimates = { '3': 1 }
    const amount = await maximum(adapter, account, 580n)
    expect(amount).toBeGreaterThan(294n)
    await adapter.send({ from: account, to: fresh(), amount })
    expect((await adapter.getBalance(account)).value).toBe(0n)
  })

  it('leaves no coins if each coin is worth more than the fee to spend it', async () => {
    const { adapter, account, address } = await open('sats-connect')
    await fund(address, [30_000n, 40_000n])
    const amount = await maximum(adapter, account, 70_000n)
    await adapter.send({ from: account, to: fresh(), amount })
    expect((await adapter.getBalance(account)).value).toBe(0n)
  })
})

describe('fee rates', () => {
  it('are refused if they are unusually high and the caller sets neither a limit nor a rate', async () => {
    const { adapter, account, address, wallet } = await open('sats-connect')
    await fund(address, [2_000_000n])
    estimates = { '3': 1500 }
    const params = { from: account, to: fresh(), amount: 100_000n }
    const { detail, maxFee } = await adapter.estimateFee(params)
    expect(detail).toMatchObject({ satPerVbyte: 1500, unusualRate: true })
    const asked = wallet.script.count('signPsbt')
    await expect(adapter.send(params)).rejects.toMatchObject({ code: 'wallet/fee-above-limit' })
    expect(wallet.script.count('signPsbt')).toBe(asked)
    await adapter.send({ ...params, maxFee })
  })

  it('equal the minimum rate on a test network whose node has no estimates', async () => {
    const { adapter, account, address } = await open('sats-connect')
    await fund(address, [50_000n])
    estimates = {}
    const params = { from: account, to: fresh(), amount: 10_000n }
    expect((await adapter.estimateFee(params)).detail.satPerVbyte).toBe(1)
    await adapter.send(params)
  })
})
