import { throwIfAborted } from '../../core/async/abort.ts'
import type { StartOptions } from '../family-devnet.ts'
import { nodeRpc } from '../node-rpc.ts'
import { serveGateway } from '../server/gateway.ts'
import { hiddenHost } from '../server/hidden-host.ts'
import { spawnTied } from '../tied-process.ts'
import { anvilBinary } from './anvil-binary.ts'
import { lineOf, type RunningProgram, startProgram } from './start-program.ts'

export type AnvilNode = RunningProgram

/** A start takes 0.3 s, but much longer on a busy machine. */
const startTimeout = 30_000

/**
 * Starts anvil on a free port, behind a gateway that rejects foreign web pages. Resolves when anvil answers.
 * @throws `config/peer-missing`, `flow/aborted`, `internal/unexpected` when anvil doesn't start.
 */
export async function startAnvil(
  chainId: number,
  { signal, log, allowedOrigins }: StartOptions,
): Promise<AnvilNode> {
  throwIfAborted(signal)
  const host = await hiddenHost()
  // With port 0, anvil takes a free port and prints it. So no other program can take the port first.
  const where = ['--host', host, '--port', '0', '--no-cors']
  // Anvil keeps the states of 500 blocks in memory. By default, it writes older states to the home folder, and never deletes
  // them. In a day of test runs, those files grow to gigabytes.
  const kept = ['--max-persisted-states', '0']
  const node = spawnTied(anvilBinary(), [
    ...where,
    ...kept,
    '--chain-id',
    String(chainId),
    '--color',
    'never',
  ])
  const limits = { program: 'anvil', timeout: startTimeout, signal, stop: node.stop }
  return startProgram(limits, async (start) => {
    const port = await lineOf(node, (line) => /^Listening on .*:(\d+)$/.exec(line)?.[1], start)
    const own = `http://${host}:${port}`
    const answered = Number(await nodeRpc<string>(own, 'eth_chainId', [], start.signal))
    if (answered !== chainId) throw start.failed(`it serves chain ${answered}, not ${chainId}`)
    const { url, stop } = await serveGateway(own, { allowedOrigins })
    log?.debug(`anvil serves eip155:${chainId} at ${url}`)
    return {
      url,
      get pid() {
        return node.pid
      },
      async stop() {
        await stop()
        await node.stop()
      },
    }
  })
}
