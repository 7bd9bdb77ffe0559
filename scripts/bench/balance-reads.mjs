import { setMaxListeners } from 'node:events'
import { round } from '../lib/measure.mjs'
import { missing, row } from '../lib/row.mjs'

/**
 * Reads balances from local nodes that start quickly. Without `simd` (the Cosmos SDK's test chain), cosmos uses the simulator.
 */
export async function* measure() {
  // A thousand concurrent reads use one abort signal.
  setMaxListeners(0)
  const { createLatchkey } = await import('latchkey')
  const { startDevnet } = await import('latchkey/devnet')
  const { base58, bech32 } = await import('@scure/base')
  const { blake2b } = await import('@noble/hashes/blake2b')
  const ss58 = (account) => {
    const body = Uint8Array.of(42, ...account)
    const sum = blake2b(Uint8Array.of(...new TextEncoder().encode('SS58PRE'), ...body), { dkLen: 64 })
    return base58.encode(Uint8Array.of(...body, ...sum.slice(0, 2)))
  }
  const key = (index, size) => Uint8Array.from({ length: size }, (_, at) => (at < 4 ? index >> (at * 8) : 7))
  const addresses = {
    eip155: (index) => `0x${Buffer.from(key(index, 20)).toString('hex')}`,
    solana: (index) => base58.encode(key(index, 32)),
    bip122: (index) => bech32.encode('bcrt', [0, ...bech32.toWords(key(index, 20))]),
    polkadot: (index) => ss58(key(index, 32)),
    cosmos: (index) => bech32.encode('cosmos', bech32.toWords(key(index, 20))),
  }
  for (const [family, addressOf] of Object.entries(addresses)) {
    const { [family]: adapter } = await import(`latchkey/adapters/${family}`)
    let lacking = false
    const onMissing = () => {
      lacking = true
    }
    const devnet = await startDevnet({ families: [family], onMissing })
    if (lacking) {
      yield missing(`balances: 1,000 accounts of ${family} on its local node`, `node of ${family}`)
      continue
    }
    const [network] = devnet.networks
    let requests = 0
    const fetch = (...args) => {
      requests++
      return globalThis.fetch(...args)
    }
    const client = createLatchkey({
      name: `reads-${family}`,
      networks: [network],
      adapters: [adapter()],
      platform: { fetch },
    })
    await client.ready()
    const reader = await client.adapter(family)
    const read = (index) => reader.getBalance(`${network.caipNetworkId}:${addressOf(index)}`)
    await read(0)
    requests = 0
    const started = performance.now()
    await Promise.all(Array.from({ length: 1000 }, (_, index) => read(index + 1)))
    const took = performance.now() - started
    await client.dispose()
    await devnet.stop()
    yield row(`balances: 1,000 accounts of ${family} on its local node`, round(took), 'ms')
    // One request should be enough for all accounts. Two families need more: Esplora accepts one address per request, and a
    // balance on Polkadot needs several storage items.
    const limit = ['bip122', 'polkadot'].includes(family) ? undefined : 1
    yield row(`balances: HTTP requests for 1,000 accounts of ${family}`, requests, '', limit)
  }
}
