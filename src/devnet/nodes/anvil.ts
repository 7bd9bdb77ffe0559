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

/** Starting takes 0.3 s; this is for a machine that does a hundred other things. */
const startTimeout = 30_000

/**
 * Starts one anvil chain behind a gateway, on a port that the operating system picks, and resolves when it answers with its
 * chain id.
 *
 * @throws `config/peer-missing`, `flow/aborted`, `internal/unexpected` when it does not come up.
 */
export async function startAnvil(
  chainId: number,
  { signal, log, allowedOrigins }: StartOptions,
): Promise<AnvilNode> {
  throwIfAborted(signal)
  const host = await hiddenHost()
  // Port 0: anvil itself asks the system for a free port and prints it, so nobody can take it in between.
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
  // Read for as long as it runs: a full pipe would stop the node.
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
