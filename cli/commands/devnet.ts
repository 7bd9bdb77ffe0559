import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isLatchkeyError, type LatchkeyError } from 'latchkey'
import type { Devnet, RelayGateMode } from 'latchkey/devnet'
import type { KnownNetwork } from '../args/network-hints.ts'
import { knownNetworks } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { type Family, factsOf, families, isFamily } from '../families/families.ts'
import type { Env } from '../io.ts'
import { nodeDate } from '../nodes/node-rpc.ts'
import { cliError, invalid } from '../output/cli-error.ts'
import type { Outcome } from '../output/output.ts'
import { table } from '../output/table.ts'
import { removeDevnetEnv, writeDevnetEnv } from '../state/devnet-env.ts'
import { type DevnetStatus, devnetServices } from '../state/devnet-services.ts'
import { claimDevnet, readDevnet, removeDevnet } from '../state/devnet-status.ts'

/** The time between two looks at the devnet, in ms. */
const watchEvery = 250
/** How long `devnet stop` waits until no node answers, in ms. */
const stopLimit = 10_000

export interface DevnetCommandOptions {
  /** The origins of other pages that may use the devnet's services. Pages on this machine always may. */
  readonly allowOrigin?: readonly string[] | undefined
  /** A file of environment variables. The command writes the devnet's networks to this file. */
  readonly env?: string | undefined
  /** Faults that the devnet's nodes simulate. */
  readonly nodeFaults?: readonly string[] | undefined
  /** The failures that the relay simulates at its second address. Undefined: there is no second address. */
  readonly relayGate?: RelayGateMode | undefined
}

export async function devnet(
  context: Context,
  action: 'start' | 'status' | 'stop',
  options: DevnetCommandOptions = {},
): Promise<Outcome> {
  if (action === 'start') return start(context, options)
  const { allowOrigin, env, nodeFaults, relayGate } = options
  const ofStart = { 'allow-origin': allowOrigin, env, 'node-faults': nodeFaults, 'relay-gate': relayGate }
  for (const [name, value] of Object.entries(ofStart))
    if (value) throw invalid(name, 'is for the start of a devnet')
  return { status, stop }[action](context)
}

async function start(
  context: Context,
  { allowOrigin, env, nodeFaults, relayGate }: DevnetCommandOptions,
): Promise<Outcome> {
  const { io, out, signal } = context
  const envFile = env === undefined ? undefined : resolve(io.cwd, env)
  const other = readDevnet(io.env)
  if (other && (await isRunning(other, signal))) throw runningAlready(other)
  out.progress('Starting the nodes …')
  const { startDevnet } = await import('latchkey/devnet')
  const log = { debug: (text: string) => out.debug(text), warn: (text: string) => out.log(text) }
  const missing: Record<string, string> = {}
  const onMissing = (family: string, error: LatchkeyError) => {
    missing[family] = String(error.values.install)
  }
  const running = await startDevnet({
    families,
    onMissing,
    ...Object.fromEntries(devnetServices.map(({ option }) => [option, true])),
    relayGate,
    allowedOrigins: allowOrigin,
    nodeFaults,
    signal,
    log,
  }).catch((error: unknown) => {
    // Name the option as the user typed it, not as `startDevnet` names it.
    const values = isLatchkeyError(error, 'validation/invalid-input') ? error.values : undefined
    if (values?.field === 'allowedOrigins') throw invalid('allow-origin', String(values.reason))
    throw values?.field === 'faults' ? invalid('node-faults', String(values.reason)) : error
  })
  // From here on, an abort stops the nodes.
  signal.addEventListener('abort', () => void running.stop(), { once: true })
  if (signal.aborted) await running.stop()
  signal.throwIfAborted()
  const found = describe(running, missing)
  const end = async () => {
    await running.stop()
    removeDevnet(io.env, found.id)
    if (envFile) removeDevnetEnv(envFile, found.networks)
  }
  try {
    // Another devnet may have started at the same time.
    const first = claimDevnet(io.env, found, other?.id)
    if (first) throw runningAlready(first)
    if (envFile) writeDevnetEnv(envFile, found.networks)
    const known = await knownNetworks(io.env)
    signal.throwIfAborted()
    return {
      data: { running: true, ...found },
      text: [page(found, known), closingHints(known, commandIn(io.env))].join('\n\n'),
      primary: found.nodes.map(({ url }) => url).join('\n'),
      afterwards: () => stayUp(context, running, found.id).finally(end),
    }
  } catch (error) {
    await end()
    throw error
  }
}

function runningAlready({ pid }: DevnetStatus) {
  return cliError('cli/devnet-running', `A devnet is running already, as process ${pid}`, {
    hint: 'Use it, or stop it: latchkey devnet stop',
  })
}

/**
 * Returns whether the devnet of a status file runs. After a crash, another process can have its process id: in a container, each
 * program is process 1. So asks the nodes too.
 */
async function isRunning({ nodes, pid }: DevnetStatus, signal: AbortSignal): Promise<boolean> {
  if (nodes.length === 0) return pid !== process.pid
  return (await Promise.all(nodes.map((node) => isUp(node, signal)))).includes(true)
}

/** Runs until Ctrl-C, until `devnet stop` removes the status file, or until a node ends. */
async function stayUp({ io, out, signal }: Context, running: Devnet, id: string): Promise<void> {
  try {
    for (;;) {
      await sleep(watchEvery, undefined, { signal })
      if (readDevnet(io.env)?.id !== id) return
      const ended = running.nodes.find(({ pid }) => pid === undefined)
      if (ended) throw cliError('cli/node-ended', `The node of ${ended.network} ended by itself`)
    }
  } finally {
    out.progress('Stopping the nodes …')
  }
}

function describe(devnet: Devnet, missing: Readonly<Record<string, string>>): DevnetStatus {
  const { networks, tokens, nodes, accounts } = devnet
  const running = families.filter((family) => !(family in missing))
  const addressesOf = (family: Family) =>
    Object.fromEntries(
      Object.entries(accounts).flatMap(([name, { [family]: account }]) =>
        account ? [[name, account.address]] : [],
      ),
    )
  return {
    id: randomUUID(),
    pid: process.pid,
    startedAt: new Date().toISOString(),
    networks,
    tokens,
    ...(Object.assign(
      {},
      ...devnetServices.map((service) => service.describe(devnet)),
    ) as Partial<DevnetStatus>),
    missing,
    nodes: nodes.map(({ network, url, behind, software, simulates, pid }) => ({
      network,
      url,
      ...(behind !== undefined && { behind }),
      software,
      ...(simulates && { simulates }),
      pid,
    })),
    accounts: addressesOf('eip155'),
    addresses: Object.fromEntries(running.map((family) => [family, addressesOf(family)])),
  }
}

function page(status: DevnetStatus, known: readonly KnownNetwork[]): string {
  const { networks, nodes, accounts, addresses, tokens, missing = {} } = status
  const absent = Object.entries(missing).map(([part, line]) => [
    isFamily(part) ? factsOf(part).node : part,
    line,
  ])
  const lacks = [...absent, ...simulated(nodes)]
  const faulty = nodes.some(({ behind }) => behind !== undefined)
  return [
    table([
      ['ALIAS', 'NETWORK', 'CAIP-2', 'NODE', 'ENDPOINT', ...(faulty ? ['WITHOUT FAULTS'] : [])],
      ...networks.map(({ name, caipNetworkId }) => {
        const node = nodes.find(({ network }) => network === caipNetworkId)
        const alias = known.find(({ network }) => network.caipNetworkId === caipNetworkId)?.alias
        const row = [alias ?? '', name, caipNetworkId, node?.software ?? '', node?.url ?? '']
        return faulty ? [...row, node?.behind ?? ''] : row
      }),
    ]),
    ...Object.entries(addresses ?? { eip155: accounts }).map(([family, named]) =>
      table([
        [family.toUpperCase(), 'ADDRESS'],
        ...Object.entries(named).map(([name, address]) => [`dev:${name}`, address]),
      ]),
    ),
    table([['TOKEN', 'CAIP-19'], ...tokens.map(({ symbol, asset }) => [symbol, asset])]),
    ...devnetServices
      .map(({ rows }) => rows(status))
      .flatMap((rows) => (rows.length > 0 ? [table(rows)] : [])),
    ...(lacks.length > 0 ? [table([['MISSING', 'TO GET IT'], ...lacks])] : []),
  ].join('\n\n')
}

export function closingHints(known: readonly KnownNetwork[], latchkey = 'latchkey'): string {
  const running = known.filter(({ devnet }) => devnet)
  const [first, ...others] = running
  const second = others.find(({ network }) => network.chainNamespace !== first?.network.chainNamespace)
  const sibling = others.find(({ network }) => network.chainNamespace === first?.network.chainNamespace)
  if (!first) return 'Running until Ctrl-C, with no network: see above for what is missing.'
  const both = second ? [first, second] : [first]
  return [
    'Running until Ctrl-C. In another terminal:',
    ...both.map(({ alias }) => `${latchkey} connect --wallet dev:alice --network ${alias}`),
    `${latchkey} status`,
    `${latchkey} balance --network ${first.alias}`,
    `${latchkey} send --to dev:bob --amount 0.5 --wait --network ${(second ?? first).alias}`,
    ...(sibling ? [`${latchkey} switch ${sibling.alias}`] : []),
    `${latchkey} check --running`,
  ].join('\n  ')
}

/**
 * Returns the command that starts this program. npm sets `npm_command` for `npx` and for scripts. The program is then in the project, and not on
 * `PATH`.
 */
function commandIn(env: Env): string {
  return env.npm_command === undefined ? 'latchkey' : 'npx latchkey'
}

/** Returns a row for each simulator: the node that it replaces, and how to install that node. */
function simulated(nodes: DevnetStatus['nodes']): readonly string[][] {
  const rows = nodes.flatMap(({ network, simulates }) => {
    const [family] = network.split(':')
    const until = `(until then, ${family} runs on a simulator)`
    return simulates ? [[simulates.software, `${simulates.install} ${until}`] as const] : []
  })
  return [...new Map(rows)].map((row) => [...row])
}

async function status({ io, signal }: Context): Promise<Outcome> {
  const found = readDevnet(io.env)
  if (!found)
    return {
      data: { running: false },
      text: 'No devnet is running.\nStart one with: latchkey devnet',
      primary: 'stopped',
    }
  const answers = await Promise.all(found.nodes.map((node) => isUp(node, signal)))
  const silent = found.nodes.filter((_, at) => !answers[at])
  const nodes = found.nodes.map((node, at) => ({ ...node, answers: answers[at] === true }))
  return {
    data: { running: true, ...found, nodes },
    text: `${page(found, await knownNetworks(io.env))}${silent.map(({ url }) => `\n\nThe node at ${url} does not answer.`).join('')}`,
    primary: 'running',
  }
}

async function stop({ io, signal }: Context): Promise<Outcome> {
  const found = readDevnet(io.env)
  if (!found) return { data: { stopped: false }, text: 'No devnet is running.', primary: '' }
  removeDevnet(io.env, found.id)
  const until = Date.now() + stopLimit
  while ((await Promise.all(found.nodes.map((node) => isUp(node, signal)))).includes(true)) {
    if (Date.now() > until)
      throw cliError('cli/devnet-not-stopped', `The devnet process ${found.pid} didn't stop`)
    await sleep(watchEvery, undefined, { signal })
  }
  return { data: { stopped: true, pid: found.pid }, text: 'The devnet has stopped.', primary: '' }
}

/** Returns whether the node answers. Uses the node's own address, which has no simulated faults. */
async function isUp(
  { url, behind = url }: DevnetStatus['nodes'][number],
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await nodeDate(behind, signal)
    return true
  } catch {
    signal.throwIfAborted()
    return false
  }
}
