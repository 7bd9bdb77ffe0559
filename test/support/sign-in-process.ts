import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { spawnTied } from '../../src/devnet/tied-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Bundles the example server, with Latchkey from the sources, as the example's own build would. */
export async function bundleSignInServer(): Promise<{ readonly main: string; remove(): void }> {
  const outdir = `${root}.cache/sign-in-server-${randomUUID()}`
  await build({
    absWorkingDir: root,
    entryPoints: ['examples/sign-in-server/server.ts'],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    packages: 'external',
    alias: {
      'latchkey/servers': './src/servers/index.ts',
      'latchkey/siwx': './src/siwx/index.ts',
      latchkey: './src/index.ts',
    },
  })
  return { main: `${outdir}/server.js`, remove: () => rmSync(outdir, { recursive: true, force: true }) }
}

export interface ServerProcess {
  readonly url: string
  readonly port: number
  /** Kills the process with SIGKILL. Resolves when the process is gone. */
  kill(): Promise<void>
  /** Stops the process. Resolves with its exit code. */
  stop(): Promise<number | null>
  /** Returns the output on standard error. */
  said(): string
}

/** The origin of the page that the server serves. */
export const pageOrigin = 'http://localhost'

/** Runs the built server in a separate process. The server ends at the latest when this process ends. */
export async function startServerProcess(
  main: string,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const all = {
    PORT: '0',
    DOMAINS: 'localhost',
    NONCES_PER_MINUTE: '100000',
    SIGN_INS_PER_MINUTE: '100000',
    ...env,
  }
  const assignments = Object.entries(all).map(([name, value]) => `${name}=${value}`)
  const run = spawnTied('env', ['-u', 'DATABASE_URL', ...assignments, process.execPath, main])
  let said = ''
  run.child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const lines = createInterface({ input: run.child.stdout as NodeJS.ReadableStream })
  const url = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    run.ended.then(() => Promise.reject(new Error(`the server does not start: ${said}`))),
  ])
  return {
    url,
    port: Number(new URL(url).port),
    async kill() {
      run.child.kill('SIGKILL')
      await run.ended
    },
    async stop() {
      await run.stop()
      return (await run.ended).code
    },
    said: () => said,
  }
}
