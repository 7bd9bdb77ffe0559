// @module-tag ci
import { expect, it } from 'vitest'
import { fakeEndpoint, never, type WireCall } from '../../support/loopback.ts'
import { manualRpcPool } from '../../support/rpc.ts'
import { testRandom } from '../../support/seed.ts'

const reads = 10_000
const urls = ['https://a.example/', 'https://b.example/', 'https://c.example/']
const truth = ({ method, params }: WireCall) => `${method}(${params.join()})`

/**
 * Returns endpoints with faults: 30% of the requests fail, 10% stall, and 5% get broken JSON. In 5% of the
 * batches that get valid JSON, answers are missing, repeated or swapped.
 */
function chaos(random: () => number) {
  return fakeEndpoint((calls, { signal }) => {
    const luck = random()
    if (luck < 0.3)
      return new Response('oops', { status: [500, 502, 503, 504][Math.floor(random() * 4)] as number })
    if (luck < 0.4) return never(signal)
    if (luck < 0.45) return new Response('{"jsonrpc":"2.0","id":1,"resu')
    let answers: unknown[] = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, result: truth(call) }))
    if (calls.length === 1) return answers[0]
    if (random() < 0.05) {
      const victim = Math.floor(random() * answers.length)
      const kind = Math.floor(random() * 3)
      if (kind === 0) answers.splice(victim, 1)
      else if (kind === 1) answers.splice(victim, 0, answers[victim])
      else answers = answers.sort(() => random() - 0.5)
    }
    return answers
  })
}

it('99.9% of 10,000 reads over three bad endpoints get the right answer, the others an error', async () => {
  const { fraction: random } = testRandom()
  const node = chaos(random)
  const { pool, clock } = manualRpcPool(node.fetch, { urls, timeout: 1000 })
  const counts = { right: 0, wrong: 0, failed: 0 }
  let hanging = 0

  async function read(index: number): Promise<void> {
    const method = ['eth_getBalance', 'eth_call', 'eth_getTransactionCount'][index % 3] as string
    hanging++
    try {
      const result = await pool.request({ method, params: [index] })
      counts[result === `${method}(${index})` ? 'right' : 'wrong']++
    } catch {
      counts.failed++
    }
    hanging--
  }

  for (let next = 0; next < reads; ) {
    const size = Math.min(reads - next, 1 + Math.floor(random() * 6))
    for (let index = 0; index < size; index++) void read(next + index)
    next += size
    // Most groups of reads start in the same turn of the event loop. After one in twenty groups, 100 ms pass.
    if (random() < 0.05) await clock.advance(100)
    else await null
  }
  // 600 s is enough for the slowest read, which makes four attempts at three endpoints.
  await clock.advance(600_000)

  const context = `${JSON.stringify(counts)} in ${node.posts.length} requests`
  expect(counts.wrong, context).toBe(0)
  expect(hanging, context).toBe(0)
  expect(counts.right, context).toBeGreaterThanOrEqual(reads * 0.999)
  expect(clock.pending, context).toBe(0)
}, 120_000)
