import { catalogueHandler } from '../servers/catalogue/catalogue-handler.ts'
import { generatedWallets, pictureOf } from './catalogue/generated-wallets.ts'
import type { StartOptions } from './family-devnet.ts'
import { serveLoopback } from './server/loopback-server.ts'

/** A service that lists wallets, on loopback. */
export interface DevCatalogue {
  /** `http://127.0.0.1:…`, for the option `endpoints.catalogue`. */
  readonly url: string
  /** What it was asked since the start: path and query. The last 10,000. */
  readonly asked: readonly string[]
  stop(): Promise<void>
}

export interface DevCatalogueOptions extends StartOptions {
  /** CAIP-2 ids that its wallets serve. */
  readonly chains: readonly string[]
  /** How many wallets it lists. Default 600. */
  readonly wallets?: number | undefined
}

const remembered = 10_000

/** Starts a catalogue of generated wallets, each with a picture. Their names and links lead to nobody. */
export async function startCatalogue({
  chains,
  wallets = 600,
  allowedOrigins,
}: DevCatalogueOptions): Promise<DevCatalogue> {
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
  return { url: server.url, asked, stop: () => server.stop() }
}
