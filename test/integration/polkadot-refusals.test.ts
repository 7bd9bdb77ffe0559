// @module-tag ci
import { randomBytes } from 'node:crypto'
import { polkadot } from 'latchkey/adapters/polkadot'
import type { Devnet } from 'latchkey/devnet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { writeSs58 } from '../../src/adapters/polkadot/ss58.ts'
import type { CaipAddress } from '../../src/core/chain/caip.ts'
import type { AdapterContext } from '../../src/core/wallet/adapter.ts'
import type { SendParams } from '../../src/core/wallet/transaction.ts'
import type { CallOptions, JsonRpcPort, RpcRequest } from '../../src/ports.ts'
import { polkadotKeys } from '../../src/wallets/polkadot/keys.ts'
import { polled } from '../support/async.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type PolkadotChain, polkadotChain } from '../support/polkadot-chain.ts'
import {
  openPolkadotWorld,
  type PolkadotWorld,
  type PolkadotWorldOptions,
} from '../support/polkadot-world.ts'

const unit = 10n ** 12n
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

async function connected(wallet?: PolkadotWorldOptions['wallet'], factory = polkadot()) {
  const world = await openPolkadotWorld({ devnet, chain, factory, wallet })
  worlds.push(world)
  const [network] = world.networks
  const on = network.caipNetworkId
  const connection = await world.adapter.connect({ connector: world.connector, network })
  const from: CaipAddress<'polkadot'> = `${on}:${connection.accounts[0].address}`
  const send = (params: Partial<SendParams<'polkadot'>>) =>
    world.adapter.send({ from, to: fresh(), amount: unit, ...params })
  const taken = (hash: string) =>
    polled(() => chain.transaction(on, hash), 'the transaction is in a finalized block')
  return { ...world, on, from, send, taken, sendTransaction: world.adapter.sendTransaction! }
}
const fresh = () => writeSs58({ prefix: 42, key: randomBytes(32) })
const account = (name: string) => devnet.accounts[name]!.polkadot!

/** Creates the adapter's factory, with a node whose answers `change` replaces. */
function over(change: (call: RpcRequest, answer: () => Promise<unknown>) => Promise<unknown>) {
  const real = polkadot()
  return {
    ...real,
    create: (context: AdapterContext) =>
      real.create({
        ...context,
        rpc: (network, url): JsonRpcPort => ({
          request: <T>(call: RpcRequest, opts?: CallOptions) =>
            change(call, () => context.rpc(network, url).request(call, opts)) as Promise<T>,
        }),
      }),
  }
}

describe('a failed polkadot transaction', () => {
  it('is reported with the reason if its account may not make the call', async () => {
    const { sendTransaction, adapter, from, on, taken } = await connected()
    const args = [from.split(':')[2], account('bob').address, unit]
    const callHex = await chain.encode(on, 'balances', 'forceTransfer', args)
    const sent = await sendTransaction(from, { callHex })
    expect(await taken(sent.hash)).toMatchObject({ ok: false })
    expect(await adapter.getTransactionStatus(on, sent)).toMatchObject({
      phase: 'failed',
      reason: 'BadOrigin: the account may not make this call',
      fee: expect.any(BigInt),
    })
  })

  it("is reported with the error's name, for every error of the runtime", async () => {
    const { send, on, taken } = await connected()
    const sent = await send({})
    await taken(sent.hash)
    let events: string | undefined
    const { adapter } = await connected(
      undefined,
      over(async ({ method, params }, answer) => {
        const [key] = (params ?? []) as readonly string[]
        // The storage key of `System.Events`.
        const isEvents = key === '0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7'
        return method === 'state_getStorage' && isEvents && events ? events : answer()
      }),
    )
    // In its block, the transaction has the index 2, because each block starts with two inherents.
    const failures = await chain.failures(on, 2)
    expect(failures.map(({ name }) => name)).toContain('Token')
    const read = async ({ events: failed }: (typeof failures)[number]) => {
      events = failed
      const status = await adapter.getTransactionStatus(on, sent)
      return status.phase === 'failed' ? status.reason : status.phase
    }
    for (const failure of failures) {
      const named = failure.name === 'Module' ? /^system\.\w+: / : new RegExp(`^${failure.name}(: |$)`)
      expect(await read(failure), failure.name).toMatch(named)
    }
  })
})

describe('a polkadot asset', () => {
  it("can't be sent while it is frozen, and counts as locked in the balance", async () => {
    const { send, adapter, from, on, taken, wallet } = await connected({ secrets: [account('grace').secret] })
    const [grace, secret] = [account('grace').address, account('grace').secret]
    await chain.send(on, 'assets', 'create', [4731, grace, 10], secret)
    await chain.send(on, 'assets', 'mint', [4731, grace, 1000], secret)
    const asset = `${on}/asset:4731` as const
    const params = { asset, amount: 100n, to: account('bob').address }
    await chain.send(on, 'assets', 'freezeAsset', [4731], secret)
    expect(await adapter.getBalance(from, asset)).toMatchObject({
      value: 0n,
      locked: [{ value: 1000n, reason: 'frozen' }],
    })
    await expect(send(params)).rejects.toMatchObject({
      code: 'validation/invalid-input',
      message: expect.stringContaining('frozen'),
    })
    expect(await wallet.count('send')).toBe(0)

    await chain.send(on, 'assets', 'thawAsset', [4731], secret)
    expect(await taken((await send(params)).hash)).toMatchObject({ ok: true })
  })
})

describe('a polkadot signature', () => {
  it('has no effect if it arrives after the era of its transaction', async () => {
    const { send, keys, on } = await connected()
    const to = fresh()
    /** Makes the wallet sign when the newest block is this many blocks after the block at which the transaction was built. */
    const signAfter = (blocks: number) =>
      keys.script.next('signPayload', {
        answer: async ({ params: [payload] }: { params: readonly unknown[] }) => {
          // The first of these blocks stores the hash of the block at which the transaction was built.
          await chain.skipBlocks(on, 1)
          await chain.skipBlocks(on, blocks - 1)
          const own = await polkadotKeys([account('alice').secret])
          return { signature: own.signPayload(payload as never) }
        },
      })
    for (const blocks of [256, 255]) {
      signAfter(blocks)
      await expect(send({ to }), `${blocks} blocks later`).rejects.toMatchObject({
        code: 'node/transaction-expired',
      })
    }
    expect(await chain.balance(on, to)).toBe(0n)

    // The same payment arrives if the next block is the last block of the era.
    signAfter(254)
    await send({ to })
    await expect.poll(() => chain.balance(on, to), { message: 'the amount arrives' }).toBe(unit)
  })
})
