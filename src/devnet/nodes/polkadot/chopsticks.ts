import { createInterface } from 'node:readline'
import { throwIfAborted } from '../../../core/async/abort.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { StartOptions } from '../../family-devnet.ts'
import { serveGateway } from '../../server/gateway.ts'
import { hiddenHost } from '../../server/hidden-host.ts'
import { spawnTied, type TiedProcess } from '../../tied-process.ts'
import { polkadotProgram } from './workspace.ts'

/** One network, as `devnet/polkadot/start.mjs` takes it. */
export interface ChopsticksChain {
  /** The genesis hash, which identifies the network. */
  readonly hash: string
  readonly name: string
  readonly properties: object
  /** The initial storage besides the genesis, by pallet and item. */
  readonly storage: object
}

export interface ChopsticksNode {
  /** In the order of the networks. The same address serves HTTP and WebSocket. */
  readonly urls: readonly string[]
  readonly pid: number | undefined
  stop(): Promise<void>
}

/** A start of two networks takes 5 s, mostly to compile the runtime; the limit is for a very busy machine. */
const startTimeout = 120_000

/**
 * Starts networks in one process, each behind a gateway on a port that the operating system picks. Resolves when they
 * listen.
 *
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
  const limit = AbortSignal.timeout(startTimeout)
  const stopWaiting = signal ? AbortSignal.any([signal, limit]) : limit
  try {
    const own = await listening(node, stopWaiting)
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
  } catch (error) {
    await node.stop()
    throwIfAborted(signal)
    throw limit.aborted ? failed(`it did not answer within ${startTimeout / 1000} s`, error) : error
  }
}

async function listening({ child, ended }: TiedProcess, signal: AbortSignal): Promise<readonly string[]> {
  if (!child.stdout || !child.stderr) throw failed('it has no output')
  const complaints: string[] = []
  // Read both outputs as long as the node runs: a full pipe would block it.
  child.stderr.on('data', (text) => void (complaints.length < 100 && complaints.push(String(text))))
  const lines = createInterface({ input: child.stdout })
  const until = new AbortController()
  try {
    return await Promise.race([
      new Promise<readonly string[]>((resolve) => {
        lines.on('line', (line) => {
          if (line.startsWith('{"listening"')) resolve((JSON.parse(line) as Listening).listening)
        })
      }),
      new Promise<never>((_, reject) => {
        const abort = () => reject(signal.reason)
        signal.addEventListener('abort', abort, { signal: until.signal })
      }),
      ended.then(({ code, signal: by, error }) => {
        const reason = error?.message ?? by ?? `code ${code}`
        throw failed(`it ended by ${reason}: ${complaints.join('').slice(-300)}`, error)
      }),
    ])
  } finally {
    until.abort()
  }
}

interface Listening {
  readonly listening: readonly string[]
}

function failed(reason: string, cause?: unknown) {
  return latchkeyError('internal/unexpected', {
    values: { message: `chopsticks could not be started: ${reason}` },
    cause,
  })
}
