import { throwIfAborted } from '../../../core/async/abort.ts'
import type { StartOptions } from '../../family-devnet.ts'
import { serveGateway } from '../../server/gateway.ts'
import { hiddenHost } from '../../server/hidden-host.ts'
import { spawnTied } from '../../tied-process.ts'
import { lineOf, startProgram } from '../start-program.ts'
import { polkadotProgram } from './workspace.ts'

/** A network for `devnet/polkadot/start.mjs`. */
export interface ChopsticksChain {
  /** The genesis hash, which identifies the network. */
  readonly hash: string
  readonly name: string
  readonly properties: object
  /** Storage in addition to the genesis, by pallet and item. */
  readonly storage: object
}

export interface ChopsticksNode {
  /** One URL per network, in the order of the networks. Each URL serves HTTP and WebSocket. */
  readonly urls: readonly string[]
  readonly pid: number | undefined
  stop(): Promise<void>
}

/** A start takes 5 s, because the runtime is compiled. It takes much longer on a busy machine. */
const startTimeout = 120_000

/**
 * Starts networks in one process. Each network has a free port, with a gateway that rejects foreign web pages.
 * @throws `config/peer-missing`, `flow/aborted`, `internal/unexpected` when they don't start.
 */
export async function startChopsticks(
  chains: readonly ChopsticksChain[],
  options: StartOptions,
): Promise<ChopsticksNode> {
  const { signal, log, allowedOrigins } = options
  const program = await polkadotProgram(options)
  throwIfAborted(signal)
  const host = await hiddenHost()
  const node = spawnTied(process.execPath, [program, JSON.stringify(chains), host])
  const limits = { program: 'chopsticks', timeout: startTimeout, signal, stop: node.stop }
  return startProgram(limits, async (start) => {
    const own = await lineOf(node, listening, start)
    const gateways = await Promise.all(own.map((url) => serveGateway(url, { allowedOrigins })))
    const urls = gateways.map(({ url }) => url)
    log?.debug(`chopsticks serves ${chains.map(({ name }) => name).join(', ')} at ${urls.join(', ')}`)
    return {
      urls,
      get pid() {
        return node.pid
      },
      async stop() {
        await Promise.all(gateways.map((gateway) => gateway.stop()))
        await node.stop()
      },
    }
  })
}

/** Returns the addresses in the line that the program prints when it is ready. */
function listening(line: string): readonly string[] | undefined {
  if (!line.startsWith('{"listening"')) return undefined
  return (JSON.parse(line) as { readonly listening: readonly string[] }).listening
}
