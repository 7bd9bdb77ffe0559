import { createInterface } from 'node:readline'
import { spawnTied } from '../../src/devnet/tied-process.ts'

export interface ServeProcess {
  /** The URL of the public services. */
  readonly url: string
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Runs `latchkey serve` without an embedded wallet, in a separate process. Resolves when the services answer. */
export async function serveInProcess(
  program: string,
  { env, args }: { readonly env: Readonly<Record<string, string>>; readonly args: readonly string[] },
): Promise<ServeProcess> {
  const all = Object.entries({ DESK_TOKEN: 't'.repeat(40), ...env }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const run = spawnTied('env', [
    ...[
      ...all,
      process.execPath,

      program,
      'serve',
      '--quiet',
      '--without-wallet',
    ],
    ...['--services-port', '0', '--desk-port', '0', ...args],
  ])
  let said = ''
  run.child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const lines = createInterface({ input: run.child.stdout as NodeJS.ReadableStream })
  const url = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    run.ended.then(() => Promise.reject(new Error(`the service does not start: ${said}`))),
  ])
  return {
    url,
    async kill() {
      run.child.kill('SIGKILL')
      await run.ended
    },
    stop: async () => void (await run.stop()),
  }
}
