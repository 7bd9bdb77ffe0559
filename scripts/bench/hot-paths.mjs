// Measures code that runs often: state changes, address parsing, wallet announcements, RPC reads.
import { createServer } from 'node:http'
import { best, round } from '../lib/measure.mjs'
import { row } from '../lib/row.mjs'
import { root } from '../lib/workspace.mjs'

export async function* measure() {
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
  yield row('state: one change to 1,000 listeners, per listener', round(fanOut(1000).perListener * 1e6), 'ns')

  const account = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const parse = best(() => {
    for (let i = 0; i < 10_000; i++) parseCaipAddress(account)
  })
  const split = best(() => {
    for (let i = 0; i < 10_000; i++) account.split(':')
  })
  yield row('CAIP-10: parse and check, against a bare split(":")', round(parse / split), '×')

  yield* announcements()
  yield row(
    'WalletConnect: an update of 100 networks × 100 accounts',
    round(await sessionUpdate({ networks: 100, accounts: 100 })),
    'ms',
    30,
  )
  yield* rpcDedupe()
}

async function* announcements() {
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
  yield row('EIP-6963: 1,000 wallets announced and checked', round(heard), 'ms', 50)
  yield row('EIP-6963: 1,000 wallets, compared with events without a listener', round(heard / bare), '×')
}

/** Measures how long a page needs, in ms, to apply a change that the wallet made to a large session. */
export async function sessionUpdate({ networks: count, accounts }) {
  const sources = await fromSources(
    [
      "export { LiveSession } from './src/connectors/walletconnect/live-session.ts'",
      "export { approvedBy } from './src/connectors/walletconnect/namespaces.ts'",
      "export { Connections } from './src/adapters/shared/connections.ts'",
      "export { checksumAddress } from './src/adapters/shared/eip55.ts'",
      "export { observeAdapter } from './src/controllers/coordinators/adapter-events.ts'",
      "export { AccountController } from './src/controllers/wallet/account-controller.ts'",
      "export { ConnectionsController } from './src/controllers/wallet/connections-controller.ts'",
      "export { NetworkController } from './src/controllers/wallet/network-controller.ts'",
      "export { Emitter } from './src/core/emitter.ts'",
      "export { memoryPlatform } from './src/testing/memory-platform.ts'",
    ].join(';'),
  )
  const { log } = sources.memoryPlatform()
  const networks = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    caipNetworkId: `eip155:${at + 1}`,
    chainNamespace: 'eip155',
    name: `Network ${at + 1}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }))
  const ids = networks.map(({ caipNetworkId }) => caipNetworkId)
  const structOf = (from) => ({
    topic: 'a',
    peer: { metadata: {} },
    namespaces: {
      eip155: {
        accounts: ids.flatMap((id) =>
          Array.from(
            { length: accounts },
            (_, at) => `${id}:0x${(from + at).toString(16).padStart(40, '0')}`,
          ),
        ),
        methods: ['personal_sign'],
      },
    },
  })
  const structs = [structOf(0), structOf(1)]
  const live = new sources.LiveSession({
    struct: structs[0],
    approve: ({ namespaces }) => sources.approvedBy(namespaces, ids),
    log,
  })
  const events = new sources.Emitter()
  const connector = { id: 'w', on: (event, listener) => events.on(event, listener) }
  const family = new sources.Connections({
    namespace: 'eip155',
    networks: () => networks,
    log,
    normalize: sources.checksumAddress,
  })
  const connections = new sources.ConnectionsController()
  const persistence = { get: () => undefined, set() {} }
  const network = new sources.NetworkController({
    networks,
    defaultNetwork: networks[0],
    connections,
    persistence,
    log,
  })
  const account = new sources.AccountController({ network, connections, persistence, log })
  network.start()
  account.start()
  const adapter = {
    namespace: 'eip155',
    connections: () => family.all(),
    on: (event, listener) => family.events.on(event, listener),
  }
  sources.observeAdapter(adapter, connections, () => {})
  const info = { name: 'W', type: 'WALLET_CONNECT' }
  connections.connect(family.add(connector, live.session, live.accounts, networks[0]), info)
  let turn = 0
  const times = []
  for (let run = 0; run < 15; run++) {
    const start = performance.now()
    turn = 1 - turn
    live.update(structs[turn])
    events.emit('sessionChanged', {})
    times.push(performance.now() - start)
  }
  const [first] = account.state.eip155.allAccounts
  if (!first?.address.endsWith(`${turn}`)) throw new Error('The update did not arrive')
  times.sort((a, b) => a - b)
  return times[7]
}

async function* rpcDedupe() {
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
    "export { createRpcPool } from './src/transport/json-rpc/rpc-pool.ts'; export { nodePlatform } from './src/platform/node.ts'",
  )
  const { fetch, clock, log } = nodePlatform()
  const pool = createRpcPool({ urls: [url], fetch, clock, log })
  const call = { method: 'eth_getBalance', params: ['0x0000000000000000000000000000000000000001', 'latest'] }
  await Promise.all(Array.from({ length: 1000 }, () => pool.request(call)))
  yield row('RPC: HTTP requests for 1,000 identical concurrent reads', requests, '', 1)
  requests = 0
  await Promise.all(
    Array.from({ length: 1001 }, (_, i) => pool.request({ method: 'eth_getBalance', params: [`0x${i}`] })),
  )
  yield row('RPC: HTTP requests for 1,001 different reads in one tick', requests, '', 2)
  pool.dispose()
  await new Promise((resolve) => server.close(resolve))
}

/** Bundles and imports modules that no entry exports. */
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
