import type { ChainNetwork } from 'latchkey'
import type { Context } from '../context.ts'
import { families as everyFamily, type Family } from '../families/families.ts'
import type { DataChoice } from '../session/data-service.ts'

export interface WorldToken {
  /** CAIP-19. */
  readonly asset: string
  readonly symbol?: string | undefined
}

/** Where flows run: chains, and what is known of them. */
export interface World {
  /** Flows start on the first. */
  readonly networks: readonly ChainNetwork[]
  readonly tokens: readonly WorldToken[]
  /** Who receives when a flow does not say; absent: the sender. */
  readonly receiver?: string | undefined
  /** The wallet when a flow does not say; over a relay, the keys at its other end. */
  readonly wallet?: string | undefined
  /** Of a devnet that has a relay, for wallets at the other end of it. */
  readonly relay?: string | undefined
  /** Of a devnet that has a service of accounts and names. */
  readonly data?: DataChoice | undefined
  /** Networks where that service has things swapped. */
  readonly swaps?: readonly string[] | undefined
  /** Its coins are worth nothing. */
  readonly local: boolean
  /** A node that ended although nobody stopped it. */
  ended(): string | undefined
  stop(): Promise<void>
}

/** A devnet that lives as long as the check. */
export async function ownWorld(
  { out, signal }: Pick<Context, 'out' | 'signal'>,
  families: readonly Family[],
  { relay, wallet = 'dev:alice' }: { readonly relay: boolean; readonly wallet?: string | undefined },
): Promise<World> {
  const { startDevnet } = await import('latchkey/devnet')
  const log = { debug: (text: string) => out.debug(text), warn: (text: string) => out.log(text) }
  // Who named families wants those; who named none wants what is there.
  const all = families.length === everyFamily.length
  const onMissing = (part: string, error: Error) => {
    // Nobody named the exchange.
    if (!all && part !== 'exchange') throw error
    out.log(`Not checked: ${error.message}`)
  }
  const devnet = await startDevnet({
    families,
    relay,
    exchange: families.includes('eip155'),
    data: true,
    signal,
    log,
    onMissing,
  })
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
