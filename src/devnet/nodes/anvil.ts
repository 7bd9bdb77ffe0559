import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { throwIfAborted } from '../../core/async/abort.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { StartOptions } from '../family-devnet.ts'
import { nodeRpc } from '../node-rpc.ts'
import { serveGateway } from '../server/gateway.ts'
import { hiddenHost } from '../server/hidden-host.ts'
import { spawnTied } from '../tied-process.ts'
import { anvilBinary } from './anvil-binary.ts'

export interface AnvilNode {
  readonly url: string
  readonly pid: number | undefined
  stop(): Promise<void>
}

/** A start takes 0.3 s; the limit is for a very busy machine. */
const startTimeout = 30_000

/**
 * Starts an anvil node behind a gateway, on a port that the operating system picks. Resolves when it answers with its chain
 * id.
 *
 * @throws `config/peer-missing`, `flow/aborted`, `internal/unexpected` when it doesn't start.
 */
export async function startAnvil(
  chainId: number,
  { signal, log, allowedOrigins }: StartOptions,
): Promise<AnvilNode> {
  throwIfAborted(signal)
  const host = await hiddenHost()
  // With port 0, anvil takes a free port itself and prints it, so no other program can take it first.
  const where = ['--host', host, '--port', '0', '--no-cors']
  const node = spawnTied(anvilBinary(), [...where, '--chain-id', String(chainId), '--color', 'never'])
  const limit = AbortSignal.timeout(startTimeout)
  const stopWaiting = signal ? AbortSignal.any([signal, limit]) : limit
  try {
    const own = await Promise.race([
      listeningUrl(node.child, host, stopWaiting),
      node.ended.then(({ code, signal: by, error }) => {
        throw failed(`it ended by ${error?.message ?? by ?? `code ${code}`}`, error)
      }),
    ])
    const answered = await nodeRpc<string>(own, 'eth_chainId', [], stopWaiting)
    if (Number(answered) !== chainId) throw failed(`it serves chain ${Number(answered)}, not ${chainId}`)
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
  } catch (error) {
    await node.stop()
    throw limit.aborted ? failed(`it did not answer within ${startTimeout / 1000} s`, error) : error
  }
}

async function listeningUrl(
  child: ReturnType<typeof spawnTied>['child'],
  host: string,
  signal: AbortSignal,
): Promise<string> {
  if (!child.stdout || !child.stderr) throw failed('it has no output')
  // Read stderr as long as the node runs: a full pipe would block it.
  child.stderr.resume()
  const lines = createInterface({ input: child.stdout })
  const found = new AbortController()
  const listening = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const port = /^Listening on .*:(\d+)$/.exec(line)?.[1]
      if (port) resolve(`http://${host}:${port}`)
    })
  })
  const aborted = once(signal, 'abort', { signal: found.signal }).then(
    () => Promise.reject(signal.reason),
    () => new Promise<never>(() => {}),
  )
  try {
    return await Promise.race([listening, aborted])
  } finally {
    found.abort()
  }
}

function failed(reason: string, cause?: unknown) {
  return latchkeyError('internal/unexpected', {
    values: { message: `anvil could not be started: ${reason}` },
    cause,
  })
}
