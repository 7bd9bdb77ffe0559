import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainNetwork } from 'latchkey'
import { isLocal, isLoopback } from '../families/local-networks.ts'
import type { Env } from '../io.ts'
import { isAlive } from './alive.ts'
import { makeStateDir, stateDir } from './home.ts'
import { readOwn } from './own-file.ts'
import { writePrivate } from './private-file.ts'

/** What a running devnet tells other commands. Contains no secret: the devnet keys are public, and looked up by name. */
export interface DevnetStatus {
  /** A new id for each start. */
  readonly id: string
  readonly pid: number
  readonly startedAt: string
  readonly networks: readonly ChainNetwork[]
  readonly tokens: readonly {
    readonly asset: string
    readonly symbol: string
    readonly decimals: number
    readonly name: string
  }[]
  readonly nodes: readonly {
    readonly network: string
    readonly url: string
    readonly software?: string | undefined
    readonly simulates?: { readonly software: string; readonly install: string } | undefined
    readonly pid?: number | undefined
  }[]
  /** The WalletConnect relay's URL. */
  readonly relay?: string | undefined
  /** The wallet catalogue's URL. */
  readonly catalogue?: string | undefined
  /** The exchange's router on each network; the data service quotes for it. */
  readonly exchange?: readonly { readonly network: string; readonly router: string }[] | undefined
  /** The URL of the data service for accounts, prices and names. */
  readonly data?: string | undefined
  /** The on-ramp that simulates Meld and pays from the faucet. */
  readonly meld?: { readonly publicKey: string; readonly url: string } | undefined
  /** The zone that the data service registers names in. */
  readonly zone?: string | undefined
  /** The URL of the project configuration service. */
  readonly config?: string | undefined
  /** The URL of the telemetry service. */
  readonly telemetry?: string | undefined
  /** Parts that aren't installed, with the command that installs each, by family or part name such as `relay`. */
  readonly missing?: Readonly<Record<string, string>> | undefined
  /** eip155 addresses by account name. */
  readonly accounts: Readonly<Record<string, string>>
  /** Addresses by family, then by account name. */
  readonly addresses?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
}

function fileOf(env: Env): string {
  return join(stateDir(env), 'devnet.json')
}

/**
 * Reads the running devnet's status. Ignores the file of a crashed devnet, and keeps only known local networks with loopback
 * endpoints, so that a forged file can't pass a mainnet off as a devnet.
 * @throws `cli/state-writable` for a file that another user may have written
 */
export function readDevnet(env: Env): DevnetStatus | undefined {
  const status = parsed(readOwn(fileOf(env)))
  if (!status || !isAlive(status.pid)) return undefined
  const networks = status.networks.filter(isDevnetNetwork)
  const on = (asset: unknown) =>
    typeof asset === 'string' && networks.some(({ caipNetworkId }) => asset.startsWith(`${caipNetworkId}/`))
  return {
    ...status,
    networks,
    tokens: listOf(status.tokens).filter(({ asset }) => on(asset)),
    nodes: listOf(status.nodes).filter(
      ({ network, url }) => isLoopback(String(url)) && networks.some((one) => one.caipNetworkId === network),
    ),
    relay: local(/^ws:/, status.relay),
    catalogue: local(/^http:/, status.catalogue),
    exchange: listOf(status.exchange).filter(({ network }) =>
      networks.some((one) => one.caipNetworkId === network),
    ),
    data: local(/^http:/, status.data),
    meld: local(/^http:/, status.meld?.url) === undefined ? undefined : status.meld,
    config: local(/^http:/, status.config),
    telemetry: local(/^http:/, status.telemetry),
  }
}

function local(scheme: RegExp, url: unknown): string | undefined {
  return typeof url === 'string' && scheme.test(url) && isLoopback(url) ? url : undefined
}

function parsed(text = 'null'): DevnetStatus | undefined {
  try {
    const status = JSON.parse(text) as Partial<DevnetStatus> | null
    const whole =
      typeof status?.id === 'string' && typeof status.pid === 'number' && Array.isArray(status.networks)
    return whole ? (status as DevnetStatus) : undefined
  } catch {
    return undefined
  }
}

/** Signing uses the `id` and screens show the CAIP-2 id, so both must name the same network. */
function isDevnetNetwork(network: ChainNetwork | null): boolean {
  const { caipNetworkId, chainNamespace, id, rpcUrls } = Object(network) as Partial<ChainNetwork>
  const urls = Object.values(Object(rpcUrls) as object).flatMap((each) => Object.values(Object(each)).flat())
  return (
    caipNetworkId === `${chainNamespace}:${id}` &&
    Array.isArray(rpcUrls?.default?.http) &&
    urls.every((url) => isLoopback(String(url))) &&
    isLocal(network as ChainNetwork)
  )
}

function listOf<T>(list: readonly T[] | undefined): readonly T[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'object' && each !== null) : []
}

export function writeDevnet(env: Env, status: DevnetStatus): void {
  makeStateDir(env)
  writePrivate(fileOf(env), JSON.stringify(status, null, 2))
}

/** Removes the status file. A running devnet watches for that and stops. */
export function removeDevnet(env: Env, id: string): void {
  if (readDevnet(env)?.id === id) rmSync(fileOf(env), { force: true })
}
