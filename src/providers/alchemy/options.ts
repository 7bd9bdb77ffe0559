import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface AlchemyOptions {
  /**
   * The origin of the API, such as `https://eth-mainnet.g.alchemy.com`, or of your proxy that adds the key: one per eip155 network,
   * by CAIP-2 id. A single URL serves the network whose blocks your own node has too.
   */
  readonly url: string | Readonly<Record<CaipNetworkId<'eip155'>, string>>
  /** Your key, which goes into the path. Every visitor can read it in the page: restrict it to your domain at Alchemy. */
  readonly key?: string | undefined
}
