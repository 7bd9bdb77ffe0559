import { type AccountSource, balances, history, readyChains } from './accounts.ts'
import { DataRefusal } from './data-refusal.ts'
import { type NameSource, Profiles } from './names/profiles.ts'
import { type NftSource, nftsOf } from './nfts/nfts.ts'
import { NodeFailure } from './node-calls.ts'
import { type ProxiedNodes, proxied } from './node-proxy.ts'
import { type OnRampSource, pageOf, quoted } from './on-ramp.ts'
import {
  type ProvidedSource,
  pricedBalances,
  providedBalances,
  providedHistory,
  providedNetworks,
  providedNfts,
  providedPrices,
  providerRefusal,
} from './provided.ts'
import { bodyOf, chargedOnce, type DataAnswer, type DataRequest, decoded, json, param } from './requests.ts'
import { type SessionSource, Sessions } from './sessions.ts'
import { type LinkSigner, signedLink } from './signed-links.ts'
import { type SwapSource, Swaps } from './swap/swaps.ts'

export interface DataSource extends AccountSource {
  /** Returns whether the service accepts a project id. Default: the service accepts every project id. */
  readonly accepts?: ((projectId: string) => boolean) | undefined
  readonly nodes: ProxiedNodes
  /** The providers, which are asked before the nodes. If absent, only the nodes are asked. */
  readonly provided?: ProvidedSource | undefined
  /** The source of names. If absent, the service has no routes for names. */
  readonly names?: NameSource | undefined
  /**
   * The nodes' source of NFTs. If it is absent and no provider lists NFTs, the service has no route
   * for NFTs.
   */
  readonly nfts?: NftSource | undefined
  /** The source of swaps. If absent, the service has no routes for swaps. */
  readonly swaps?: SwapSource | undefined
  /** The functions that sign links to on-ramp providers, by the provider's name. If absent, the service has no route for signed links. */
  readonly links?: Readonly<Record<string, LinkSigner>> | undefined
  /** The source of sessions. If absent, the service has no routes for sessions. */
  readonly sessions?: SessionSource | undefined
}

interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  /** The part of the request that contains the project id (S3.2.1). */
  readonly project: 'query' | 'body' | 'nowhere'
  /** The maximum length of the body in characters. */
  readonly longest: number
  answer(request: DataRequest, part: string): Promise<DataAnswer>
}

/** The maximum length in characters of a body with JSON-RPC calls. A batch or a contract deployment fits. */
const longestCalls = 1_000_000
const longestBody = 100_000

/**
 * Creates the data service for accounts, prices and names (S2.7, S3.2.2), as a function that answers requests. If it refuses a
 * request, the body is `{ status, reasons }`. The HTTP status is 400 for a bad request, 401 for an unknown project, 404 for an
 * unknown path or item, 405 for a wrong method, 409 if a price has moved, 413 for a body that is too long, 429 for too many
 * requests, and 502 when a node or a provider fails.
 */
export function dataHandler(source: DataSource): (request: DataRequest) => Promise<DataAnswer> {
  const { accepts = () => true } = source
  const routes = [
    ...accountRoutes(source),
    ...(source.nfts || source.provided?.data.nfts ? nftRoutes(source) : []),
    ...(source.names ? nameRoutes(new Profiles(source.names)) : []),
    ...(source.swaps ? swapRoutes(new Swaps(source.swaps)) : []),
    ...(source.onramp ? onRampRoutes(source.onramp) : []),
    ...(source.links ? linkRoutes(source.links) : []),
    ...(source.sessions ? sessionRoutes(new Sessions(source.sessions)) : []),
  ]

  async function answer(request: DataRequest): Promise<DataAnswer> {
    const { method, url, body } = request
    const here = routes.filter(({ path }) => path.test(url.pathname))
    const route = here.find((each) => each.method === method)
    if (here.length === 0) throw new DataRefusal(404, 'path', 'Not found')
    if (!route) throw new DataRefusal(405, 'method', `Only ${here.map((each) => each.method).join(' and ')}`)
    if (body.length > route.longest) throw new DataRefusal(413, 'body', `At most ${route.longest} characters`)
    if (route.project !== 'nowhere') {
      const id = route.project === 'query' ? param(request, 'projectId') : bodyOf(request).projectId
      if (typeof id !== 'string' || id === '' || !accepts(id))
        throw new DataRefusal(401, 'projectId', id ? 'It is not accepted here' : 'It is missing')
    }
    return route.answer(request, decoded(route.path.exec(url.pathname)?.[1] ?? '', 'path'))
  }

  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      if (error instanceof NodeFailure) {
        const { body, status } = new DataRefusal(error.busy ? 429 : 502, 'node', error.message)
        return { ...json(body, status), retryAfter: error.busy?.retryAfter }
      }
      if (error instanceof DataRefusal)
        return { ...json(error.body, error.status), retryAfter: error.retryAfter }
      const refusal = source.provided && providerRefusal(error)
      if (refusal) return refusal
      throw error
    }
  }
}

function accountRoutes(source: DataSource): readonly Route[] {
  const { readers, nodes } = source
  return [
    get(/^\/v1\/supported-chains$/, async () => {
      const chains = [...(await readyChains(readers)), ...(await providedNetworks(source))]
      return { http: [...new Set(chains)], ws: [] }
    }),
    get(
      /^\/v1\/account\/([^/]+)\/history$/,
      async (request, account) =>
        (await providedHistory(source, account, request)) ?? history(source, account, request),
    ),
    get(/^\/v1\/account\/([^/]+)\/balance$/, async (given, address) => {
      const request = chargedOnce(given)
      const found =
        (await providedBalances(source, address, request)) ?? (await balances(source, address, given))
      return pricedBalances(source, found, request)
    }),
    post(/^\/v1\/fungible\/price$/, 'body', (request) => providedPrices(source, request)),
    {
      method: 'POST',
      path: /^\/v1\/?$/,
      project: 'query',
      longest: longestCalls,
      answer: (request) => proxied(nodes, request),
    },
  ]
}

function nftRoutes(source: DataSource): readonly Route[] {
  const none = new DataRefusal(404, 'chainId', 'Its NFTs are not served')
  return [
    get(/^\/v1\/account\/([^/]+)\/nfts$/, async (given, address) => {
      const request = chargedOnce(given)
      const page = await providedNfts(source, address, request)
      if (page) return page
      if (!source.nfts) throw none
      return nftsOf(source.nfts, address, request)
    }),
  ]
}

function nameRoutes(profiles: Profiles): readonly Route[] {
  return [
    get(/^\/v1\/identity\/([^/]+)$/, (request, address) => profiles.identity(address, request)),
    get(/^\/v1\/profile\/account\/([^/]+)$/, (request, name) => profiles.account(name, request)),
    get(/^\/v1\/profile\/reverse\/([^/]+)$/, (request, address) => profiles.reverse(address, request)),
    get(/^\/v1\/profile\/suggestions\/([^/]+)$/, (request, name) => profiles.suggestions(name, request)),
    post(/^\/v1\/profile\/account$/, 'nowhere', (request) => profiles.register(request)),
  ]
}

function swapRoutes(swaps: Swaps): readonly Route[] {
  return [
    get(/^\/v1\/convert\/tokens$/, (request) => swaps.tokens(request)),
    get(/^\/v1\/convert\/quotes$/, (request) => swaps.quotes(request)),
    get(/^\/v1\/convert\/allowance$/, (request) => swaps.allowance(request)),
    get(/^\/v1\/convert\/gas-price$/, (request) => swaps.gasPrice(request)),
    get(/^\/v1\/convert\/build-approve$/, (request) => swaps.buildApprove(request)),
    post(/^\/v1\/convert\/build-transaction$/, 'body', (request) => swaps.buildTransaction(request)),
  ]
}

function onRampRoutes(source: OnRampSource): readonly Route[] {
  return [
    get(/^\/v1\/onramp\/options$/, () => source.currencies()),
    post(/^\/v1\/onramp\/quote$/, 'query', (request) => quoted(source, request)),
    post(/^\/v1\/generators\/onrampurl$/, 'query', (request) => pageOf(source, request)),
  ]
}

function linkRoutes(signers: Readonly<Record<string, LinkSigner>>): readonly Route[] {
  return [
    post(/^\/v1\/onramp\/links\/(\w+)$/, 'query', (request, provider) =>
      signedLink(signers, provider, request),
    ),
  ]
}

function sessionRoutes(sessions: Sessions): readonly Route[] {
  return [
    get(/^\/v1\/sessions\/([^/]+)$/, (_, account) => sessions.list(account)),
    post(/^\/v1\/sessions\/([^/]+)$/, 'query', (_, account) => sessions.create(account)),
    post(/^\/v1\/sessions\/([^/]+)\/activate$/, 'query', (request, account) =>
      sessions.activate(account, request),
    ),
    post(/^\/v1\/sessions\/([^/]+)\/revoke$/, 'query', (request, account) =>
      sessions.revoke(account, request),
    ),
  ]
}

type Answering = (request: DataRequest, part: string) => object | Promise<object>

function get(path: RegExp, answer: Answering): Route {
  const written: Route['answer'] = async (request, part) => json(await answer(request, part))
  return { method: 'GET', path, project: 'query', longest: longestBody, answer: written }
}

function post(path: RegExp, project: Route['project'], answer: Answering): Route {
  return { ...get(path, answer), method: 'POST', project }
}
