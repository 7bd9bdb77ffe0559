import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ChainNamespace, ChainNetwork } from 'latchkey'
import { type Devnet, devAccounts, devZone } from 'latchkey/devnet'
import type { Database } from 'latchkey/servers'

/** The local world that the page plays in, with the keys of its people. */
export interface World extends Pick<Devnet, 'networks' | 'tokens' | 'accounts'> {
  /** Carries WalletConnect sessions. Absent: then the page offers none. */
  readonly relay?: { readonly url: string } | undefined
  /** Lists wallets. Absent: then the page lists its own and those that come with the package. */
  readonly catalogue?: { readonly url: string } | undefined
  /** Knows balances, prices, activity and names. Absent: then the page shows what the chains say. */
  readonly data?: { readonly url: string; readonly zone: string } | undefined
  /** Whether there is an exchange, for which that service quotes. Absent: then the page offers no swaps. */
  readonly exchange?: boolean | undefined
  /** Sells coins. Absent: then nobody buys. */
  readonly onramp?: { readonly meld: { readonly publicKey: string; readonly url: string } } | undefined
  /** The folder of the embedded wallet's page. Absent: then the page offers none. */
  readonly embeddedWallet?: { readonly assets: string } | undefined
  /** Opens a database of the demo's servers. Default: an embedded one in memory. */
  readonly openDatabase?: (() => Promise<Database>) | undefined
}

/** What the page may know of it. */
export interface PublicWorld {
  readonly networks: readonly ChainNetwork[]
  readonly tokens: World['tokens']
  /** The url of the WalletConnect relay. */
  readonly relay?: string | undefined
  /** The url of the service that lists wallets. */
  readonly catalogue?: string | undefined
  /** The url of the service that knows accounts, and under which it gives names out. */
  readonly data?: { readonly url: string; readonly zone: string } | undefined
  /** Whether that service quotes for an exchange. */
  readonly exchange: boolean
  /** Where visitors buy by what stands in for Meld. */
  readonly meld?: { readonly publicKey: string; readonly url: string } | undefined
  /** Whether there is an embedded wallet. */
  readonly embeddedWallet: boolean
  /** By name, then by family. */
  readonly addresses: Readonly<Record<string, Readonly<Partial<Record<ChainNamespace, string>>>>>
  /** Marked as development's, for wallets that bring no picture. */
  readonly connectorImages: Readonly<Record<string, string>>
}

export function publicWorld(
  { networks, tokens, accounts, relay, catalogue, data, exchange, onramp, embeddedWallet }: World,
  connectorImages: PublicWorld['connectorImages'],
): PublicWorld {
  const addresses = Object.entries(accounts).map(([name, families]) => [
    name,
    Object.fromEntries(Object.entries(families).map(([family, { address }]) => [family, address])),
  ])
  return {
    networks,
    tokens,
    relay: relay?.url,
    catalogue: catalogue?.url,
    data: data && { url: data.url, zone: data.zone },
    exchange: exchange === true,
    meld: onramp?.meld,
    embeddedWallet: embeddedWallet !== undefined,
    addresses: Object.fromEntries(addresses),
    connectorImages,
  }
}

/** The devnet that is up on this machine, as the command tells of it. */
export function runningWorld(): World {
  const cli = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
  const { stdout } = spawnSync(process.execPath, [cli, 'devnet', 'status', '--json'], { encoding: 'utf8' })
  const { data } = JSON.parse(stdout || '{}') as {
    data?: {
      running: boolean
      relay?: string
      catalogue?: string
      exchange?: readonly object[]
      data?: string
      meld?: { publicKey: string; url: string }
    } & Pick<World, 'networks' | 'tokens'>
  }
  if (!data?.running) throw new Error('No devnet is running. Start one with: npm start')
  const { networks, tokens, relay, catalogue, exchange = [], data: service, meld } = data
  const at = (url: string | undefined) => (url === undefined ? undefined : { url })
  return {
    networks,
    tokens,
    accounts: devAccounts,
    relay: at(relay),
    catalogue: at(catalogue),
    data: service === undefined ? undefined : { url: service, zone: devZone },
    exchange: exchange.length > 0,
    onramp: meld && { meld },
    embeddedWallet: { assets: fileURLToPath(new URL('../../../dist/embedded-wallet', import.meta.url)) },
  }
}
