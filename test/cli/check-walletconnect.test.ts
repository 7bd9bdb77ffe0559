// Short test runs skip this file, because the contract suite covers these steps in every run.
// @module-tag all
import type { Devnet } from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { families } from '../../cli/families/families.ts'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { runCli, tempDir } from './support/run-cli.ts'

describe('latchkey check --wallet walletconnect', () => {
  it.each(families)(
    'passes all its steps on %s',
    async (family) => {
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
        ...(family === 'eip155' ? ['swap native', 'swap token'] : []),
      ])
        expect(seen[step], step).toBe('ok')
    },
    120_000,
  )

  describe('with a network in its arguments', () => {
    let devnet: Devnet
    beforeAll(async () => {
      devnet = await leaseDevnet({ families: ['eip155'] })
    }, leaseTimeout)
    afterAll(() => devnet?.stop())
    const check = (...argv: string[]) => {
      const env = { LATCHKEY_HOME: tempDir() }
      const { networks, tokens, nodes } = devnet
      writeDevnet(env, { id: 'x', pid: process.pid, startedAt: '', networks, tokens, nodes, accounts: {} })
      return runCli(['check', '-w', 'walletconnect', '--json', ...argv], { env })
    }
    const steps = ({ json }: Awaited<ReturnType<typeof check>>) =>
      Object.fromEntries(
        json().data.flows[0].steps.map(({ step, status }: Record<string, string>) => [step, status]),
      )

    it('passes on a running devnet, and starts a relay if the devnet has none', async () => {
      const ran = await check('-n', 'devnet')
      expect(ran.code, ran.stderr + ran.stdout).toBe(0)
      expect(steps(ran)).toMatchObject({ 'send token': 'ok', switch: 'ok', update: 'ok', delete: 'ok' })
    })

    it('passes on a single network with the account that --as names', async () => {
      const rpc = devnet.networks[0]!.rpcUrls.default.http[0]!
      const ran = await check('-n', 'eip155:31337', '--rpc', rpc, '--as', 'dev:carol')
      expect(ran.code, ran.stderr + ran.stdout).toBe(0)
      expect(ran.json().data.flows[0].account).toBe(devnet.accounts.carol!.eip155!.address)
      expect(steps(ran)).toMatchObject({ 'send native': 'ok', switch: 'skipped', update: 'skipped' })
    })

    it.each([
      [['-n', 'sepolia', '--max-spend', '0.001'], 'as: is missing'],
      [['-n', 'sepolia', '--max-spend', '0.001', '--as', 'dev:alice'], 'as: dev:alice is a devnet account'],
      [['-n', 'sepolia'], 'max-spend: is missing'],
      [['-n', 'mainnet', '--max-spend', '0.001'], 'its coins have value'],
      [['-n', 'devnet', '--as', 'walletconnect'], 'as: '],
      [['-n', 'devnet', '--as', 'dev:nobody'], 'there is no devnet account'],
      [['-n', 'devnet', '-w', 'dev:alice', '--as', 'dev:bob'], 'as: needs --wallet walletconnect'],
    ])('refuses the arguments %j', async (argv, message) => {
      const ran = await check(...argv)
      expect(ran.code).toBe(2)
      expect(ran.json().error?.message).toContain(message)
    })
  })
})
