// The devnet's own servers in a separate process, so that their memory can be measured: run by hostile-packets.test.ts
// with --expose-gc. Each line on standard input gets one line of JSON.
import { createInterface } from 'node:readline'
import { startDevnet } from '../../src/devnet/index.ts'
import { startRelay } from '../../src/devnet/relay.ts'

/** Advances the relay's time, so that envelopes expire. */
let ahead = 0
const relay = await startRelay({ now: () => Date.now() + ahead, pingEvery: 1000 })
const devnet = await startDevnet({ families: ['eip155', 'solana', 'bip122', 'cosmos'] })
const collect = (globalThis as unknown as { gc(): void }).gc

async function weighed() {
  // Undeliverable messages are released a turn later, and sockets when the kernel has closed them.
  for (let each = 0; each < 4; each++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    collect()
  }
  const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length
  const { heapUsed, external } = process.memoryUsage()
  return {
    heap: heapUsed + external,
    sockets,
    relaySockets: relay.sockets,
    subscriptions: relay.subscriptions,
    kept: relay.kept,
  }
}

const lines = createInterface({ input: process.stdin })
lines.on('line', async (line) => {
  // Longer than any envelope lives; tokens are checked with the real time again.
  if (line === 'skip') ahead = 31 * 24 * 3600 * 1000
  console.log(JSON.stringify(await weighed()))
  ahead = 0
})
lines.on('close', () => process.exit(0))
const nodes = devnet.nodes.map(({ network, url }) => ({ network, url }))
console.log(JSON.stringify({ relay: relay.url, nodes }))
