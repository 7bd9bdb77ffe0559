import type { ChainNetwork } from 'latchkey'
import { nodePackages } from '../../src/devnet/node-packages.ts'
import { endpointLabel, knownNetworks, namedNetwork } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { chromiumProgram } from '../embedded/chromium.ts'
import { type Family, factsOf, families, familyOf } from '../families/families.ts'
import { installedVersion, lackingPackages } from '../families/peers.ts'
import { familiesOf, projectOf } from '../families/project.ts'
import { checkEndpoint } from '../nodes/check-endpoint.ts'
import { nodeDate } from '../nodes/node-rpc.ts'
import { type CliError, cliError, invalid } from '../output/cli-error.ts'
import type { Outcome } from '../output/output.ts'
import { table } from '../output/table.ts'
import { currentNetwork } from '../session/session-network.ts'
import { readDevnet } from '../state/devnet-status.ts'
import { stateDir } from '../state/home.ts'
import { modeOf } from '../state/private-file.ts'
import { sessionFile } from '../state/session.ts'

interface Finding {
  readonly name: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly detail: string
  readonly hint?: string | undefined
}

const found = (name: string) => ({
  ok: (detail: string, hint?: string): Finding => ({ name, status: 'ok', detail, hint }),
  warn: (detail: string, hint?: string): Finding => ({ name, status: 'warn', detail, hint }),
  fail: (detail: string, hint?: string): Finding => ({ name, status: 'fail', detail, hint }),
})

const oldestNode = [20, 19] as const
/**
 * The largest acceptable difference between the clocks of this machine and of an endpoint, in ms. With a larger difference,
 * servers may refuse sign-ins.
 */
const clockLimit = 30_000

export interface DoctorOptions {
  readonly telemetry?: boolean | undefined
  /** Checks every endpoint of `--network`, or of all known networks, and nothing else. */
  readonly endpoints?: boolean | undefined
  /** The origin of pages that use the endpoints. */
  readonly origin?: string | undefined
}

/** Exits with 1 if something is broken. */
export async function doctor(
  context: Context,
  { telemetry = false, endpoints: all = false, origin }: DoctorOptions = {},
): Promise<Outcome> {
  if (origin !== undefined && !all) throw invalid('origin', 'needs --endpoints')
  if (all) {
    const named = await namedNetwork(context)
    return (await import('./endpoints.ts')).endpoints(context, named, origin)
  }
  const network = await networkToAsk(context)
  const endpoint = network
    ? await checkEndpoints(context, network)
    : [found('endpoint').ok('not asked: no network is chosen', 'Use --network <id> to check one.')]
  const findings: readonly Finding[] = [
    checkNode(),
    ...checkPackages(context, network),
    ...endpoint,
    checkState(context),
    await checkDevnet(context),
    found('telemetry').ok(
      'this program sends none. A page sends events if its host sets endpoints.analytics: see --telemetry',
    ),
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

function checkNode(): Finding {
  const { node } = process.versions
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const enough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
  const { ok, fail } = found('node')
  return enough ? ok(node) : fail(node, `Install Node ${oldestNode.join('.')} or later.`)
}

/** Warns about missing packages that the project, the session or `--network` needs. Lists further packages if they are installed. */
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
  const used = [...reasons].map(([family, reason]) => `${family} (${reason})`).join(', ')
  const none = project
    ? `${project.path} depends on none of their libraries`
    : 'there is no package.json here'
  const known = new Map<string, { readonly use: string; readonly family?: Family }>()
  for (const family of families)
    for (const { name, use } of factsOf(family).packages) known.set(name, { use, family })
  for (const name of nodePackages(families, {}))
    if (!known.has(name)) known.set(name, { use: 'runs the devnet' })
  const missing: string[] = []
  const packages = [...known].flatMap(([name, { use, family }]): Finding[] => {
    const version = installedVersion(name, cwd)
    if (version) return [found(name).ok(version)]
    if (!project?.dependencies.has(name) && !(family && reasons.has(family))) return []
    missing.push(name)
    return [found(name).warn(`not installed (${use})`)]
  })
  const install = `Run: npm install ${missing.join(' ')}`
  return [
    found('project').ok(used || `uses no chain family: ${none}, and nothing is connected`),
    ...packages,
    ...(missing.length > 0 ? [found('packages').warn(`missing: ${missing.length}`, install)] : []),
    ...(reasons.size > 0 ? [checkCheck(context, [...reasons.keys()])] : []),
  ]
}

/** Returns what `latchkey check` needs. Missing packages cause no warning, because a project may not use the check. */
function checkCheck({ io: { env, cwd } }: Context, used: readonly Family[]): Finding {
  const { ok } = found('check')
  const missing = lackingPackages(used, { devnet: true, env, cwd })
  if (missing.length > 0)
    return ok(`cannot run: ${missing.join(', ')} not installed`, `Run: npm install ${missing.join(' ')}`)
  try {
    chromiumProgram(env)
    return ok(`can run on ${used.join(', ')}`)
  } catch (error) {
    return ok(`can run on ${used.join(', ')}, but not with -w embedded`, (error as CliError).hint)
  }
}

async function networkToAsk(context: Context): Promise<ChainNetwork | undefined> {
  const named = await namedNetwork(context)
  if (named) return named
  const record = sessionFile(context).active()
  if (!record) return (await knownNetworks(context.io.env)).find(({ devnet }) => devnet)?.network
  return currentNetwork(context, record)
}

/**
 * Checks the network's endpoints. If some endpoints work, problems of the others are only warnings,
 * because a client uses the working endpoints.
 */
export async function checkEndpoints(
  { signal }: Context,
  network: ChainNetwork,
): Promise<readonly Finding[]> {
  const urls = network.rpcUrls.default.http
  const { ok, warn, fail } = found('endpoint')
  if (urls.length === 0) return [fail(`${network.caipNetworkId} has none`, 'Use --rpc <url>.')]
  const checks = await Promise.all(urls.map((url) => checkEndpoint(network, url, { signal, whole: false })))
  const someWork = checks.some(({ usable }) => usable)
  const findings = checks.map(({ url, usable, problems, latency, serves }) => {
    const label = `${network.caipNetworkId} at ${endpointLabel(url)}`
    if (usable && problems.length === 0) return ok(`${label} answers in ${latency} ms`)
    const detail = `${label} ${problems.join(', ')}`
    if (usable) return warn(detail)
    const hint =
      serves === undefined
        ? 'Check the node and the address; start a devnet with latchkey devnet.'
        : 'Give the endpoint of that network with --rpc <url>.'
    return someWork ? warn(detail, hint) : fail(detail, hint)
  })
  const usable = checks.find((check) => check.usable)
  return usable ? [...findings, checkClock(usable.date)] : findings
}

function checkClock(date: number | undefined): Finding {
  const { ok, warn } = found('clock')
  if (date === undefined) return ok('not compared: the endpoint does not say its time')
  const off = Math.round((Date.now() - date) / 1000)
  return Math.abs(off * 1000) <= clockLimit
    ? ok(`within ${Math.abs(off)} s of the endpoint's`)
    : warn(`${off} s off the endpoint's`, 'Set the time of this machine.')
}

function checkState(context: Context): Finding {
  const { ok, fail } = found('session')
  const dir = stateDir(context.io.env)
  const file = sessionFile(context)
  const modes = [modeOf(dir), modeOf(file.path)]
  if (modes[0] === undefined) return ok(`${dir} is not there yet`)
  if (process.platform !== 'win32' && modes.some((mode) => mode !== undefined && !mode.endsWith('00')))
    return fail(`${dir} (${modes[0]}) is open to other users`, `Run: chmod -R go= ${dir}`)
  const connected = file.all().map(({ wallet, network }) => `${wallet} on ${network.caipNetworkId}`)
  return ok(connected.join(', ') || `${dir}, nothing connected`)
}

async function checkDevnet({ io, signal }: Context): Promise<Finding> {
  const { ok, fail } = found('devnet')
  const devnet = readDevnet(io.env)
  if (!devnet) return ok('not running (start it with latchkey devnet)')
  for (const { url, behind = url, network } of devnet.nodes) {
    try {
      await nodeDate(behind, signal)
    } catch (error) {
      signal.throwIfAborted()
      return fail(`${network}: ${(error as Error).message}`, 'Run: latchkey devnet stop')
    }
  }
  const nodes = devnet.nodes.map(({ network, simulates }) => (simulates ? `${network} (simulator)` : network))
  return ok(`${nodes.join(', ')} (process ${devnet.pid})`)
}
