// @module-tag ci
import { formatUnits } from 'latchkey'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { startNodeFaults } from '../../src/devnet/node-faults/start-node-faults.ts'
import { chainReader } from '../../src/testing/readers/chain-reader.ts'
import { finalizeNode, noteNode, settleNode } from '../support/faulty-nodes.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { moneyCells, waysOf } from '../support/money-cells.ts'
import { familyOf, moneyWays } from '../support/money-world.ts'
import { asked, fifthOf, testRandom } from '../support/seed.ts'
import type { Seeded } from '../support/seeded.ts'
import { runningDevnet } from './support/devnet.ts'

let world: Awaited<ReturnType<typeof runningDevnet>>
beforeAll(async () => {
  world = await runningDevnet()
}, leaseTimeout)
afterAll(() => world?.stop())

const runs = asked('MONEY_CLI_RUNS', fifthOf(6))
const ways = ['eip155 wallet', 'solana wallet', 'bip122', 'cosmos', 'polkadot'] as const

/**
 * The faults of this test. It leaves out faults that end only at a time limit, because the program has a real clock. It
 * also leaves out faults that hold back the test process.
 */
const cells = moneyCells.filter(
  ({ at, fault }) => at !== 'wait' && !/hung|hang|^late|^replaced|wallet-gone/.test(fault),
)

function planOf(random: Seeded) {
  // Polkadot is rare, because a block of its node takes a second.
  const way = random.pick(random.chance(0.05) ? ways : ways.slice(0, 4))
  const { at, fault } = random.pick(cells.filter((cell) => waysOf(cell).includes(way)))
  return { way, at, fault, both: random.chance(0.5), extra: BigInt(random.below(1000)) }
}

/** Sends one payment with the program. Returns which rules the result breaks. */
async function pay({ way, at, fault, both, extra }: ReturnType<typeof planOf>): Promise<readonly string[]> {
  const family = familyOf(way)
  const network: ChainNetwork = world.data.networks.find(
    ({ chainNamespace }: ChainNetwork) => chainNamespace === family,
  )
  const target = network.rpcUrls.default.http[0]!
  const send = { eip155: 'eth_sendRawTransaction', solana: 'sendTransaction', bip122: 'POST /tx' }
  const others = { cosmos: 'broadcast_tx_sync', polkadot: 'author_submitExtrinsic' }
  const faults = [fault.replace(/\/send$/, `/${{ ...send, ...others }[family]}`)]
  const restore = await noteNode(family, target)
  const faulty = await startNodeFaults({ target, faults })
  const other = await startNodeFaults({ target, faults: both ? faults : [] })
  try {
    const [to, amount] = [moneyWays[way].receiver(), moneyWays[way].least + extra]
    const ran = await world.json([
      ...['send', '--to', to, '--amount', formatUnits(amount, network.nativeCurrency.decimals)],
      ...['-n', network.caipNetworkId, '-w', 'dev:alice', '--rpc', faulty.url, '--rpc', other.url, '--yes'],
    ])
    await settleNode(family, target)
    await finalizeNode(family, target)
    const held = await (await chainReader(network)).balance(to)
    const hash = ran.data?.hash ?? ran.error?.hash
    const wrong: string[] = []
    if (held !== 0n && held !== amount) wrong.push(`the recipient has ${held}`)
    if (held !== 0n && hash === undefined) wrong.push('the hash of a payment that arrived is lost')
    // The exit code 6 means that the payment may have been sent.
    if (held !== 0n && ran.code !== 0 && ran.code !== 6) wrong.push('a payment that arrived is an error')
    if (held === 0n && ran.code === 0 && fault !== 'dropped')
      wrong.push('a payment that did not arrive is sent')
    if (ran.code !== 0 && at === 'estimate') wrong.push(`a fault that ends stopped it: ${ran.error?.code}`)
    return wrong.map((each) => `${each}: ${JSON.stringify({ way, at, fault, both, error: ran.error })}`)
  } finally {
    await Promise.all([faulty.stop(), other.stop()])
    await restore()
  }
}

it('a payment through faulty nodes keeps its hash, and is made only once', {
  timeout: 60_000 + runs * 20_000,
}, async () => {
  const random = testRandom()
  for (let run = 0; run < runs; run++) expect(await pay(planOf(random))).toEqual([])
})
