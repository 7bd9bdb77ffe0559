import type { ChainNetwork } from '../core/chain/network.ts'
import { catalogueHandler } from '../servers/catalogue/catalogue-handler.ts'
import { generatedWallets, pictureOf } from './catalogue/generated-wallets.ts'
import type { StartOptions } from './family-devnet.ts'
import { reply, requestOf, serveLoopback } from './server/loopback-server.ts'

/** A wallet catalogue on loopback. */
export interface DevCatalogue {
  /** A URL such as `http://127.0.0.1:3000`, for the option `endpoints.catalogue`. */
  readonly url: string
  /** The networks of the option `networks`, each with the id of an image in the catalogue. */
  readonly networks: readonly ChainNetwork[]
  /** The paths and queries of the requests. The last 10,000 are kept. */
  readonly requests: readonly string[]
  stop(): Promise<void>
}

export interface DevCatalogueOptions extends StartOptions {
  /** The networks that the wallets support. */
  readonly networks: readonly ChainNetwork[]
  /** The number of wallets. Default: 600. */
  readonly wallets?: number | undefined
}

const maxKept = 10_000

/** Starts a catalogue of generated wallets with images. The wallets' names and links are fictional. */
export async function startCatalogue({
  networks,
  wallets = 600,
  allowedOrigins,
}: DevCatalogueOptions): Promise<DevCatalogue> {
  const chains = networks.map(({ caipNetworkId }) => caipNetworkId)
  const answer = catalogueHandler({ wallets: generatedWallets(wallets, chains), picture: pictureOf })
  const requests: string[] = []
  const server = await serveLoopback({
    allowedOrigins,
    routes: (app) =>
      app.all('*', (c) => {
        const { method, url } = requestOf(c)
        requests.push(url.pathname + url.search)
        if (requests.length > maxKept) requests.shift()
        return reply(c, answer(method, url))
      }),
  })
  const pictured = networks.map((network) => ({
    ...network,
    assets: { imageId: `dev-${network.caipNetworkId.replace(':', '-')}` },
  }))
  return { url: server.url, networks: pictured, requests, stop: () => server.stop() }
}
