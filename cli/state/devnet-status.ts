import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainNetwork } from 'latchkey'
import type { ServiceToken } from 'latchkey/servers'
import { isLocal, isLoopback } from '../families/families.ts'
import type { Env } from '../io.ts'
import { type DevnetStatus, devnetServices, listOf } from './devnet-services.ts'
import { isAlive, withFileLock } from './file-lock.ts'
import { makeStateDir, stateDir } from './home.ts'
import { readOwn, writePrivate } from './private-file.ts'

function fileOf(env: Env): string {
  return join(stateDir(env), 'devnet.json')
}

/**
 * Reads the status of the running devnet. Ignores the file of a crashed devnet. Keeps only known local networks with loopback endpoints, so that a
 * forged file can't present a mainnet as a devnet.
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
      ({ network, url, behind = url }) =>
        [url, behind].every((each) => isLoopback(String(each))) &&
        networks.some((one) => one.caipNetworkId === network),
    ),
    ...(Object.assign(
      {},
      ...devnetServices.map(({ checked }) => checked(status, networks)),
    ) as Partial<DevnetStatus>),
  }
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

/** Signatures use the `id`, and screens show the CAIP-2 id. Both ids must name the same network. */
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

export function writeDevnet(env: Env, status: DevnetStatus): void {
  makeStateDir(env)
  writePrivate(fileOf(env), JSON.stringify(status, null, 2))
}

/**
 * Writes the status of a started devnet, unless another devnet has written its own in the meantime. Then returns the status of the
 * other devnet. `stale` is the id of a dead devnet, whose file can be replaced.
 */
export function claimDevnet(
  env: Env,
  status: DevnetStatus,
  stale: string | undefined,
): DevnetStatus | undefined {
  makeStateDir(env)
  return withFileLock(fileOf(env), () => {
    const other = readDevnet(env)
    if (other && other.id !== stale) return other
    writeDevnet(env, status)
    return undefined
  })
}

/** Removes the file of a devnet. The devnet then stops. */
export function removeDevnet(env: Env, id: string): void {
  const isThere = () => readDevnet(env)?.id === id
  if (!isThere()) return
  withFileLock(fileOf(env), () => {
    if (isThere()) rmSync(fileOf(env), { force: true })
  })
}

export function devnetTokens(
  env: Env,
  { caipNetworkId }: Pick<ChainNetwork, 'caipNetworkId'>,
): readonly ServiceToken[] {
  const start = `${caipNetworkId}/erc20:`
  return (readDevnet(env)?.tokens ?? [])
    .filter(({ asset }) => asset.startsWith(start))
    .map(({ asset, symbol, decimals }) => ({ contract: asset.slice(start.length), symbol, decimals }))
}
