import { describe, expect, it } from 'vitest'
import { families } from '../../cli/families.ts'
import { hasBitcoind } from '../support/bitcoind.ts'
import { runCli, tempDir } from './support/run-cli.ts'

describe('latchkey check --wallet walletconnect', () => {
  it.each(families)(
    'passes on %s: pair, sign, send, switch, update, delete, each request once',
    async (family) => {
      if (family === 'bip122' && !hasBitcoind) return
      const env = { ...process.env, LATCHKEY_HOME: tempDir() }
      const { code, stdout, stderr, json } = await runCli(
        ['check', '-w', 'walletconnect', '--family', family, '--json'],
        { env },
      )
      expect(code, stderr + stdout).toBe(0)
      const [flow] = json().data.flows
      const seen = Object.fromEntries(
        flow.steps.map((one: { step: string; status: string }) => [one.step, one.status]),
      )
      for (const step of [
        'connect',
        'sign message',
        'send native',
        'switch',
        'update',
        'delete',
        'disconnect',
      ])
        expect(seen[step], step).toBe('ok')
    },
    120_000,
  )

  it('is refused on a network that is not its own', async () => {
    const ran = await runCli(['check', '-w', 'walletconnect', '-n', 'sepolia'], {
      env: { LATCHKEY_HOME: tempDir() },
    })
    expect(ran.code).toBe(2)
  })
})
