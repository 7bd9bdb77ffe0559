import { eip155 } from 'latchkey/adapters/eip155'
import type { Devnet } from 'latchkey/devnet'
import { adapterContract, type Behaviour } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import { mutants } from '../support/eip155-mutants.ts'
import { openEip155World } from '../support/eip155-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

const factory = eip155()
const contract = adapterContract<'eip155'>(factory.capabilities)
const methods = [...new Set(mutants.map(({ method }) => method))]
let devnet: Devnet
/** Behaviours that the whole adapter does not show cannot prove anything about a broken one. */
const sound = new Set<string>()

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  for (const behaviour of contract) if ((await outcome(behaviour)) === undefined) sound.add(behaviour.name)
}, leaseTimeout)
afterAll(() => devnet?.stop())

/** What a behaviour says against an adapter; undefined when it says nothing. */
async function outcome(
  { run }: Behaviour<'eip155'>,
  breaking?: (adapter: ChainAdapter<'eip155'>) => ChainAdapter<'eip155'>,
): Promise<unknown> {
  // For a broken one: long for a call on loopback, short for one that never settles.
  const options = breaking ? { patience: 1000 } : {}
  const broken = {
    ...factory,
    create: async (context: Parameters<typeof factory.create>[0]) => {
      const adapter = await factory.create(context)
      return breaking ? breaking(adapter) : adapter
    },
  }
  try {
    await run(() => openEip155World({ devnet, factory: broken, reach: 'external' }), options)
    return undefined
  } catch (error) {
    return error
  }
}

it('the whole adapter shows every behaviour', () => {
  expect(contract.map(({ name }) => name).filter((name) => !sound.has(name))).toEqual([])
})

it('every method of the interface is broken here', () => {
  const every: Readonly<Record<keyof ChainAdapter, true>> = {
    namespace: true,
    on: true,
    connect: true,
    reconnect: true,
    disconnect: true,
    connections: true,
    supports: true,
    getBalance: true,
    signMessage: true,
    send: true,
    estimateFee: true,
    getTransactionStatus: true,
    waitForTransaction: true,
    switchNetwork: true,
    signTransaction: true,
    signAllTransactions: true,
    signTypedData: true,
    sendTransaction: true,
    sendBatch: true,
    getBatchStatus: true,
    isAddress: true,
    dispose: true,
  }
  expect([...methods].sort()).toEqual(Object.keys(every).sort())
})

describe.each(methods)('an adapter whose %s', (method) => {
  it.each(
    mutants.filter((mutant) => mutant.method === method).map((mutant) => [mutant.fault, mutant] as const),
  )('%s fails the contract', async (_, mutant) => {
    const relevant = contract.filter(
      ({ name, covers }) =>
        sound.has(name) && (method === 'namespace' || covers.some((covered) => covered === method)),
    )
    for (const behaviour of relevant) {
      if ((await outcome(behaviour, mutant.break)) !== undefined) return
    }
    expect.fail(`none of ${relevant.length} behaviours noticed`)
  })
})

it('the whole adapter still shows every behaviour: what failed above was the fault', async () => {
  for (const behaviour of contract) expect(await outcome(behaviour), behaviour.name).toBeUndefined()
}, 60_000)
