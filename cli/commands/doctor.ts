import type { ChainNetwork } from 'latchkey'
import { endpointLabel, knownNetworks, resolveNetwork, withEndpoints } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { type Family, factsOf, families, familyOf } from '../families/families.ts'
import { installedVersion } from '../families/peers.ts'
import { familiesOf, projectOf } from '../families/project.ts'
import { checkEndpoint } from '../nodes/check-endpoint.ts'
import { nodeDate } from '../nodes/node-rpc.ts'
import { cliError, invalid } from '../output/cli-error.ts'
import type { Outcome } from '../output/output.ts'
import { table } from '../output/table.ts'
import type { DevnetStatus } from '../state/devnet-services.ts'
import { readDevnet } from '../state/devnet-status.ts'
import { stateDir } from '../state/home.ts'
import { modeOf } from '../state/private-file.ts'
import { givenEndpoints, sessionFile } from '../state/session.ts'

interface Finding {
  readonly name: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly detail: string
  readonly hint?: string | undefined
}

const oldestNode = [20, 19] as const
/** The largest clock difference, in ms, at which signed messages and sign-ins are still accepted. */
const clockLimit = 30_000

export interface DoctorOptions {
  readonly telemetry?: boolean | undefined
  /** Ask every endpoint, and nothing else. */
  readonly endpoints?: boolean | undefined
  /** The origin of the pages that ask the endpoints. */
  readonly origin?: string | undefined
}

/** Checks what the other commands need, and reports what is missing. Exits with 1 if something is broken. */
export async function doctor(
  context: Context,
  { telemetry = false, endpoints: all = false, origin }: DoctorOptions = {},
): Promise<Outcome> {
  if (origin !== undefined && !all) throw invalid('origin', 'needs --endpoints')
  if (all) {
    const { flags, io } = context
    const named =
      flags.network === undefined
        ? undefined
        : await resolveNetwork(io.env, flags.network, { rpc: flags.rpc })
    return (await import('./endpoints.ts')).endpoints(context, named, origin)
  }
  const network = await networkToAsk(context)
  const endpoint = network ? await checkEndpoints(context, network) : [noNetwork]
  const findings: readonly Finding[] = [
    checkNode(),
    ...checkPackages(context, network),
    ...endpoint,
    checkState(context),
    await checkDevnet(context),
    {
      name: 'telemetry',
      status: 'ok',
      detail:
        'this program sends none; a page does where its host names endpoints.analytics: see --telemetry',
    },
  ]
  const told = telemetry ? await (await import('./told-events.ts')).toldEvents(context.signal) : undefined
  const broken = findings.filter(({ status }) => status === 'fail')
  const { color } = context.out
  const mark = { ok: color.green('ok'), warn: color.yellow('warn'), fail: color.red('fail') }
  const text = [
    table(findings.map(({ name, status, detail }) => [mark[status], name, detail])),
    ...findings.flatMap(({ name, hint }) => (hint ? [`${name}: ${hint}`] : [])),
    ...(told?.map(({ url, body }) => `\nPOST ${url}\n${JSON.stringify(body, null, 2)}`) ?? []),
  ].join('\n')
  const data = { healthy: broken.length === 0, findings, ...(told && { telemetry: told }) }
  const failure =
    broken.length === 0
      ? undefined
      : cliError('cli/doctor-failed', `Problems found: ${broken.map(({ name }) => name).join(', ')}`, {
          data,
          hint: broken.flatMap(({ hint }) => hint ?? [])[0],
        })
  return { data, text, primary: failure ? 'failed' : 'ok', network: network?.caipNetworkId, failure }
}

const noNetwork: Finding = {
  name: 'endpoint',
  status: 'ok',
  detail: 'not asked: no network is chosen',
  hint: 'Use --network <id> to check one.',
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const enough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
  return enough
    ? { name: 'node', status: 'ok', detail: process.versions.node }
    : {
        name: 'node',
        status: 'fail',
        detail: process.versions.node,
        hint: `Install Node ${oldestNode.join('.')} or later.`,
      }
}

/**
 * Warns about missing packages that the project in this folder, the session or `--network` needs. Lists other packages only
 * if they are installed.
 */
function checkPackages(context: Context, network: ChainNetwork | undefined): readonly Finding[] {
  const { cwd } = context.io
  const project = projectOf(cwd)
  const reasons = new Map<Family, string>()
  for (const [family, name] of project ? familiesOf(project) : [])
    reasons.set(family, `${name} in ${project?.path}`)
  for (const { network: connected } of sessionFile(context).all()) {
    const family = familyOf(connected)
    if (!reasons.has(family)) reasons.set(family, 'the session')
  }
  const named = context.flags.network !== undefined && network ? familyOf(network) : undefined
  if (named && !reasons.has(named)) reasons.set(named, '--network')
  const used: Finding = {
    name: 'project',
    status: 'ok',
    detail:
      [...reasons].map(([family, reason]) => `${family} (${reason})`).join(', ') ||
      `uses no chain family: ${project ? `${project.path} depends on none of their libraries` : 'there is no package.json here'}, and nothing is connected`,
  }
  const packages = families.flatMap((family) =>
    factsOf(family).packages.flatMap(({ name, use, devnet }): Finding[] => {
      const found = installedVersion(name, cwd)
      if (found) return [{ name, status: 'ok', detail: found }]
      const wanted = project?.dependencies.has(name) || (reasons.has(family) && !devnet)
      if (!wanted) return []
      return [{ name, status: 'warn', detail: `not installed (${use})`, hint: `Run: npm install ${name}` }]
    }),
  )
  return [used, ...packages]
}

async function networkToAsk(context: Context): Promise<ChainNetwork | undefined> {
  const { flags, io } = context
  if (flags.network !== undefined) return resolveNetwork(io.env, flags.network, { rpc: flags.rpc })
  const record = sessionFile(context).active()
  if (!record) return (await knownNetworks(io.env)).find(({ devnet }) => devnet)?.network
  const rpc = flags.rpc ?? givenEndpoints(record)
  if (rpc !== undefined) return withEndpoints(record.network, rpc)
  const id = record.network.caipNetworkId
  return (
    (await knownNetworks(io.env)).find(({ network }) => network.caipNetworkId === id)?.network ??
    record.network
  )
}

/** Asks each URL. One that fails of several is a warning, because a client uses the others. */
export async function checkEndpoints(
  { signal }: Context,
  network: ChainNetwork,
): Promise<readonly Finding[]> {
  const urls = network.rpcUrls.default.http
  const name = 'endpoint'
  if (urls.length === 0)
    return [{ name, status: 'fail', detail: `${network.caipNetworkId} has none`, hint: 'Use --rpc <url>.' }]
  const checks = await Promise.all(urls.map((url) => checkEndpoint(network, url, { signal, whole: false })))
  const someWork = checks.some(({ usable }) => usable)
  const found = checks.map(({ url, usable, problems, latency, serves }): Finding => {
    const label = `${network.caipNetworkId} at ${endpointLabel(url)}`
    if (usable && problems.length === 0)
      return { name, status: 'ok', detail: `${label} answers in ${latency} ms` }
    const detail = `${label} ${problems.join(', ')}`
    if (usable) return { name, status: 'warn', detail }
    const hint =
      serves === undefined
        ? 'Check the node and the address; start a devnet with latchkey devnet.'
        : 'Give the endpoint of that network with --rpc <url>.'
    return { name, status: someWork ? 'warn' : 'fail', detail, hint }
  })
  const usable = checks.find((check) => check.usable)
  return usable ? [...found, checkClock(usable.date)] : found
}

function checkClock(date: number | undefined): Finding {
  const name = 'clock'
  if (date === undefined)
    return { name, status: 'ok', detail: 'not compared: the endpoint does not say its time' }
  const off = Math.round((Date.now() - date) / 1000)
  return Math.abs(off * 1000) <= clockLimit
    ? { name, status: 'ok', detail: `within ${Math.abs(off)} s of the endpoint's` }
    : { name, status: 'warn', detail: `${off} s off the endpoint's`, hint: 'Set the time of this machine.' }
}

function checkState(context: Context): Finding {
  const name = 'session'
  const dir = stateDir(context.io.env)
  const file = sessionFile(context)
  const modes = [modeOf(dir), modeOf(file.path)]
  if (modes[0] === undefined) return { name, status: 'ok', detail: `${dir} is not there yet` }
  if (process.platform !== 'win32' && modes.some((mode) => mode !== undefined && !mode.endsWith('00')))
    return {
      name,
      status: 'fail',
      detail: `${dir} (${modes[0]}) is open to other users`,
      hint: `Run: chmod -R go= ${dir}`,
    }
  const connected = file.all().map(({ wallet, network }) => `${wallet} on ${network.caipNetworkId}`)
  return {
    name,
    status: 'ok',
    detail: connected.length > 0 ? connected.join(', ') : `${dir}, nothing connected`,
  }
}

function nodeLabel({ network, simulates }: DevnetStatus['nodes'][number]): string {
  return simulates ? `${network} (simulator)` : network
}

async function checkDevnet({ io, signal }: Context): Promise<Finding> {
  const name = 'devnet'
  const found = readDevnet(io.env)
  if (!found) return { name, status: 'ok', detail: 'not running (start it with latchkey devnet)' }
  for (const { url, behind = url, network } of found.nodes) {
    try {
      await nodeDate(behind, signal)
    } catch (error) {
      signal.throwIfAborted()
      return {
        name,
        status: 'fail',
        detail: `${network}: ${(error as Error).message}`,
        hint: 'Run: latchkey devnet stop',
      }
    }
  }
  return {
    name,
    status: 'ok',
    detail: `${found.nodes.map(nodeLabel).join(', ')} (process ${found.pid})`,
  }
}
