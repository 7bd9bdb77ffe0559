import type { ChainNetwork } from 'latchkey'
import type { Context } from '../context.ts'
import { families as everyFamily, type Family } from '../families/families.ts'
import type { DataChoice } from '../session/data-service.ts'

export interface WorldToken {
  /** A CAIP-19 id. */
  readonly asset: string
  readonly symbol?: string | undefined
}

/** The networks, accounts and services that flows use. */
export interface World {
  /** A flow starts on the first network of its family. */
  readonly networks: readonly ChainNetwork[]
  readonly tokens: readonly WorldToken[]
  /** The recipient, unless the flow names one. Default: the sender. */
  readonly receiver?: string | undefined
  /**
   * The wallet, unless the flow names one. In a flow over WalletConnect, the WalletConnect wallet uses the keys of this wallet.
   */
  readonly wallet?: string | undefined
  readonly relay?: string | undefined
  readonly data?: DataChoice | undefined
  /** The CAIP-2 ids of networks for which the data service has swaps. */
  readonly swaps?: readonly string[] | undefined
  readonly local: boolean
  ended(): string | undefined
  stop(): Promise<void>
}

export function tokenOn(
  { tokens }: Pick<World, 'tokens'>,
  { caipNetworkId }: ChainNetwork,
): WorldToken | undefined {
  return tokens.find(({ asset }) => asset.startsWith(`${caipNetworkId}/`))
}

/** Starts a devnet for the check. */
export async function ownWorld(
  { out, signal }: Pick<Context, 'out' | 'signal'>,
  families: readonly Family[],
  { relay, wallet = 'dev:alice' }: { readonly relay: boolean; readonly wallet?: string | undefined },
): Promise<World> {
  const { startDevnet } = await import('latchkey/devnet')
  const log = { debug: (text: string) => out.debug(text), warn: (text: string) => out.log(text) }
  // A check of all families skips a part that isn't installed. A check of only some families fails if a part is missing.
  const all = families.length === everyFamily.length
  const onMissing = (part: string, error: Error) => {
    // No option asks for the exchange, so the check always skips a missing exchange.
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
