import type { ChainNetwork } from 'latchkey'
import { readTextFile } from '../args/input.ts'
import { isCoinStated, namedNetwork, requireMainnetAllowed, spendLimit } from '../args/networks.ts'
import { provenDecimals } from '../args/proven-decimals.ts'
import { builtInFlow } from '../check/built-in-flow.ts'
import { embeddedFamilies, requireEmbedded, requireEmbeddedParts } from '../check/embedded-peer.ts'
import { type Flow, parseFlow } from '../check/flow.ts'
import { junitReport } from '../check/junit-report.ts'
import { checkReport, decidingStep, type FlowReport } from '../check/report.ts'
import { otherNetworks, runCheck } from '../check/run-check.ts'
import { progressLine, tableReport } from '../check/table-report.ts'
import { ownWorld, type World } from '../check/world.ts'
import type { Context } from '../context.ts'
import { families, familyOf, isLocal, isLoopback, wantedFamily } from '../families/families.ts'
import { lackingPackages, missingPackages } from '../families/peers.ts'
import { CliError, cliError, invalid } from '../output/cli-error.ts'
import { errorHint } from '../output/error-hint.ts'
import { exitCodeOf } from '../output/exit-codes.ts'
import { type Outcome, reportOf } from '../output/output.ts'
import { printable } from '../output/printable.ts'
import { chooseData } from '../session/data-service.ts'
import type { DevnetStatus } from '../state/devnet-services.ts'
import { readDevnet } from '../state/devnet-status.ts'
import { isEmbedded, parseWallet } from '../wallets/reference.ts'

export interface CheckOptions {
  readonly family?: string | undefined
  readonly maxSpend?: string | undefined
  readonly to?: string | undefined
  readonly token?: string | undefined
  readonly allowMainnet?: boolean | undefined
  /** The wallet whose keys the WalletConnect wallet uses. */
  readonly as?: string | undefined
  /** Runs each flow again over WalletConnect. */
  readonly relayed?: boolean | undefined
  /** Uses the running devnet instead of starting one. */
  readonly running?: boolean | undefined
  readonly reporter: 'table' | 'json' | 'junit'
}

/**
 * The exit code is 0 if all steps are ok or skipped, and 7 after a wrong result. If steps failed
 * without a wrong result, it is the code of the first failure.
 */
export async function check(
  context: Context,
  files: readonly string[],
  options: CheckOptions,
): Promise<Outcome> {
  const { out, signal } = context
  requireNetwork(context)
  const named = await namedNetwork(context)
  const embedded = isEmbedded(context.flags.wallet)
  const wanted = wantedFamilies(options.family, named, embedded)
  const parsed = await Promise.all(files.map(async (file) => parseFlow(readTextFile('flows', file), file)))
  const declared =
    options.family === undefined ? parsed : parsed.filter(({ family }) => wanted.includes(family))
  if (parsed.length > 0 && declared.length === 0)
    throw invalid('family', `none of the flows is of ${wanted.join(', ')}`)
  const needed = files.length > 0 ? [...new Set(declared.map(({ family }) => family))] : wanted
  const foreign = needed.find((family) => named && family !== named.chainNamespace)
  if (named && foreign !== undefined)
    throw invalid(
      'network',
      `${named.caipNetworkId} is of ${named.chainNamespace}, and the flow is of ${foreign}`,
    )
  if (named) await requireProvenCoin(context, named)
  const wallets = walletsOf(context, options)
  const world = await makeWorld(context, options, needed, named)
  const reports: FlowReport[] = []
  try {
    const networkOf = (family: Flow['family']) =>
      world.networks.find(({ chainNamespace }) => chainNamespace === family)
    const absent = needed.filter((family) => !networkOf(family))
    // Without flow files, the check leaves out families that have no network. If it left out all of them, it would run nothing and
    // seem to pass.
    if (files.length > 0 ? absent.length > 0 : absent.length === needed.length)
      throw nothingRuns(absent, options)
    if (options.running && absent.length > 0)
      out.log(`Not checked: no network of ${absent.join(', ')} is running`)
    const builtIn = (way: 'relay' | 'frame' | undefined) =>
      wanted.flatMap((family) => {
        const network = networkOf(family)
        const options = { way, zone: world.data?.zone, swaps: world.swaps }
        return network ? [builtInFlow(family, network, world.local, options)] : []
      })
    const flowsBy = (wallet: string | undefined) => {
      const way = overRelay(wallet) ? 'relay' : isEmbedded(wallet) ? 'frame' : undefined
      return (files.length > 0 ? declared : builtIn(way)).map((flow) => ({ flow, wallet }))
    }
    const flows = wallets.flatMap(flowsBy)
    // Each limit is in the coin of its network. All limits are parsed before anything is spent.
    const limits = await Promise.all(
      flows.map(async ({ flow }) => {
        const network = networkOf(flow.family)
        if (!network) return undefined
        for (const other of await otherNetworks(context, { flow, world }))
          requireSwitchAllowed(network, other, options)
        return spendLimit(options.maxSpend, network)
      }),
    )
    for (const [at, { flow, wallet }] of flows.entries()) {
      if (signal.aborted) break
      const network = networkOf(flow.family)
      out.progress(`${flow.name} on ${network?.name ?? ''} (${network?.caipNetworkId ?? ''})`)
      const own = { ...context, flags: { ...context.flags, wallet } }
      const { to = flow.to, token } = options
      const parts = { world, token, maxSpend: limits[at], onStep: showStep(context) }
      try {
        reports.push(await runCheck(own, { ...parts, flow: { ...flow, to } }))
      } catch (error) {
        throw withReports(error, reports)
      }
    }
  } finally {
    await world.stop()
  }
  return outcome(context, reports, options.reporter)
}

/**
 * Checks that nodes of two hosts agree on the decimals of an unlisted network's coin, because all amounts and limits depend on
 * them. The user trusts a node on this machine.
 * @throws a usage error
 */
async function requireProvenCoin(context: Context, network: ChainNetwork): Promise<void> {
  if (network.rpcUrls.default.http.every(isLoopback) || !(await isCoinStated(context.io.env, network))) return
  const { decimals: told, symbol } = network.nativeCurrency
  const { unverified } = await provenDecimals(context, network, undefined, { told, symbol })
  if (unverified !== undefined)
    throw invalid('rpc', unverified, 'Give the URLs of nodes on two hosts. Nothing was signed.')
}

/** Checks a network to which a flow switches like the network on which it starts. @throws a usage error */
function requireSwitchAllowed(
  start: ChainNetwork,
  other: ChainNetwork,
  { allowMainnet, maxSpend }: CheckOptions,
): void {
  requireMainnetAllowed(other, allowMainnet)
  requireSpendLimit(other, maxSpend)
  if (maxSpend !== undefined && other.nativeCurrency.decimals !== start.nativeCurrency.decimals)
    throw invalid(
      'switch.network',
      `the coin of ${other.caipNetworkId} has other decimals than the coin of ${start.caipNetworkId}, in which --max-spend is given`,
    )
}

function requireSpendLimit(network: ChainNetwork, maxSpend: string | undefined): void {
  if (maxSpend === undefined && !isLocal(network))
    throw invalid('max-spend', 'is missing', 'Limit what the flow may spend, such as --max-spend 0.001.')
}

/** Adds the reports of the finished flows to the error of a flow that couldn't start. They contain the hashes of sent transactions. */
function withReports(cause: unknown, reports: readonly FlowReport[]): unknown {
  if (reports.length === 0) return cause
  const { code, message, hint, hash } = reportOf(cause, errorHint)
  const data = { ...checkReport(reports), ok: false }
  return new CliError(code, exitCodeOf(cause), message, { hint: hint ?? undefined, data, hash, cause })
}

function nothingRuns(absent: readonly Flow['family'][], { running }: CheckOptions): CliError {
  const hint = running
    ? 'latchkey devnet status lists what runs and what is missing.'
    : 'latchkey doctor lists missing packages.'
  const message = `Nothing was checked: no network of ${absent.join(', ')} is running`
  return cliError('network/not-found', message, { data: checkReport([]), hint })
}

function wantedFamilies(
  family: string | undefined,
  network: ChainNetwork | undefined,
  embedded: boolean,
): readonly Flow['family'][] {
  if (family === undefined) return network ? [familyOf(network)] : embedded ? embeddedFamilies : families
  const found = wantedFamily(family)
  if (embedded) requireEmbedded(found)
  if (network && familyOf(network) !== found)
    throw invalid('family', `${network.caipNetworkId} is of ${familyOf(network)}, not of ${found}`)
  return [found]
}

function requireNetwork({ flags }: Context): void {
  if (flags.network !== undefined || flags.rpc === undefined) return
  const reason = "is missing: --rpc alone doesn't say which network it serves"
  throw invalid('network', reason, 'Use --network <CAIP-2>.')
}

/** Returns the wallet of `--wallet`. With `--relayed`, also returns a WalletConnect wallet. */
function walletsOf(
  { flags: { wallet } }: Context,
  { relayed }: CheckOptions,
): readonly (string | undefined)[] {
  if (!relayed) return [wallet]
  if (isEmbedded(wallet))
    throw invalid('relayed', "doesn't apply to the embedded wallet, which uses no relay")
  if (overRelay(wallet)) throw invalid('relayed', "isn't needed: -w walletconnect already uses a relay")
  return [wallet, 'walletconnect']
}

function overRelay(wallet: string | undefined): boolean {
  return wallet !== undefined && !isEmbedded(wallet) && parseWallet(wallet).kind === 'walletconnect'
}

async function makeWorld(
  context: Context,
  { allowMainnet, maxSpend, as, relayed, running }: CheckOptions,
  needed: readonly Flow['family'][],
  network: ChainNetwork | undefined,
): Promise<World> {
  const { flags, io, out } = context
  const behind = overRelay(flags.wallet) || relayed === true
  if (as !== undefined && !behind) throw invalid('as', 'needs --wallet walletconnect')
  if (running) {
    if (network)
      throw invalid('running', "can't be used with --network: it covers every family of the devnet")
    const devnet = readDevnet(io.env)
    if (!devnet?.networks[0])
      throw invalid('running', 'no devnet is running', 'Start one in another terminal: latchkey devnet')
    const running = needed.filter((family) =>
      devnet.networks.some(({ chainNamespace }) => chainNamespace === family),
    )
    preflight(context, running, { own: false, local: true })
    return worldOf(context, devnet.networks, { devnet, behind, wallet: as ?? 'dev:alice' })
  }
  if (!network) {
    // If the check covers all families, it leaves out families with missing packages.
    preflight(context, needed.length === families.length ? [] : needed, { own: true, local: true })
    out.progress('Starting the devnet …')
    return ownWorld(context, needed, { relay: behind, wallet: as })
  }
  requireMainnetAllowed(network, allowMainnet)
  const local = isLocal(network)
  requireSpendLimit(network, maxSpend)
  if (flags.wallet === undefined && !local)
    throw invalid('wallet', 'is missing', 'Use --wallet keystore:<file>.')
  if (behind && as === undefined && !local)
    throw invalid('as', 'is missing', "Choose the wallet's keys: --as keystore:<file>.")
  const status = flags.rpc === undefined ? readDevnet(io.env) : undefined
  const isHere = ({ caipNetworkId }: ChainNetwork) => caipNetworkId === network.caipNetworkId
  const devnet = status?.networks.some(isHere) ? status : undefined
  preflight(context, needed, { own: false, local: devnet !== undefined })
  const others = devnet?.networks.filter((one) => !isHere(one)) ?? []
  const wallet = as ?? (local ? 'dev:alice' : undefined)
  return worldOf(context, [network, ...others], { devnet, behind, wallet })
}

/**
 * Checks that all required packages and programs are there, before any node starts or is installed.
 * @throws `config/peer-missing`, `cli/no-browser`, `cli/no-wallet-page`
 */
function preflight(
  { flags, io }: Context,
  needed: readonly Flow['family'][],
  { own, local }: { readonly own: boolean; readonly local: boolean },
): void {
  const missing = lackingPackages(needed, { devnet: own, env: io.env })
  if (missing.length > 0) {
    const feature = ['check', needed.join(', ')].filter(Boolean).join(' of ')
    throw missingPackages(feature, missing)
  }
  // On networks outside a devnet, a later check refuses the embedded wallet.
  if (local && isEmbedded(flags.wallet)) requireEmbeddedParts(io.env)
}

async function worldOf(
  context: Context,
  networks: readonly ChainNetwork[],
  { devnet, behind, wallet }: Pick<World, 'wallet'> & { devnet: DevnetStatus | undefined; behind: boolean },
): Promise<World> {
  // The page and the wallet both run in this process, so any relay works.
  const started = behind && !devnet?.relay ? await (await import('latchkey/devnet')).startRelay() : undefined
  const [first] = networks
  return {
    networks,
    tokens: devnet?.tokens ?? [],
    receiver: devnet && 'dev:bob',
    wallet,
    relay: behind ? (devnet?.relay ?? started?.url) : undefined,
    data: first && chooseData(context, first),
    swaps: devnet?.exchange?.map(({ network }) => network),
    local: devnet !== undefined,
    ended: () => undefined,
    stop: async () => started?.stop(),
  }
}

function showStep({ out }: Context) {
  return (name: string, result?: Parameters<typeof progressLine>[0]) => {
    if (out.quiet) return
    if (!result) {
      if (out.interactive) out.raw(`  … ${printable(name)}`)
      return
    }
    if (out.interactive) out.raw('\r\u001B[K')
    out.log(progressLine(result, out.errorColor))
  }
}

function outcome(
  { out, signal }: Context,
  flows: readonly FlowReport[],
  reporter: CheckOptions['reporter'],
): Outcome {
  const report = checkReport(flows)
  const deciding = decidingStep(flows)
  const failure =
    deciding &&
    new CliError(
      deciding.error?.code ?? 'internal/unexpected',
      deciding.exitCode,
      `${deciding.step}: ${deciding.error?.message ?? ''}`,
      { data: report, hint: deciding.error?.hint ?? undefined, hash: deciding.error?.hash },
    )
  if (signal.aborted) throw failure ?? cliError('cli/interrupted', 'Interrupted', { data: report })
  const junit = reporter === 'junit' ? junitReport(report) : undefined
  return {
    data: report,
    text: junit ?? tableReport(report, out.color),
    primary: junit ?? (report.ok ? 'ok' : (deciding?.step ?? '')),
    network: flows[0]?.network,
    failure,
  }
}
