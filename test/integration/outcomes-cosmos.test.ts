// @module-tag ci
import { cosmos } from 'latchkey/adapters/cosmos'
import type { Devnet } from 'latchkey/devnet'
import type { ContractWorld } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AdapterContext, AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { SentTransaction } from '../../src/core/wallet/transaction.ts'
import { acceptedAs, hashOfBroadcast } from '../../src/devnet/node-faults/transaction-hash.ts'
import type { JsonRpcPort, RpcRequest } from '../../src/ports.ts'
import { openCosmosWorld } from '../support/cosmos-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
let world: ContractWorld<'cosmos'>
/** Whether the node accepts broadcasts without putting them into a block. */
let drops = false

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['cosmos'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())
afterEach(() => world?.dispose())

async function open() {
  drops = false
  const real = cosmos()
  const factory: AdapterFactory<'cosmos'> = {
    ...real,
    create: (context: AdapterContext) =>
      real.create({
        ...context,
        rpc: (network, url): JsonRpcPort => ({
          async request<T>(call: RpcRequest) {
            if (drops && call.method === 'broadcast_tx_sync')
              return acceptedAs(call, hashOfBroadcast(call)) as T
            return context.rpc(network, url).request<T>(call)
          },
        }),
      }),
  }
  world = await openCosmosWorld({ devnet, factory, reach: 'injected' })
  await world.adapter.connect({ connector: world.connector, network: world.networks[0] })
}

const id = () => world.networks[0].caipNetworkId
const send = (amount: bigint, to = world.receiver) =>
  world.adapter.send({ from: `${id()}:${world.addresses[0]}`, to, amount })
const status = (sent: SentTransaction) => world.adapter.getTransactionStatus(id(), sent)
const wait = (sent: SentTransaction) => world.adapter.waitForTransaction(id(), sent, { timeout: 5000 })

/** Sends a payment that no block includes, so that the account's next transaction has the same sequence number. */
async function dropped(amount: bigint): Promise<SentTransaction> {
  drops = true
  const sent = await send(amount)
  drops = false
  expect(await status(sent)).toMatchObject({ phase: 'unknown' })
  return sent
}

/** Waits for a block, because an equal payment before the next block would have the same hash. */
async function nextBlock(): Promise<void> {
  const url = devnet.networks[0]!.rpcUrls.default.http[0]!
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'status', params: {} })
  const height = async () => {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const { result } = (await response.json()) as {
      result: { sync_info: { latest_block_height: string } }
    }
    return BigInt(result.sync_info.latest_block_height)
  }
  const before = await height()
  await expect.poll(height, { message: 'a block follows' }).toBeGreaterThan(before)
}

describe('a cosmos payment whose sequence number another transaction uses', () => {
  it('is confirmed with the hash of the transaction in the block if the same payment was sent again', async () => {
    await open()
    const sent = await dropped(1000n)
    await nextBlock()
    const again = await send(1000n)
    expect(again.hash).not.toBe(sent.hash)
    await wait(again)
    expect(await status(sent)).toEqual({ phase: 'replaced', reason: 'repriced', hash: again.hash })
    expect(await wait(sent)).toMatchObject({ phase: 'finalized', hash: again.hash })
  })

  it.each([
    ['replaced', 'pays another amount to the same recipient', 1001n, () => world.receiver],
    ['cancelled', 'pays the account itself', 1n, () => world.addresses[0]],
  ] as const)('is reported as %s if the other transaction %s', async (reason, _, amount, to) => {
    await open()
    const sent = await dropped(1000n)
    const other = await send(amount, to())
    await wait(other)
    expect(await status(sent)).toMatchObject({ phase: 'replaced', reason, hash: other.hash })
    await expect(wait(sent)).rejects.toMatchObject({
      code: 'node/transaction-replaced',
      values: { hash: sent.hash, by: other.hash, reason },
    })
    expect(await status(other)).toMatchObject({ phase: 'finalized' })
  })

  it('is unknown if its reference contains no sequence number, as in an earlier version of Latchkey', async () => {
    await open()
    const sent = await dropped(1000n)
    await wait(await send(1001n))
    const [until = ''] = String(sent.reference).split(':')
    expect(await status({ hash: sent.hash, reference: until })).toEqual({
      phase: 'unknown',
      until: BigInt(until),
    })
  })
})
