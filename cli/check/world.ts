import type { ChainNetwork } from 'latchkey'
import type { Context } from '../context.ts'
import { families as everyFamily, type Family } from '../families/families.ts'
import type { DataChoice } from '../session/data-service.ts'

export interface WorldToken {
  /** A CAIP-19 id. */
  readonly asset: string
  readonly symbol?: string | undefined
}

/** The networks that flows run on, and the accounts and services there. */
export interface World {
  /** Flows start on the first of their family. */
  readonly networks: readonly ChainNetwork[]
  readonly tokens: readonly WorldToken[]
  /** The default recipient of a flow; absent: the sender. */
  readonly receiver?: string | undefined
  /** The default wallet of a flow. Over a relay: the wallet whose keys the peer uses. */
  readonly wallet?: string | undefined
  readonly relay?: string | undefined
  readonly data?: DataChoice | undefined
  /** CAIP-2 ids of networks that the data service quotes swaps for. */
  readonly swaps?: readonly string[] | undefined
  readonly local: boolean
  ended(): string | undefined
  stop(): Promise<void>
}

/** Returns the world's first token on a network. */
export function tokenOn(
  { tokens }: Pick<World, 'tokens'>,
  { caipNetworkId }: ChainNetwork,
): WorldToken | undefined {
  return tokens.find(({ asset }) => asset.startsWith(`${caipNetworkId}/`))
}

/** Starts a devnet for the duration of the check. */
export async function ownWorld(
  { out, signal }: Pick<Context, 'out' | 'signal'>,
  families: readonly Family[],
  { relay, wallet = 'dev:alice' }: { readonly relay: boolean; readonly wallet?: string | undefined },
): Promise<World> {
  const { startDevnet } = await import('latchkey/devnet')
  const log = { debug: (text: string) => out.debug(text), warn: (text: string) => out.log(text) }
  // Without `--family`, skip parts that aren't installed; with it, fail.
  const all = families.length === everyFamily.length
  const onMissing = (part: string, error: Error) => {
    // The user never names the exchange, so it may be missing.
    if (!all && part !== 'exchange') throw error
    out.log(`Not checked: ${error.message}`)
  }
  const exchange = families.includes('eip155')
  const devnet = await startDevnet({ families, relay, exchange, data: true, signal, log, onMissing })
  let stopping = false
  return {
    networks: devnet.networks,
    tokens: devnet.tokens,
    receiver: 'dev:bob',
    wallet,
    relay: devnet.relay?.url,
    data: devnet.data && { url: devnet.data.url, zone: devnet.data.zone, projectId: 'latchkey-cli' },
    swaps: devnet.exchange?.map(({ network }) => network),
    local: true,
    ended: () => (stopping ? undefined : devnet.nodes.find(({ pid }) => pid === undefined)?.network),
    stop() {
      stopping = true
      return devnet.stop()
    },
  }
}
