import type { Devnet } from 'latchkey/devnet'
import { builtInFlow } from '../../../cli/check/built-in-flow.ts'
import type { FlowReport } from '../../../cli/check/report.ts'
import { type CheckRun, runCheck } from '../../../cli/check/run-check.ts'
import type { World } from '../../../cli/check/world.ts'
import { Output } from '../../../cli/output/output.ts'
import type { ActingWallet } from '../../../cli/wallets/acting-wallet.ts'
import { tempDir } from './run-cli.ts'

type CheckOptions = Partial<World> & Partial<Pick<CheckRun, 'wrapWallet' | 'onStep'>>

/** `latchkey check` on the first network of a devnet, with alice's wallet, which may be wrapped in another. */
export async function checkDevnet(
  { networks, tokens, exchange, data }: Pick<Devnet, 'networks' | 'tokens' | 'exchange' | 'data'>,
  { wrapWallet, onStep, ...given }: CheckOptions = {},
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
  const context = { io, out: new Output(io), flags: { input: false, yes: true }, signal: io.signal }
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
  return runCheck(context, { flow, world, wrapWallet, onStep })
}

/** A wallet that does something else with one method or feature. */
export const lying =
  (method: string, answer: (honest: () => Promise<unknown>) => unknown) =>
  (wallet: ActingWallet): ActingWallet => ({
    ...wallet,
    request: async (call) =>
      call.method === method ? answer(() => wallet.request(call)) : wallet.request(call),
  })
