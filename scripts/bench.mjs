#!/usr/bin/env node
// Sizes, start-up and hot paths. Ratios and bytes, not seconds: machines differ. `--json` prints one object.
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { ensureBuilt, ensureInstalled, root } from './lib/workspace.mjs'

ensureInstalled()
ensureBuilt()
const { bundle } = await import('./lib/weigh.mjs')
const asJson = process.argv.includes('--json')
const rows = []
/** Of a family: an account that anybody may look at, and the network that it is on. */
const places = {
  eip155: ['mainnet', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  solana: ['solanaMainnet', 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'],
  bip122: ['bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  polkadot: ['polkadotAssetHub', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  cosmos: ['cosmosHub', 'cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7'],
}
const families = Object.keys(places)
/** `limit` is the figure that an issue promised; without one the row only informs. */
const row = (name, value, unit, limit) =>
  rows.push({ name, value, unit, limit, ok: limit === undefined || value <= limit })

await weighImports()
await weighViews()
startUp()
await hotPaths()
await connecting()
await balanceReads()
print()

async function weighImports() {
  const imports = [
    ['createLatchkey', "export { createLatchkey } from 'latchkey'", 18_000],
    ['everything in latchkey', "export * from 'latchkey'"],
    ['one network', "export { sepolia } from 'latchkey/networks'"],
    ['controllers', "export * from 'latchkey/controllers'"],
  ]
  for (const [name, code, limit] of imports) {
    const { initial } = await bundle(code)
    row(`bytes: ${name}, gzip`, initial.gzip, 'B', limit)
    row(`bytes: ${name}, raw`, initial.raw, 'B')
    row(`bytes: ${name}, brotli`, initial.brotli, 'B')
  }
  // What WalletConnect adds to a page before anybody chooses it.
  const both =
    "export { createLatchkey } from 'latchkey'; export { walletConnect } from 'latchkey/connectors/walletconnect'"
  const alone = (await bundle("export { createLatchkey } from 'latchkey'")).initial.gzip
  row('bytes: WalletConnect beyond the core, gzip', (await bundle(both)).initial.gzip - alone, 'B', 2000)
  for (const family of families) await weighFamily(family)
  const core = await bundle("export { createLatchkey } from 'latchkey'")
  row('bytes: core with all that it may load later, gzip', core.total.gzip, 'B')
}

/** What a family adds to a page that has the core already. Libraries of which one copy serves all are left out. */
async function weighFamily(family) {
  const shared = ['@noble/hashes', '@noble/hashes/*', '@scure/base']
  const libraries = [
    'viem',
    'viem/*',
    '@solana/*',
    'bitcoinjs-lib',
    '@bitcoinerlab/*',
    '@polkadot/*',
    '@cosmjs/*',
  ]
  const external = [...shared, ...libraries]
  const gzip = async (code, external) => (await bundle(code, { external })).initial.gzip
  const descriptor = `export { ${family} } from 'latchkey/adapters/${family}'`
  row(`bytes: ${family} descriptor, gzip`, await gzip(descriptor, []), 'B', 1000)
  const core = "export { createLatchkey } from './src/index.ts'"
  const half = `${core}\nexport * from './src/adapters/${family}/adapter.ts'`
  const more = (await gzip(half, external)) - (await gzip(core, external))
  row(`bytes: ${family} wallet half beyond the core, gzip`, more, 'B', 8000)
  const chain = `export * from './src/adapters/${family}/chain/chain-half.ts'`
  row(`bytes: ${family} chain half without its library, gzip`, await gzip(chain, external), 'B')
  row(`bytes: ${family} chain half with its library, gzip`, await gzip(chain, []), 'B')
}

async function weighViews() {
  const { weighModal } = await import('./lib/weigh-modal.mjs')
  const { load, connect, views } = await weighModal()
  row('modal: core and button at load, Vite build, gzip', load, 'B', 20_000)
  row('modal: everything until the connect view stands, five families, gzip', connect, 'B', 45_000)
  for (const { name, gzip } of views) row(`modal: ${name} besides, gzip`, gzip, 'B', 8000)
}

function startUp() {
  const probe =
    'process.stdout.write(JSON.stringify({ rss: process.memoryUsage().rss, t: performance.now() }))'
  const empty = ['--input-type=module', '-e', probe]
  const core = ['--input-type=module', '-e', `await import('latchkey'); ${probe}`]
  const help = ['dist/cli/main.js', '--help']
  const nothing = ['-e', '0']
  const samples = { empty: [], core: [], help: [], nothing: [] }
  // Interleaved, so that a noisy minute spoils every row alike.
  for (let i = 0; i < 21; i++) {
    for (const [name, args] of Object.entries({ empty, core, help, nothing })) {
      const started = performance.now()
      const { stdout, status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
      if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
      const wall = performance.now() - started
      samples[name].push({ wall, rss: stdout.startsWith('{') ? JSON.parse(stdout).rss : 0 })
    }
  }
  const wall = (name) => median(samples[name].map(({ wall }) => wall))
  const rss = (name) => median(samples[name].map(({ rss }) => rss))
  row(
    'start-up: Node that imports latchkey, against an empty one',
    round(wall('core') / wall('empty')),
    '×',
    1.5,
  )
  row('memory: what importing latchkey adds', round((rss('core') - rss('empty')) / 2 ** 20), 'MiB', 6)
  row('start-up: latchkey --help, against node -e 0', round(wall('help') / wall('nothing')), '×', 4)
}

async function hotPaths() {
  const { parseCaipAddress } = await import('latchkey')
  const { Controller } = await import('latchkey/controllers')

  class Counter extends Controller {
    bump() {
      this.patch({ count: this.state.count + 1 })
    }
  }
  const fanOut = (listeners) => {
    const counter = new Counter({ count: 0 })
    let seen = 0
    const offs = Array.from({ length: listeners }, () => counter.subscribe(() => seen++))
    const time = best(() => {
      for (let i = 0; i < 100; i++) counter.bump()
    })
    for (const off of offs) off()
    counter.dispose()
    return { perListener: time / (100 * listeners), seen }
  }
  row('state: one change to 1,000 listeners, per listener', round(fanOut(1000).perListener * 1e6), 'ns')

  const account = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const parse = best(() => {
    for (let i = 0; i < 10_000; i++) parseCaipAddress(account)
  })
  const split = best(() => {
    for (let i = 0; i < 10_000; i++) account.split(':')
  })
  row('CAIP-10: parse and check, against a bare split(":")', round(parse / split), '×')

  await announcements()
  await rpcDedupe()
}

/** What no entry exports, built the way the package is. */
async function fromSources(contents) {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

async function announcements() {
  const { discoverEip6963, memoryPlatform } = await fromSources(
    "export { discoverEip6963 } from './src/connectors/injected/eip6963.ts'; export { memoryPlatform } from './src/testing/memory-platform.ts'",
  )
  const icon = 'data:image/png;base64,AA=='
  const details = Array.from({ length: 1000 }, (_, i) => {
    const uuid = `350670db-19fa-4704-a166-${String(i).padStart(12, '0')}`
    return {
      info: { uuid, name: `Wallet ${i}`, icon, rdns: `io.wallet${i}` },
      provider: { request() {}, on() {} },
    }
  })
  const announce = (page) => {
    for (const detail of details) page.dispatch('eip6963:announceProvider', detail)
  }
  const bare = best(() => announce(memoryPlatform().page))
  const heard = best(() => {
    const { page, clock, log } = memoryPlatform()
    const stop = discoverEip6963({ page, clock, log, networks: [] }, () => {})
    announce(page)
    stop()
  })
  row('EIP-6963: 1,000 wallets announced and checked', round(heard), 'ms', 50)
  row('EIP-6963: the same, against events that nobody hears', round(heard / bare), '×')
}

async function rpcDedupe() {
  let requests = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      requests++
      const calls = [JSON.parse(body)].flat()
      const answers = calls.map(({ id, method }) => ({
        jsonrpc: '2.0',
        id,
        result: method === 'eth_chainId' ? '0x7a69' : '0x1',
      }))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(Array.isArray(JSON.parse(body)) ? answers : answers[0]))
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${server.address().port}`
  const { createRpcPool, nodePlatform } = await fromSources(
    "export { createRpcPool } from './src/transport/rpc-pool.ts'; export { nodePlatform } from './src/platform/node.ts'",
  )
  const { fetch, clock, log } = nodePlatform()
  const pool = createRpcPool({ urls: [url], fetch, clock, log })
  const call = { method: 'eth_getBalance', params: ['0x0000000000000000000000000000000000000001', 'latest'] }
  await Promise.all(Array.from({ length: 1000 }, () => pool.request(call)))
  row('RPC: HTTP requests for 1,000 identical concurrent reads', requests, '', 1)
  requests = 0
  await Promise.all(
    Array.from({ length: 1001 }, (_, i) => pool.request({ method: 'eth_getBalance', params: [`0x${i}`] })),
  )
  row('RPC: HTTP requests for 1,001 different reads in one tick', requests, '', 2)
  pool.dispose()
  await new Promise((resolve) => server.close(resolve))
}

/** From `connect` to connected, with a wallet that answers at once: the first time the wallet half is loaded from disk. */
async function connecting() {
  const { createLatchkey } = await import('latchkey')
  const networks = await import('latchkey/networks')
  const { instantConnectors } = await import('./lib/instant-wallets.mjs')
  for (const family of families) {
    const [name, address] = places[family]
    const network = networks[name]
    const { [family]: adapter } = await import(`latchkey/adapters/${family}`)
    const connectors = [instantConnectors[family]({ address, network })]
    const client = createLatchkey({ name: family, networks: [network], adapters: [adapter()], connectors })
    await client.ready()
    const times = []
    for (let i = 0; i < 101; i++) {
      const started = performance.now()
      await client.connect({ connectorId: 'instant' })
      times.push(performance.now() - started)
      await client.disconnect()
    }
    await client.dispose()
    row(`connect: ${family}, the first time, with an instant wallet`, round(times[0]), 'ms', 250)
    row(`connect: ${family}, after that`, round(median(times.slice(1))), 'ms', 10)
  }
}

/** On real nodes where they start in no time; on cosmos, without a simd, on the simulator. */
async function balanceReads() {
  const { createLatchkey } = await import('latchkey')
  const { startDevnet } = await import('latchkey/devnet')
  const { base58, bech32 } = await import('@scure/base')
  const key = (index, size) => Uint8Array.from({ length: size }, (_, at) => (at < 4 ? index >> (at * 8) : 7))
  const addresses = {
    eip155: (index) => `0x${Buffer.from(key(index, 20)).toString('hex')}`,
    solana: (index) => base58.encode(key(index, 32)),
    cosmos: (index) => bech32.encode('cosmos', bech32.toWords(key(index, 20))),
  }
  for (const [family, addressOf] of Object.entries(addresses)) {
    const { [family]: adapter } = await import(`latchkey/adapters/${family}`)
    const devnet = await startDevnet({ families: [family] })
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
    row(`balances: 1,000 accounts of ${family} on its local node`, round(took), 'ms')
    row(`balances: HTTP requests for those of ${family}`, requests, '', 1)
  }
}

function best(run, times = 7) {
  let fastest = Number.POSITIVE_INFINITY
  for (let i = 0; i < times; i++) {
    const started = performance.now()
    run()
    fastest = Math.min(fastest, performance.now() - started)
  }
  return fastest
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

function round(value) {
  return Math.round(value * 100) / 100
}

function print() {
  if (asJson) return console.log(JSON.stringify({ schemaVersion: 1, node: process.version, rows }, null, 2))
  const width = Math.max(...rows.map(({ name }) => name.length))
  for (const { name, value, unit, limit, ok } of rows) {
    const verdict = limit === undefined ? '' : `  ${ok ? 'within' : 'OVER'} ${limit} ${unit}`
    console.log(`${name.padEnd(width)}  ${String(value).padStart(8)} ${unit.padEnd(3)}${verdict}`)
  }
  if (rows.some(({ ok }) => !ok)) process.exitCode = 1
}
