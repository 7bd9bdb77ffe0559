import type { Devnet } from 'latchkey/devnet'
import { adapterContract, type Behavior, type ContractTrait, type ContractWorld } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { AdapterFactory, ChainAdapter } from '../../src/core/wallet/adapter.ts'
import { leaseDevnet, leaseTimeout } from './leased-devnet.ts'
import { type Mutant, mutantsOf, staleNeeds } from './mutants.ts'

export interface MutantsSuite<N extends ChainNamespace> {
  readonly factory: AdapterFactory<N>
  readonly lacks?: readonly ContractTrait[]
  readonly addressesNameNetwork?: boolean
  /** Creates what a test of the family's contract suite needs. */
  open(devnet: Devnet, factory: AdapterFactory<N>): Promise<ContractWorld<N>>
  /** The faults that only this family can have. */
  readonly own?: readonly Mutant[]
  /** Starts what the tests need in addition to the devnet. */
  begin?(devnet: Devnet): void
  end?(): unknown
}

/** Tests that the contract suite detects every fault that an adapter of the family may have. */
export function testMutants<N extends ChainNamespace>({
  factory,
  lacks = [],
  addressesNameNetwork,
  open,
  own,
  begin,
  end,
}: MutantsSuite<N>): void {
  const { namespace, capabilities } = factory
  const contract = adapterContract<N>(capabilities, lacks)
  const network = () => devnet.networks[0]!.caipNetworkId
  const mutants = mutantsOf({ namespace, capabilities, lacks, addressesNameNetwork, network }, own)
  const methods = [...new Set(mutants.map(({ method }) => method))]
  let devnet: Devnet
  let sound: Promise<ReadonlySet<string>> | undefined

  beforeAll(async () => {
    devnet = await leaseDevnet({ families: [namespace] })
    begin?.(devnet)
  }, leaseTimeout)
  afterAll(async () => {
    await end?.()
    await devnet?.stop()
  })

  /** Runs a behavior with an adapter. Returns the behavior's error, or undefined if the adapter passes. */
  async function outcome({ run }: Behavior<N>, mutant?: Mutant): Promise<unknown> {
    // A call of a mutant may never settle, so mutants get a short time limit. The correct adapter gets more time, because it may
    // have to load its library.
    const options = { timeout: mutant ? 1000 : 20_000 }
    const broken: AdapterFactory<N> = {
      ...factory,
      async create(context) {
        const adapter = await factory.create(context)
        return mutant
          ? (mutant.break(adapter as unknown as ChainAdapter) as unknown as ChainAdapter<N>)
          : adapter
      },
    }
    try {
      await run(() => open(devnet, broken), options)
      return undefined
    } catch (error) {
      return error
    }
  }

  /**
   * Returns the names of the behaviors that the correct adapter passes. Only these behaviors can show a mutant's fault.
   * The first test calls this function, because `expect.poll` works only inside a test.
   */
  const passing = (): Promise<ReadonlySet<string>> => {
    sound ??= (async () => {
      const names = new Set<string>()
      for (const behavior of contract) if ((await outcome(behavior)) === undefined) names.add(behavior.name)
      return names
    })()
    return sound
  }

  it('the correct adapter passes every behavior', async () => {
    const names = await passing()
    expect(contract.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([])
  })

  it('every method of the adapter interface is broken by at least one fault', () => {
    // Other tests cover the methods that this type leaves out. For `request`, see test/integration/session-only.test.ts. For
    // `findCandidates` and `multipliers`, see the tests of payments and of token amounts. For `selectAccount`, see
    // test/unit/adapters/shared/connections.test.ts. The remaining methods exist only on eip155: see the tests of the account's
    // features and of contract calls.
    type Proven = Exclude<
      keyof ChainAdapter,
      | 'request'
      | 'query'
      | 'findCandidates'
      | 'multipliers'
      | 'selectAccount'
      | 'isMistyped'
      | 'getWalletAssets'
      | 'names'
      | 'swapSupport'
      | 'permissions'
    >
    const every: Readonly<Record<Proven, true>> = {
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
      prepareSend: true,
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
      normalizeAddress: true,
      dispose: true,
    }
    expect([...methods].sort()).toEqual(Object.keys(every).sort())
    expect(staleNeeds()).toEqual([])
  })

  describe.each(methods)('an adapter in which %s', (method) => {
    it.each(
      mutants.filter((mutant) => mutant.method === method).map((mutant) => [mutant.fault, mutant] as const),
    )('%s does not pass the contract suite', async (_, mutant) => {
      const names = await passing()
      const relevant = contract.filter(
        ({ name, covers }) =>
          names.has(name) && (method === 'namespace' || covers.some((covered) => covered === method)),
      )
      for (const behavior of relevant) if ((await outcome(behavior, mutant)) !== undefined) return
      expect.fail(`none of ${relevant.length} behaviors noticed`)
    })
  })

  it('the correct adapter passes every behavior at the end too', async () => {
    for (const behavior of contract) expect(await outcome(behavior), behavior.name).toBeUndefined()
  })
}
