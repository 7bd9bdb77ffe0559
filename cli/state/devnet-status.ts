import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainNetwork } from 'latchkey'
import { isLocal, isLoopback } from '../families/local-networks.ts'
import type { Env } from '../io.ts'
import { isAlive } from './alive.ts'
import { makeStateDir, stateDir } from './home.ts'
import { readOwn } from './own-file.ts'
import { writePrivate } from './private-file.ts'

/** What a running devnet tells the other commands. No secret is in it: the accounts' keys are known by name. */
export interface DevnetStatus {
  /** Of this run; another one has another. */
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
  /** Of the WalletConnect relay. */
  readonly relay?: string | undefined
  /** Of the service that lists wallets. */
  readonly catalogue?: string | undefined
  /** Where things are swapped, by network; the service of accounts quotes for it. */
  readonly exchange?: readonly { readonly network: string; readonly router: string }[] | undefined
  /** Of the service of accounts, prices and names. */
  readonly data?: string | undefined
  /** Where visitors buy by what stands in for Meld, from the faucet. */
  readonly meld?: { readonly publicKey: string; readonly url: string } | undefined
  /** Under which that service gives names out. */
  readonly zone?: string | undefined
  /** Of the service that tells pages what their host has switched. */
  readonly config?: string | undefined
  /** Of the service that takes their events. */
  readonly telemetry?: string | undefined
  /** What is not installed, and the line that installs it, by family; the relay is one of them. */
  readonly missing?: Readonly<Record<string, string>> | undefined
  /** By name, those of eip155. */
  readonly accounts: Readonly<Record<string, string>>
  /** By family, then by name. */
  readonly addresses?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
}

function fileOf(env: Env): string {
  return join(stateDir(env), 'devnet.json')
}

/**
 * The devnet that is up, or undefined. A file that a crashed one left behind counts for nothing. A description is no reason
 * to take a chain for one without value: only networks that are known as local, at addresses of this machine, count.
 *
 * @throws `cli/state-writable` for a file that another user may have written.
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

/** What signs goes by the id, and what is shown by the whole name: they have to be of one chain. */
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

/** Taking the file away is how a devnet is asked to stop: it watches for that. */
export function removeDevnet(env: Env, id: string): void {
  if (readDevnet(env)?.id === id) rmSync(fileOf(env), { force: true })
}
