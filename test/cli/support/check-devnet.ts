import type { Devnet } from 'latchkey/devnet'
import type { Intercept, WalletRequest } from 'latchkey/wallets'
import { builtInFlow } from '../../../cli/check/built-in-flow.ts'
import type { FlowReport } from '../../../cli/check/report.ts'
import { type CheckRun, runCheck } from '../../../cli/check/run-check.ts'
import type { World } from '../../../cli/check/world.ts'
import { Output } from '../../../cli/output/output.ts'
import { tempDir } from './run-cli.ts'

type CheckOptions = Partial<World> & Partial<Pick<CheckRun, 'intercept' | 'onStep'>>

/**
 * Runs `latchkey check` on the first network of a devnet, with Alice's wallet. `intercept` can change the wallet's
 * answers.
 */
export async function checkDevnet(
  { networks, tokens, exchange, data }: Pick<Devnet, 'networks' | 'tokens' | 'exchange' | 'data'>,
  { intercept, onStep, ...given }: CheckOptions = {},
): Promise<FlowReport> {
  const [network] = networks
  const sink = { write: () => {} }
  const io = {
    stdin: process.stdin,
    stdout: sink,
    stderr: sink,
    env: { LATCHKEY_HOME: tempDir() },
    cwd: process.cwd(),
    signal: new AbortController().signal,
  }
  const context = {
    io,
    out: new Output(io),
    flags: { input: false, yes: true },
    signal: io.signal,
    health: new Map(),
  }
  const world: World = {
    networks,
    tokens,
    receiver: 'dev:bob',
    wallet: 'dev:alice',
    data: data && { url: data.url, zone: data.zone, projectId: 'test' },
    swaps: exchange?.map((one) => one.network),
    local: true,
    ended: () => undefined,
    stop: async () => {},
    ...given,
  }
  const flow = builtInFlow(network!.chainNamespace, network!, true, {
    zone: world.data?.zone,
    swaps: world.swaps,
  })
  return runCheck(context, { flow, world, intercept, onStep })
}

/** Returns a wallet that changes its answer to one method or feature. */
export const lying =
  (method: string, answer: (honest: () => Promise<unknown>) => unknown): Intercept =>
  async (request, honest) =>
    request.method === method ? answer(honest) : honest()

/** Returns the wallet's answer to the same request with other parameters. */
export const answerTo = (
  request: WalletRequest,
  params: readonly unknown[],
  honest: () => Promise<unknown>,
) => {
  Object.assign(request, { params })
  return honest()
}
