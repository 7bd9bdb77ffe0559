import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { families } from '../../../cli/families/families.ts'
import type { DevnetStatus } from '../../../cli/state/devnet-services.ts'
import { writeDevnet } from '../../../cli/state/devnet-status.ts'
import { leaseDevnet } from '../../support/leased-devnet.ts'
import { type RunOptions, runCli } from './run-cli.ts'

/**
 * Starts the test run's nodes of every available family, as a running devnet. Returns functions that run commands on
 * this devnet. All commands get `--yes`.
 */
export async function runningDevnet() {
  const missing: Record<string, string> = {}
  const devnet = await leaseDevnet({
    families,
    onMissing: (family, error) => {
      missing[family] = String(error.values.install)
    },
    ...{ relay: true, catalogue: true, exchange: true, data: true },
  })
  const { networks, tokens, nodes, accounts, relay, catalogue, exchange, data: service } = devnet
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-devnet-'))
  const home = join(folder, 'home')
  const status: DevnetStatus = {
    id: 'test',
    pid: process.pid,
    startedAt: new Date().toISOString(),
    ...{ networks, tokens, nodes, missing },
    relay: relay?.url,
    catalogue: catalogue?.url,
    exchange: exchange?.map(({ network, router }) => ({ network, router })),
    ...{ data: service?.url, zone: service?.zone },
    accounts: Object.fromEntries(
      Object.entries(accounts).flatMap(([name, { eip155 }]) => (eip155 ? [[name, eip155.address]] : [])),
    ),
  }
  writeDevnet({ LATCHKEY_HOME: home }, status)
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they please
  const data: any = JSON.parse(JSON.stringify(status))
  const cli = (argv: readonly string[], options: RunOptions = {}) =>
    runCli(['--yes', ...argv], { ...options, env: { LATCHKEY_HOME: home, ...options.env } })
  return {
    home,
    folder,
    data,
    families: new Set<string>(networks.map(({ chainNamespace }) => chainNamespace)),
    cli,
    async json(argv: readonly string[], options?: RunOptions) {
      const ran = await cli([...argv, '--json'], options)
      return { code: ran.code, stderr: ran.stderr, ...ran.json() }
    },
    async stop() {
      rmSync(folder, { recursive: true, force: true })
      await devnet.stop()
    },
  }
}
