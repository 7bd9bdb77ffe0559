import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runCli, startCli, tempDir } from './support/run-cli.ts'

afterEach(() => vi.unstubAllEnvs())

describe('latchkey devnet on a machine without bitcoind and simd', { timeout: 120_000 }, () => {
  it('shows what runs, what is a simulator, what is missing, and one line that gets each', async () => {
    vi.stubEnv('BITCOIND', '/nowhere/bitcoind')
    vi.stubEnv('SIMD', 'none')
    const env = { LATCHKEY_HOME: tempDir() }
    const stop = new AbortController()
    const { done, written } = startCli(['devnet'], { env, signal: stop.signal })
    const ended = done.then(({ code, stderr }) => {
      if (!stop.signal.aborted) throw new Error(`it ended with ${code}: ${stderr}`)
    })
    while (!written.stdout.includes('Running until')) await Promise.race([sleep(50), ended])
    const status = await runCli(['devnet', 'status'], { env })
    const json = await runCli(['devnet', 'status', '--json'], { env })
    stop.abort()
    await ended
    for (const text of [written.stdout, status.stdout]) {
      const software = (alias: string) => new RegExp(`^${alias} .*?  (\\w+) +http`, 'm').exec(text)?.[1]
      expect(['devnet', 'devnet-solana', 'devnet-polkadot', 'devnet-cosmos'].map(software)).toEqual([
        'anvil',
        'LiteSVM',
        'chopsticks',
        'simulator',
      ])
      expect(text).toMatch(/^bitcoind +install Bitcoin Core \(https:\S+\), or set BITCOIND to its bitcoind$/m)
      expect(text).toMatch(/^simd +npm run devnet:simd \(until then, cosmos runs on a simulator\)$/m)
    }
    const { data } = json.json()
    expect(Object.keys(data.missing)).toEqual(['bip122'])
    expect(
      data.nodes.find(({ network }: { network: string }) => network === 'cosmos:latchkey-1'),
    ).toMatchObject({
      software: 'simulator',
      simulates: { software: 'simd', install: 'npm run devnet:simd' },
      answers: true,
    })
  })
})
