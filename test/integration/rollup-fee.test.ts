import { createTestClient, type Hex, http, parseTransaction, publicActions, serializeTransaction } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rollupFeeContracts } from '../../src/core/chain/rollup-fee.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { type AccountWorld, accountWorld } from '../support/account-world.ts'
import { rollupOracle, rollupPrice } from '../support/contracts/rollup-oracle.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
let world: AccountWorld
let chain: ReturnType<typeof chainOf>

const chainOf = (url: string) =>
  createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 10 }).extend(publicActions)

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  chain = chainOf(devnet.networks[0]!.rpcUrls.default.http[0]!)
}, leaseTimeout)
afterAll(() => devnet?.stop())
afterEach(async () => {
  for (const address of Object.values(rollupFeeContracts)) await chain.setCode({ address, bytecode: '0x' })
  await world?.dispose()
})

const ether = 10n ** 18n
const erin = () => devnet.accounts.erin!.eip155!.address
const isRollup = (kind: keyof typeof rollupFeeContracts, bytecode: Hex = rollupOracle()) =>
  chain.setCode({ address: rollupFeeContracts[kind], bytecode })

async function open() {
  world = (await accountWorld(devnet, { clock: systemClock })) as unknown as AccountWorld
  const { latchkey, alice, network } = world
  const adapter = await latchkey.adapter('eip155')
  const coin = async () => ({
    name: 'Ether',
    network: network.caipNetworkId,
    amount: await adapter.getBalance(alice),
  })
  return { ...world, adapter, send: latchkey.send, coin }
}

/** Returns the bytes of a mined transaction without its signature. The OP Stack's contract computes the price of these bytes. */
async function unsignedBytes(hash: string): Promise<{ bytes: Hex; gas: bigint }> {
  const raw = await chain.request({ method: 'eth_getRawTransactionByHash', params: [hash as Hex] } as never)
  const { r: _, s: __, v: ___, yParity: ____, ...transaction } = parseTransaction(raw as Hex)
  return { bytes: serializeTransaction(transaction as never), gas: transaction.gas! }
}

describe('a send on a rollup', () => {
  it('includes the data fee and the operator fee in the total fee', async () => {
    const { adapter, alice } = await open()
    const params = { from: alice, to: erin(), amount: ether }
    const plain = await adapter.estimateFee(params)
    expect(plain.detail.dataFee).toBeUndefined()
    await isRollup('opStack')
    const { total, detail } = await adapter.estimateFee(params)
    expect(detail.gas).toBe(21_000n)
    expect(detail.dataFee).toBeGreaterThan(10n ** 14n)
    expect(total.value).toBe(detail.gas * detail.maxFeePerGas + detail.dataFee!)
    // Before the upgrade Isthmus, there was no operator fee. After the upgrade, the operator fee is three wei per unit
    // of gas.
    await isRollup('opStack', rollupOracle({ operator: false }))
    expect((await adapter.estimateFee(params)).detail.dataFee).toBe(detail.dataFee! - 3n * detail.gas)
  })

  it("computes Scroll's data fee from the bytes with the signature", async () => {
    const { adapter, alice } = await open()
    const params = { from: alice, to: erin(), amount: ether }
    await isRollup('scroll')
    const scroll = (await adapter.estimateFee(params)).detail
    await chain.setCode({ address: rollupFeeContracts.scroll, bytecode: '0x' })
    await isRollup('opStack')
    const opStack = (await adapter.estimateFee(params)).detail
    const data = opStack.dataFee! - 3n * opStack.gas
    // The signature adds 65 bytes and their RLP prefixes, rounded up to whole words.
    expect(scroll.dataFee! - data).toBe(64n * 10n ** 12n)
  })

  it('is refused before the wallet is asked if the data fee exceeds the fee limit or the balance', async () => {
    const { adapter, alice, wallet } = await open()
    await isRollup('opStack')
    const params = { from: alice, to: erin(), amount: 1n }
    const { total, detail } = await adapter.estimateFee(params)
    await expect(adapter.send({ ...params, maxFee: total.value - detail.dataFee! })).rejects.toMatchObject({
      code: 'wallet/fee-above-limit',
    })
    const { value } = await adapter.getBalance(alice)
    const amount = value - 2n * detail.gas * detail.maxFeePerGas
    await expect(adapter.send({ ...params, amount })).rejects.toMatchObject({
      code: 'validation/insufficient-balance',
    })
    expect(wallet.script.count('eth_sendTransaction')).toBe(0)
  })

  it('leaves enough for the data fee when the whole balance is sent', async () => {
    const { send, coin, adapter, alice, network } = await open()
    await isRollup('opStack')
    await send.setToken(await coin())
    await send.setReceiver(erin())
    await send.setMaximum()
    await send.prepareReview()
    const sent = await send.sendToken()
    await adapter.waitForTransaction(network.caipNetworkId, sent)
    const left = (await adapter.getBalance(alice)).value
    const { bytes, gas } = await unsignedBytes(sent.hash)
    expect(left).toBeGreaterThanOrEqual(rollupPrice(bytes, gas))
    await chain.setBalance({ address: alice.split(':')[2] as Hex, value: 10_000n * ether })
  })

  it('fails if the contract that computes the data fee does not answer', async () => {
    const { adapter, alice } = await open()
    await isRollup('opStack', '0x60006000fd')
    await expect(adapter.estimateFee({ from: alice, to: erin(), amount: 1n })).rejects.toMatchObject({
      code: 'node/execution-reverted',
    })
  })
})

describe('the gas limit of a send', () => {
  it('is a quarter above the estimate, except for a plain transfer to an account without code', async () => {
    const { adapter, alice } = await open()
    const gasFor = async (to: string) =>
      (await adapter.estimateFee({ from: alice, to, amount: 1n })).detail.gas
    expect(await gasFor(erin())).toBe(21_000n)
    // A contract that does nothing.
    const idle = `0x${'1d'.repeat(20)}` as const
    await chain.setCode({ address: idle, bytecode: '0x00' })
    const account = alice.split(':')[2] as Hex
    const quarterMore = (gas: bigint) => gas + (gas + 3n) / 4n
    expect(await gasFor(idle)).toBe(quarterMore(await chain.estimateGas({ account, to: idle, value: 1n })))
    const token = devnet.tokens.find(({ asset }) => asset.startsWith(`${world.network.caipNetworkId}/`))!
    const estimate = await chain.estimateGas({
      account,
      to: token.asset.split(':').at(-1) as Hex,
      data: `0xa9059cbb${erin().slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
    })
    const { detail } = await adapter.estimateFee({
      from: alice,
      to: erin(),
      amount: 1n,
      asset: token.asset as never,
    })
    expect(detail.gas).toBe(quarterMore(estimate))
  })
})
