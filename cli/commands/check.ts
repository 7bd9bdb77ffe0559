import { builtInFlow } from '../check/built-in-flow.ts'
import { type Flow, parseFlow } from '../check/flow.ts'
import { junitReport } from '../check/junit-report.ts'
import { checkReport, decidingStep, type FlowReport } from '../check/report.ts'
import { runCheck } from '../check/run-check.ts'
import { progressLine, tableReport } from '../check/table-report.ts'
import { ownWorld, type World } from '../check/world.ts'
import { CliError, invalid } from '../cli-error.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { families } from '../families.ts'
import { readTextFile } from '../input.ts'
import { isLocal, requireMainnetAllowed, resolveNetwork } from '../networks.ts'
import type { Outcome } from '../output.ts'
import { withWholeInstallLine } from '../peers.ts'
import { readDevnet } from '../state/devnet-status.ts'
import { suggestion } from '../suggest.ts'
import { parseWallet } from '../wallets/reference.ts'

export interface CheckOptions {
  readonly family?: string | undefined
  readonly maxSpend?: string | undefined
  readonly to?: string | undefined
  readonly token?: string | undefined
  readonly allowMainnet?: boolean | undefined
  readonly reporter: 'table' | 'json' | 'junit'
}

/** Runs flows and says whether they did what they should: 0, 7 for a wrong result, else the code of what went wrong. */
export async function check(
  context: Context,
  files: readonly string[],
  options: CheckOptions,
): Promise<Outcome> {
  const { out, signal } = context
  const wanted = wantedFamilies(options.family)
  const declared = await Promise.all(files.map(async (file) => parseFlow(readTextFile('flows', file), file)))
  const needed = files.length > 0 ? [...new Set(declared.map(({ family }) => family))] : wanted
  const world = await withWholeInstallLine(needed, () => makeWorld(context, options, needed))
  const reports: FlowReport[] = []
  try {
    const maxSpend = await spendingLimit(world, options)
    const networkOf = (family: Flow['family']) =>
      world.networks.find(({ chainNamespace }) => chainNamespace === family)
    const flows =
      files.length > 0
        ? declared
        : wanted.flatMap((family) => {
            const network = networkOf(family)
            return network ? [builtInFlow(family, network, world.local, overRelay(context.flags.wallet))] : []
          })
    for (const flow of flows) {
      if (signal.aborted) break
      const network = networkOf(flow.family)
      out.progress(`${flow.name} on ${network?.name ?? ''} (${network?.caipNetworkId ?? ''})`)
      reports.push(
        await runCheck(context, {
          flow: receiving(flow, options),
          world,
          token: options.token,
          maxSpend,
          onStep: showStep(context),
        }),
      )
    }
  } finally {
    await world.stop()
  }
  return outcome(context, reports, options.reporter)
}

function overRelay(wallet: string | undefined): boolean {
  return wallet !== undefined && parseWallet(wallet).kind === 'walletconnect'
}

function wantedFamilies(family: string | undefined): readonly Flow['family'][] {
  // The built program judges a true polkadot signature as false: until that is mended it runs only when it is named.
  if (family === undefined) return families.filter((one) => one !== 'polkadot')
  const found = families.find((one) => one === family)
  if (found) return [found]
  throw invalid(
    'family',
    `there is no family "${family}"`,
    suggestion(family, families) ?? `Available: ${families.join(', ')}.`,
  )
}

function receiving(flow: Flow, { to }: CheckOptions): Flow {
  return to === undefined ? flow : { ...flow, to }
}

/** The network that was named, or a devnet of our own. */
async function makeWorld(
  context: Context,
  { allowMainnet, maxSpend }: CheckOptions,
  needed: readonly Flow['family'][],
): Promise<World> {
  const { flags, io, out } = context
  if (flags.network === undefined) {
    if (flags.rpc !== undefined)
      throw invalid('network', 'is missing: --rpc says only where', 'Say --network <CAIP-2>.')
    out.progress('Starting the devnet …')
    return ownWorld(context, needed, overRelay(flags.wallet))
  }
  if (overRelay(flags.wallet))
    throw invalid(
      'network',
      'cannot be given here: over a relay the check runs on a devnet of its own, with a wallet of its own',
    )
  const network = await resolveNetwork(io.env, flags.network, { rpc: flags.rpc })
  requireMainnetAllowed(network, allowMainnet)
  const local = isLocal(network)
  if (!local && maxSpend === undefined)
    throw invalid(
      'max-spend',
      'is missing',
      'Say how much of the native coin the flow may use up, such as --max-spend 0.001.',
    )
  if (flags.wallet === undefined && !local)
    throw invalid('wallet', 'is missing', 'Say --wallet keystore:<file>.')
  const devnet = flags.rpc === undefined ? readDevnet(io.env) : undefined
  const onDevnet = devnet?.networks.some(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)
  return {
    networks: [
      network,
      ...(onDevnet ? (devnet?.networks ?? []) : []).filter(
        (one) => one.caipNetworkId !== network.caipNetworkId,
      ),
    ],
    tokens: onDevnet ? (devnet?.tokens ?? []) : [],
    receiver: onDevnet ? 'dev:bob' : undefined,
    wallet: local ? 'dev:alice' : undefined,
    local: onDevnet === true,
    ended: () => undefined,
    stop: async () => {},
  }
}

async function spendingLimit(world: World, { maxSpend }: CheckOptions): Promise<bigint | undefined> {
  if (maxSpend === undefined) return undefined
  const { isLatchkeyError, parseAmount } = await import('latchkey')
  try {
    return parseAmount(maxSpend, world.networks[0]?.nativeCurrency.decimals ?? 18)
  } catch (error) {
    throw isLatchkeyError(error) ? invalid('max-spend', String(error.values.reason)) : error
  }
}

function showStep({ out }: Context) {
  return (name: string, result?: Parameters<typeof progressLine>[0]) => {
    if (out.quiet) return
    if (!result) {
      if (out.interactive) out.raw(`  … ${name}`)
      return
    }
    if (out.interactive) out.raw('\r\u001B[K')
    out.log(progressLine(result, out.errorColour))
  }
}

function outcome(
  context: Context,
  flows: readonly FlowReport[],
  reporter: CheckOptions['reporter'],
): Outcome {
  const { out, signal } = context
  const report = checkReport(flows)
  const deciding = decidingStep(flows)
  const failure =
    deciding &&
    new CliError(
      deciding.error?.code ?? 'internal/unexpected',
      deciding.exitCode,
      `${deciding.step}: ${deciding.error?.message ?? ''}`,
      { data: report, hint: deciding.error?.hint ?? undefined },
    )
  if (signal.aborted)
    throw failure ?? new CliError('cli/interrupted', exitCodes.interrupted, 'Interrupted', { data: report })
  return {
    data: report,
    text: reporter === 'junit' ? junitReport(report) : tableReport(report, out.colour),
    primary: report.ok ? 'ok' : (deciding?.step ?? ''),
    network: flows[0]?.network,
    failure,
  }
}
