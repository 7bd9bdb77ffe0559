import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { spawnTied } from '../../src/devnet/tied-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The example as it would be built, from the sources. */
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
  /** `kill -9`; resolves when it is gone. */
  kill(): Promise<void>
  /** Resolves with its exit code. */
  stop(): Promise<number | null>
  /** Its output on standard error. */
  said(): string
}

/** The origin of the page whose visitors it accepts. */
export const pageOrigin = 'http://localhost'

/** Runs the built server separately, at most until this process ends. */
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
  // The environment's own database settings are not meant for it.
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
