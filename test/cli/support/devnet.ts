import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunOptions, runCli, startCli } from './run-cli.ts'

/** `latchkey devnet` with every family that can be had, and commands that find it. */
export async function startedDevnet() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-devnet-'))
  const home = join(folder, 'home')
  const stop = new AbortController()
  const devnet = startCli(['devnet', '--json'], { env: { LATCHKEY_HOME: home }, signal: stop.signal })
  const ended = devnet.done.then(({ code, stderr }) => {
    if (devnet.written.stdout === '') throw new Error(`the devnet ended with ${code}: ${stderr}`)
  })
  while (devnet.written.stdout === '') {
    const waited = new Promise<void>((resolve) => setTimeout(resolve, 50))
    await Promise.race([waited, ended])
  }
  const { data } = JSON.parse(devnet.written.stdout)
  const cli = (argv: readonly string[], options: RunOptions = {}) =>
    runCli(argv, { ...options, env: { LATCHKEY_HOME: home, ...options.env } })
  return {
    home,
    folder,
    data,
    families: new Set<string>(
      data.networks.map(({ chainNamespace }: { chainNamespace: string }) => chainNamespace),
    ),
    cli,
    async json(argv: readonly string[], options?: RunOptions) {
      const ran = await cli([...argv, '--json'], options)
      return { code: ran.code, stderr: ran.stderr, ...ran.json() }
    },
    async stop() {
      stop.abort()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
