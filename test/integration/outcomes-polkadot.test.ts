// @module-tag ci
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { polkadot } from '../../src/adapters/polkadot/index.ts'
import { writeSs58 } from '../../src/adapters/polkadot/ss58.ts'
import type { AdapterContext, AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { SentTransaction } from '../../src/core/wallet/transaction.ts'
import { acceptedAs, hashOfBroadcast } from '../../src/devnet/node-faults/transaction-hash.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import type { JsonRpcPort, RpcRequest } from '../../src/ports.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type PolkadotChain, polkadotChain } from '../support/polkadot-chain.ts'
import { openPolkadotWorld, type PolkadotWorld } from '../support/polkadot-world.ts'

let devnet: Devnet
let chain: PolkadotChain
let world: PolkadotWorld
/** Whether the node accepts broadcasts without putting them into a block. */
let drops = false

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['polkadot'] })
  chain = polkadotChain(devnet.networks as never, devnet.accounts.dave!.polkadot!.secret)
}, leaseTimeout)
afterEach(() => world?.dispose())
afterAll(async () => {
  await chain?.close()
  await devnet?.stop()
})

const unit = 10n ** 12n
const fresh = () => writeSs58({ prefix: 42, key: randomBytes(32) })
const id = () => world.networks[0].caipNetworkId

async function open() {
  drops = false
  const real = polkadot()
  const factory: AdapterFactory<'polkadot'> = {
    ...real,
    create: (context: AdapterContext) =>
      real.create({
        ...context,
        rpc: (network, url): JsonRpcPort => ({
          async request<T>(call: RpcRequest) {
            if (drops && call.method === 'author_submitExtrinsic')
              return acceptedAs(call, hashOfBroadcast(call)) as T
            return context.rpc(network, url).request<T>(call)
          },
        }),
      }),
  }
  world = await openPolkadotWorld({ devnet, chain, factory })
  await world.adapter.connect({ connector: world.connector, network: world.networks[0] })
}

const send = (to: string, amount: bigint, tip?: bigint) =>
  world.adapter.send({
    ...{ from: `${id()}:${world.addresses[0]}`, to, amount },
    ...(tip !== undefined && { options: { tip } }),
  })
const status = (sent: SentTransaction) => world.adapter.getTransactionStatus(id(), sent)
const wait = (sent: SentTransaction) => world.adapter.waitForTransaction(id(), sent, { timeout: 20_000 })

/** Sends a payment that no block includes, so that the account's next transaction has the same nonce. */
async function dropped(to: string): Promise<SentTransaction> {
  drops = true
  const sent = await send(to, unit)
  drops = false
  const made = Number.parseInt(String(sent.reference), 10)
  expect(await status(sent)).toEqual({ phase: 'unknown', until: BigInt(made + 255) })
  return sent
}

describe('a polkadot payment whose nonce another transaction uses', () => {
  it('is confirmed with the hash of the transaction in the block if the same payment was sent again with a tip', async () => {
    await open()
    const to = fresh()
    const sent = await dropped(to)
    const again = await send(to, unit, 1000n)
    await wait(again)
    expect(await status(sent)).toEqual({ phase: 'replaced', reason: 'repriced', hash: again.hash })
    expect(await wait(sent)).toMatchObject({ phase: 'finalized', hash: again.hash })
  })

  it('is reported as replaced if a block has a different payment with this nonce', async () => {
    await open()
    const sent = await dropped(fresh())
    const other = await send(fresh(), 2n * unit)
    await wait(other)
    expect(await status(sent)).toMatchObject({ phase: 'replaced', reason: 'replaced', hash: other.hash })
    await expect(wait(sent)).rejects.toMatchObject({
      code: 'node/transaction-replaced',
      values: { hash: sent.hash, by: other.hash, reason: 'replaced' },
    })
  })

  it('is unknown if its reference contains no nonce, as in an earlier version of Latchkey', async () => {
    await open()
    const sent = await dropped(fresh())
    await wait(await send(fresh(), unit))
    const [made = ''] = String(sent.reference).split(':')
    expect(await status({ hash: sent.hash, reference: made })).toMatchObject({ phase: 'unknown' })
  })
})
