import type { ChainNetwork } from '../core/chain/network.ts'
import { catalogueHandler } from '../servers/catalogue/catalogue-handler.ts'
import { generatedWallets, pictureOf } from './catalogue/generated-wallets.ts'
import type { StartOptions } from './family-devnet.ts'
import { serveLoopback } from './server/loopback-server.ts'

/** A service that lists wallets, on loopback. */
export interface DevCatalogue {
  /** `http://127.0.0.1:…`, for the option `endpoints.catalogue`. */
  readonly url: string
  /** The networks, each with a picture of it. */
  readonly networks: readonly ChainNetwork[]
  /** What it was asked since the start: path and query. The last 10,000. */
  readonly asked: readonly string[]
  stop(): Promise<void>
}

export interface DevCatalogueOptions extends StartOptions {
  /** Those that its wallets serve. */
  readonly networks: readonly ChainNetwork[]
  /** How many wallets it lists. Default 600. */
  readonly wallets?: number | undefined
}

const remembered = 10_000

/** Starts a catalogue of generated wallets, each with a picture. Their names and links lead to nobody. */
export async function startCatalogue({
  networks,
  wallets = 600,
  allowedOrigins,
}: DevCatalogueOptions): Promise<DevCatalogue> {
  const chains = networks.map(({ caipNetworkId }) => caipNetworkId)
  const answer = catalogueHandler({ wallets: generatedWallets(wallets, chains), picture: pictureOf })
  const asked: string[] = []
  const server = await serveLoopback({
    allowedOrigins,
    answer({ method, url, target }) {
      asked.push(target)
      if (asked.length > remembered) asked.shift()
      return answer(method, url)
    },
  })
  const pictured = networks.map((network) => ({
    ...network,
    assets: { imageId: `dev-${network.caipNetworkId.replace(':', '-')}` },
  }))
  return { url: server.url, networks: pictured, asked, stop: () => server.stop() }
}
