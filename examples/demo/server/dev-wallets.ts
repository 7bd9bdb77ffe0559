import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ChainNamespace } from 'latchkey'
import {
  type DevWalletId,
  devWallets,
  type InjectedWallet,
  injectedWallets,
  userRejected,
} from 'latchkey/testing'
import type { Connect, Plugin } from 'vite'
import { headlessWallet } from './headless-wallet.ts'
import { publicWorld, type World } from './world.ts'

/** How a wallet answers requests that need approval. */
export type Manner = 'approve' | 'reject' | 'ignore'

/** The state of a wallet, for the panel on the page. */
export interface DevWalletState {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly kind: string
  readonly families: readonly ChainNamespace[]
  readonly manner: Manner
  readonly holders: readonly string[]
  readonly asked?: string | undefined
  /** How often the wallet has asked for an approval. */
  readonly prompts: number
}

type Command =
  | { readonly wallet: DevWalletId; readonly manner: Manner }
  | { readonly wallet: DevWalletId; readonly holder: string }
  | { readonly wallet: DevWalletId; readonly revoke: true }
  /** Moves the wallet to a network that the page doesn't use. */
  | { readonly wallet: DevWalletId; readonly stray: true }
  /** Restores the wallet's initial state. */
  | { readonly wallet: DevWalletId; readonly reset: true }

const kinds: Readonly<Record<DevWalletId, string>> = {
  ethereum: 'EIP-6963',
  solana: 'wallet-standard',
  bitcoin: 'wallet-standard',
  unisat: 'window.unisat',
  leather: 'LeatherProvider',
  sats: 'sats-connect',
  polkadot: 'injectedWeb3',
  keplr: 'window.keplr',
  multi: 'EIP-6963 and wallet-standard',
}

/** The page that the link of the headless wallet opens. This wallet runs on the server, and has no user interface. */
const answered = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Headless Wallet</title><link rel="stylesheet" href="/linked-page.css">
<body><main><p class="tag">DEV</p><h1>Connected</h1><p class="quiet">Go back to the page that you came from.</p></main>`

/**
 * Serves test wallets to the page as if they were browser extensions. The page gets a script that announces the wallets
 * and forwards requests to this server. So the keys stay on the server.
 */
export function devWalletsPlugin(world: World): Plugin {
  const manners = new Map<string, Manner>()
  const asked = new Map<string, { readonly method: string; readonly times: number }>()
  const streams = new Set<ServerResponse>()
  const broadcast = (event: string, data: string) => {
    for (const stream of streams) stream.write(`event: ${event}\ndata: ${data}\n\n`)
  }
  const tellStates = () => broadcast('wallets', JSON.stringify(states()))

  const wallets = devWallets(world, {
    async approve(id, { method }) {
      asked.set(id, { method, times: (asked.get(id)?.times ?? 0) + 1 })
      tellStates()
      const manner = manners.get(id) ?? 'approve'
      if (manner === 'reject') throw userRejected()
      if (manner === 'ignore') await new Promise(() => {})
    },
  })
  const present = new Set(world.networks.map(({ chainNamespace }) => chainNamespace))
  const shown = Object.values(wallets).filter((wallet) =>
    familiesOf(wallet).some((family) => present.has(family)),
  )
  const injected = injectedWallets(shown)
  injected.subscribe((text) => broadcast('message', text))

  const headless = headlessWallet(world, (state) => broadcast('headless', JSON.stringify(state)))

  const { unisat, leather, keplr, polkadot } = wallets
  const connectorImages = {
    unisat: unisat.icon,
    LeatherProvider: leather.icon,
    keplr: keplr.icon,
    'dev-polkadot': polkadot.icon,
  }
  const states = (): readonly DevWalletState[] =>
    shown.map((wallet) => ({
      id: wallet.id,
      name: wallet.name,
      icon: wallet.icon,
      kind: kinds[wallet.id as DevWalletId],
      families: familiesOf(wallet),
      manner: manners.get(wallet.id) ?? 'approve',
      holders: holdersOf(wallet),
      asked: asked.get(wallet.id)?.method,
      prompts: asked.get(wallet.id)?.times ?? 0,
    }))

  async function command(given: Command): Promise<void> {
    const wallet = wallets[given.wallet]
    if (!wallet) throw new Error(`There is no wallet ${String(given.wallet)}`)
    if ('manner' in given) manners.set(wallet.id, given.manner)
    if ('stray' in given) wallet.eip155?.wallet.switchTo(1)
    if ('revoke' in given) revoke(wallet)
    if ('holder' in given) await select(wallet, given.holder)
    if (!('reset' in given)) return
    manners.delete(wallet.id)
    revoke(wallet)
    await select(wallet, holdersOf(wallet)[0])
    const first = (family: ChainNamespace) =>
      world.networks.find(({ chainNamespace }) => chainNamespace === family)?.caipNetworkId ?? ''
    wallet.eip155?.wallet.switchTo(first('eip155'))
    await wallet.bip122?.wallet.switchTo(first('bip122'))
  }

  async function select({ eip155, solana, polkadot, cosmos }: InjectedWallet, holder: string): Promise<void> {
    const person = world.accounts[holder]
    if (eip155 && person?.eip155) await eip155.wallet.select(person.eip155.address)
    if (solana && person?.solana) solana.wallet.select(person.solana.address)
    if (polkadot && person?.polkadot) await polkadot.wallet.select(person.polkadot.address)
    if (cosmos && person?.cosmos) await cosmos.wallet.select(person.cosmos.address)
  }

  const routes: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => unknown>> = {
    '/world.json': (_, response) => json(response, publicWorld(world, connectorImages)),
    '/dev-wallets/inject.js'(_, response) {
      response.setHeader('content-type', 'text/javascript')
      response.end(
        injected.script({ kind: 'http', call: '/dev-wallets/call', events: '/dev-wallets/events' }),
      )
    },
    '/dev-wallets/state': (_, response) => json(response, states()),
    async '/dev-wallets/call'(request, response) {
      response.end(await injected.call(await bodyOf(request)))
    },
    async '/dev-wallets/command'(request, response) {
      await command(JSON.parse(await bodyOf(request)) as Command)
      tellStates()
      json(response, states())
    },
    '/headless-wallet/state': (_, response) => json(response, headless.state()),
    async '/headless-wallet/pair'(request, response) {
      json(response, await headless.pair(await bodyOf(request)))
    },
    // The wallet has two links: one opens a page in a new tab, the other opens the app on a phone.
    async '/headless-wallet/wc'(request, response) {
      await headless.pair(uriOf(request))
      response.setHeader('content-type', 'text/html')
      response.end(answered)
    },
    async '/headless-wallet/app/wc'(request, response) {
      await headless.pair(uriOf(request))
      response.statusCode = 204
      response.end()
    },
    async '/headless-wallet/leave'(_, response) {
      json(response, await headless.leave())
    },
    '/dev-wallets/events'(_, response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(': here\n\n')
      streams.add(response)
      response.on('close', () => streams.delete(response))
    },
  }
  const serve: Connect.NextHandleFunction = (request, response, next) => {
    const [path = ''] = (request.originalUrl ?? '').split('?')
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined
    if (!route) return next()
    if (!isOwnPage(request)) {
      response.statusCode = 403
      return response.end()
    }
    response.setHeader('cache-control', 'no-store')
    Promise.resolve()
      .then(() => route(request, response))
      .catch((error: unknown) => {
        response.statusCode = 400
        response.end(String(error))
      })
  }

  return {
    name: 'latchkey-dev-wallets',
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: '/dev-wallets/inject.js' }, injectTo: 'head-prepend' },
    ],
    configureServer({ middlewares, httpServer }) {
      middlewares.use(serve)
      httpServer?.on('close', headless.stop)
    },
    configurePreviewServer({ middlewares, httpServer }) {
      middlewares.use(serve)
      httpServer.on('close', headless.stop)
    },
  }
}

function holdersOf({ id }: InjectedWallet): readonly [string, string] {
  return id === 'multi' ? ['carol', 'dave'] : ['alice', 'bob']
}

function revoke(wallet: InjectedWallet): void {
  wallet.eip155?.wallet.revoke()
  wallet.solana?.wallet.revoke()
  wallet.bip122?.wallet.revoke()
  wallet.polkadot?.wallet.revoke()
  wallet.cosmos?.wallet.revoke()
}

function familiesOf(wallet: InjectedWallet): readonly ChainNamespace[] {
  return (['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const).filter((family) => wallet[family])
}

function json(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}

function uriOf({ url = '' }: IncomingMessage): string {
  return new URL(url, 'http://localhost').searchParams.get('uri') ?? ''
}

/**
 * Accepts requests only from the demo page and from programs. Other pages must not reach wallets that approve everything. Vite rejects other host
 * names, which protects against DNS rebinding.
 */
function isOwnPage({ headers }: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (origin !== undefined && origin !== `http://${host}`) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** The maximum length of a request's body, in bytes. */
const longestBody = 4_000_000

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  // By default, leaving the loop early would close the connection before the response is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > longestBody) throw new Error(`The request is longer than ${longestBody} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
