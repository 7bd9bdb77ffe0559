import type { ChainNetwork } from 'latchkey'
import { raceAbort } from '../../src/core/async/abort.ts'
import { resolveNetwork } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { asCliError, maybeSentHint, slowBlockLimit } from '../deadline.ts'
import type { Family } from '../families/families.ts'
import { CliError, cliError } from '../output/cli-error.ts'
import { errorHint } from '../output/error-hint.ts'
import { exitCodeOf, exitCodes } from '../output/exit-codes.ts'
import { reportOf } from '../output/output.ts'
import { withClient } from '../session/client.ts'
import { verifierOf } from '../verifiers/families.ts'
import { openCheckedWallet, type WalletWanted } from './checked-wallet.ts'
import { type Step, stepName } from './flow.ts'
import { type FlowRun, type StepRun, WrongResult } from './flow-run.ts'
import type { FlowReport, StepResult } from './report.ts'
import { activity } from './steps/activity.ts'
import { balance } from './steps/balance.ts'
import { connect } from './steps/connect.ts'
import { disconnect } from './steps/disconnect.ts'
import { names } from './steps/names.ts'
import { send } from './steps/send.ts'
import { endByWallet, update } from './steps/session.ts'
import { signIn, signMessage, signTypedData } from './steps/sign.ts'
import { swap } from './steps/swap.ts'
import { switchNetwork } from './steps/switch.ts'
import { tokens } from './steps/tokens.ts'
import type { World } from './world.ts'

export interface CheckRun extends WalletWanted {
  readonly token?: string | undefined
  /** In the native coin's smallest unit. */
  readonly maxSpend?: bigint | undefined
  readonly onStep?: ((name: string, result?: StepResult) => void) | undefined
}

/** The time limit for a step, in ms. */
const usualLimit = 60_000

/** The time limit for a send on a public network, in ms. */
const slowSend: Partial<Record<Family, number>> = { bip122: slowBlockLimit }

/** Returns the time limit for a step, in ms. `--timeout`, which limits the whole command, replaces it. */
export function stepLimit(
  { do: action }: Pick<Step, 'do'>,
  family: Family,
  { local }: Pick<World, 'local'>,
  { timeout }: Pick<Context['flags'], 'timeout'>,
): number {
  return timeout ?? ((!local && action === 'send' && slowSend[family]) || usualLimit)
}

/** Runs a flow. After a wrong or failed step, skips the later steps. */
export async function runCheck(context: Context, check: CheckRun): Promise<FlowReport> {
  const { flow, world } = check
  const startedAt = performance.now()
  const { family } = flow
  const network = world.networks.find(({ chainNamespace }) => chainNamespace === family)
  if (!network) throw cliError('network/not-found', 'network: none available to run on')
  const others = await otherNetworks(context, check)
  const wallet = await openCheckedWallet(context, check, network, others)
  let account = wallet.address
  const { connector, reach } = wallet
  const parts = { network, networks: others, ...reach, connector, data: world.data }
  const steps = await withClient(context, parts, async (client) => {
    const run: FlowRun = {
      flow,
      world,
      env: context.io.env,
      client,
      adapter: await client.adapter(family),
      wallet,
      verifier: await verifierOf(family),
      address: wallet.address ?? '',
      token: check.token,
      maxSpend: check.maxSpend,
      spent: 0n,
      sent: [],
      network,
      connectionId: undefined,
    }
    return runSteps(context, check, run).finally(() => {
      account ??= run.address
    })
  }).finally(() => wallet.stop())
  const ok = steps.every(({ status }) => status === 'ok' || status === 'skipped')
  return {
    name: flow.name,
    family: flow.family,
    network: network.caipNetworkId,
    account: account ?? '',
    ok,
    steps,
    durationMs: Math.round(performance.now() - startedAt),
  }
}

async function runSteps(context: Context, check: CheckRun, run: FlowRun): Promise<readonly StepResult[]> {
  const results: StepResult[] = []
  for (const step of check.flow.steps) {
    const name = stepName(step)
    const blocked = results.find(({ status }) => status === 'wrong' || status === 'failed')
    if (!blocked) check.onStep?.(name)
    const result = blocked
      ? skipped(name, `not reached after ${blocked.step}`)
      : await runStep(context, check, run, step, name)
    results.push(result)
    check.onStep?.(name, result)
  }
  return results
}

async function runStep(
  { signal, flags }: Context,
  { world, flow }: CheckRun,
  run: FlowRun,
  step: Step,
  name: string,
): Promise<StepResult> {
  const startedAt = performance.now()
  const done = (rest: Omit<StepResult, 'step' | 'durationMs'>): StepResult => ({
    step: name,
    ...rest,
    durationMs: Math.round(performance.now() - startedAt),
  })
  const most = stepLimit(step, flow.family, world, flags)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), most)
  // A step can fail after it sent a transaction. Its report then has the hash.
  let hash: string | undefined
  const stops = [
    run.adapter.on('sending', (sending) => {
      hash = sending.step === 'signed' ? sending.hash : undefined
    }),
    run.adapter.on('transactionSent', (sent) => {
      hash = sent.hash
    }),
  ]
  try {
    const both = AbortSignal.any([signal, limit.signal])
    both.throwIfAborted()
    // Stops waiting on abort, even if a wallet or node ignores the signal.
    const found = await raceAbort((stepRuns[step.do] as (step: Step) => StepRun)(step)(run, both), both)
    if ('skipped' in found) return skipped(name, found.skipped, startedAt)
    return done({ status: 'ok', ...found, exitCode: exitCodes.ok })
  } catch (thrown) {
    const error = signal.aborted
      ? stopped(signal.reason, hash)
      : limit.signal.aborted
        ? tooSlow(name, most, hash)
        : nodeEnded(world, thrown)
    const wrong = error instanceof WrongResult
    const sent = hash === undefined ? {} : { hash }
    return done({
      status: wrong ? 'wrong' : 'failed',
      seen: (wrong && (error.data as Record<string, unknown>)) || sent,
      summary: '',
      error: { ...sent, ...reportOf(error, errorHint) },
      exitCode: exitCodeOf(error),
    })
  } finally {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

const stepRuns: { readonly [K in Step['do']]: (step: Extract<Step, { do: K }>) => StepRun } = {
  connect: () => connect,
  balance,
  sign: (step) => ('message' in step ? signMessage(step.message) : signTypedData(step.typedData)),
  send,
  tokens: () => tokens,
  activity: () => activity,
  names: () => names,
  'sign in': () => signIn,
  swap,
  switch: switchNetwork,
  update: () => update,
  delete: () => endByWallet,
  disconnect: () => disconnect,
}

function tooSlow(name: string, limit: number, hash: string | undefined): CliError {
  const hint = hash && maybeSentHint
  return cliError('cli/timeout', `${name} did not end within ${limit / 1000} s`, { hint })
}

/** Returns the reason of a stop. If the step has signed a transaction, the hint says that it may have been sent. */
function stopped(reason: unknown, hash: string | undefined): unknown {
  if (hash === undefined) return reason
  const { code, exitCode, message } = asCliError(reason)
  return new CliError(code, exitCode, message, { hint: maybeSentHint, hash, cause: reason })
}

/** If a node has ended, returns the error about that node instead of the step's error. */
function nodeEnded(world: World, error: unknown): unknown {
  const network = world.ended()
  if (network === undefined) return error
  return cliError('rpc/unreachable', `The node of ${network} has ended`, {
    cause: error,
    hint: 'It was stopped from outside, or it crashed; run the check again.',
  })
}

function skipped(step: string, summary: string, startedAt = performance.now()): StepResult {
  const durationMs = Math.round(performance.now() - startedAt)
  return { step, status: 'skipped', seen: {}, summary, exitCode: exitCodes.ok, durationMs }
}

/** Returns the networks of the flow besides its first network: networks of the world, and networks that its steps name. */
export async function otherNetworks(
  { io }: Pick<Context, 'io'>,
  { flow, world }: Pick<CheckRun, 'flow' | 'world'>,
): Promise<readonly ChainNetwork[]> {
  const named = flow.steps.flatMap((step) =>
    step.do === 'switch' && step.network !== undefined ? [step.network] : [],
  )
  const own = world.networks.filter(({ chainNamespace }) => chainNamespace === flow.family)
  const known = new Set<string>(own.map(({ caipNetworkId }) => caipNetworkId))
  const more = await Promise.all(
    named
      .filter((name) => !known.has(name))
      .map((name) => resolveNetwork(io.env, name, { field: 'switch.network' })),
  )
  return [...own.slice(1), ...more]
}
