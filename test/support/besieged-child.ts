// Runs the devnet's own servers in a separate process, so that hostile-packets.test.ts can measure their memory. Needs
// --expose-gc. Answers each line on standard input with one line of JSON.
import { createInterface } from 'node:readline'
import { startDevnet } from '../../src/devnet/index.ts'
import { startRelay } from '../../src/devnet/relay.ts'

/** How far the relay's clock is ahead, in ms. */
let ahead = 0
const relay = await startRelay({ now: () => Date.now() + ahead, pingEvery: 1000 })
const devnet = await startDevnet({ families: ['eip155', 'solana', 'bip122', 'cosmos'] })
const collect = (globalThis as unknown as { gc(): void }).gc

async function weighed() {
  // Node frees undeliverable messages one turn later, and frees a socket when the kernel has closed the socket.
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
  // Moves the clock ahead until the relay has dropped all stored messages. Then sets the clock back, because the relay also
  // checks the expiry of tokens with this clock.
  if (line === 'skip') ahead = 31 * 24 * 3600 * 1000
  console.log(JSON.stringify(await weighed()))
  ahead = 0
})
lines.on('close', () => process.exit(0))
const nodes = devnet.nodes.map(({ network, url }) => ({ network, url }))
console.log(JSON.stringify({ relay: relay.url, nodes }))
