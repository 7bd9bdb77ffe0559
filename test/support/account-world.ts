import type { ServerResponse } from 'node:http'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { externalConnector } from '../../src/connectors/external.ts'
import type { CaipAddress } from '../../src/core/chain/caip.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import type { Clock, Platform } from '../../src/ports.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createEip155Wallet } from '../../src/testing/wallets/eip155.ts'
import { type LoopbackRequest, loopback, quickClock } from './loopback.ts'

/** Answers a request to the data service: returns a value to send as JSON, or a function that writes the response. */
export type DataAnswer = (request: LoopbackRequest & { readonly url: URL }) => unknown

/** Starts a data service on loopback. The keys of `answers` are parts of paths. Other paths get 404. */
export async function dataServer(answers: Readonly<Record<string, DataAnswer>>) {
  const server = await loopback((request, response) => {
    const url = new URL(request.path, 'http://service')
    const [, answer] = Object.entries(answers).find(([part]) => url.pathname.includes(part)) ?? []
    response.setHeader('content-type', 'application/json')
    if (!answer) return void response.writeHead(404).end('{}')
    const value = answer({ ...request, url })
    if (typeof value === 'function') (value as (response: ServerResponse) => void)(response)
    else void Promise.resolve(value).then((body) => response.end(JSON.stringify(body)))
  })
  return {
    ...server,
    /** Returns the requests whose path contains `part`. */
    asked: (part: string) => server.requests.filter(({ path }) => path.includes(part)),
  }
}

/** Returns an answer which says that the service supports these networks. */
export const knows =
  (...networks: readonly ChainNetwork[]): DataAnswer =>
  () => ({ http: networks.map(({ caipNetworkId }) => caipNetworkId), ws: [] })

/** Creates a client on the devnet's eip155 nodes, connected to a wallet with Alice's key. */
export async function accountWorld<C extends Clock = ReturnType<typeof quickClock>>(
  devnet: Devnet,
  {
    clock,
    secret = devnet.accounts.alice!.eip155!.secret,
    fetch: fetchOf = (input, init) => fetch(input, init),
    name = `account-${Math.random()}`,
    ...options
  }: Partial<LatchkeyOptions> & {
    readonly clock?: C
    /** The private key of the connected account. Default: Alice's. */
    readonly secret?: string
    readonly fetch?: Platform['fetch']
  } = {},
) {
  const own = clock ?? (quickClock(20, 1) as unknown as C)
  const platform = memoryPlatform({ clock: own, fetch: fetchOf })
  const networks = devnet.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const wallet = createEip155Wallet({
    privateKeys: [secret, devnet.accounts.bob!.eip155!.secret],
    chains: networks.map(({ id, rpcUrls }) => ({ id: Number(id), rpcUrl: rpcUrls.default.http[0]! })),
    now: () => own.now(),
  })
  const latchkey = createLatchkey({
    networks,
    adapters: [eip155()],
    connectors: [externalConnector({ id: 'keys', name: 'Keys', provider: wallet.provider })],
    enableEIP6963: false,
    enableInjected: false,
    ...options,
    platform,
    name,
  })
  await latchkey.connect({ connectorId: 'keys' })
  const [network, other] = networks as [ChainNetwork<'eip155'>, ChainNetwork<'eip155'>]
  const alice = latchkey.account.state.eip155.caipAddress as CaipAddress<'eip155'>
  return { latchkey, wallet, platform, clock: own, network, other, alice, dispose: () => latchkey.dispose() }
}
export type AccountWorld = Awaited<ReturnType<typeof accountWorld>>
