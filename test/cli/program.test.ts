import { describe, expect, it } from 'vitest'
import { CliError } from '../../cli/output/cli-error.ts'
import { exitCodeOf } from '../../cli/output/exit-codes.ts'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const env = () => ({ LATCHKEY_HOME: `${tempDir()}/home` })

describe('the command line', () => {
  it.each([
    ['an unknown command', ['blance'], 'unknown command', 'Did you mean balance?'],
    ['an unknown flag', ['balance', '--tokn', 'x'], 'unknown option', 'Did you mean --token?'],
    ['an unknown action', ['devnet', 'strat'], 'strat', 'See latchkey --help'],
    ['an extra word', ['status', 'now'], 'too many arguments', 'See latchkey --help'],
    ['a missing value', ['balance', '--token'], 'argument missing', 'See latchkey --help'],
    ['a missing argument', ['switch'], 'missing required argument', 'See latchkey --help'],
    ['a missing subcommand', ['sign'], 'A command is missing', 'See latchkey --help'],
  ])('ends with exit code 2 for %s', async (_, argv, message, hint) => {
    const ran = await runCli(argv, { env: env() })
    expect(ran.code).toBe(2)
    expect(ran.stdout).toBe('')
    expect(ran.stderr).toContain(message)
    expect(ran.stderr).toContain(hint)
    expect(ran.stderr).toContain('[cli/usage]')
  })

  it.each([
    [['blance']],
    [['balance', '--tokn', 'x']],
    [['sign']],
    [['check', '--reporter', 'xml']],
    [['--nonsense']],
  ])('prints one JSON object for the usage error in the arguments %j', async (argv) => {
    const ran = await runCli([...argv, '--json'], { env: env() })
    expect(ran.code).toBe(2)
    expect(ran.json()).toMatchObject({
      schemaVersion: 1,
      ok: false,
      data: null,
      error: { code: 'cli/usage' },
    })
    expect(ran.stderr).toBe('')
  })

  it('treats --json after -- as an ordinary argument', async () => {
    const ran = await runCli(['inspect', '--', '--json'], { env: env() })
    expect(ran.stdout).toBe('')
    expect(ran.code).toBe(2)
  })

  it('does not print a key that was passed as an argument by mistake', async () => {
    const key = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    const ran = await runCli([`--private-key=0x${key}`], { env: env() })
    expect(ran.code).toBe(2)
    expect(ran.stderr).not.toContain(key)
    const wallet = await runCli(['connect', '--wallet', `key:0x${key}`, '-n', 'sepolia'], { env: env() })
    expect(wallet.code).toBe(2)
    expect(wallet.stderr).toContain('never given as an argument')
    expect(wallet.stderr + wallet.stdout).not.toContain(key)
  })

  it('prints help on standard output in 80 columns, even if no command is given', async () => {
    for (const argv of [[], ['--help'], ['help'], ['send', '--help'], ['check', '--help']]) {
      const ran = await runCli(argv, { env: env() })
      expect(ran.code).toBe(0)
      expect(ran.stdout).toContain('Usage: latchkey')
      expect(ran.stderr).toBe('')
      expect(ran.stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    }
  })

  it('prints the help and the version as one JSON object with --json', async () => {
    expect((await runCli(['--help', '--json'], { env: env() })).json().data.text).toContain('Exit codes:')
    expect((await runCli(['--version', '--json'], { env: env() })).json()).toMatchObject({ ok: true })
  })

  it.each([['0'], ['-5'], ['soon'], ['1e9'], ['']])('refuses the timeout %j', async (timeout) => {
    const ran = await runCli(['status', `--timeout=${timeout}`, '--json'], { env: env() })
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toMatch(/^timeout:/)
  })

  it('reads options from the environment, but a flag has priority', async () => {
    const home = env()
    const refused = await runCli(['status', '--json'], { env: { ...home, LATCHKEY_TIMEOUT: 'soon' } })
    expect(refused.code).toBe(2)
    const ran = await runCli(['status', '--timeout', '5', '--json'], {
      env: { ...home, LATCHKEY_TIMEOUT: 'soon' },
    })
    expect(ran.code).toBe(0)
  })

  it('uses styles only on a terminal by default', async () => {
    const home = env()
    const plain = await runCli(['networks'], { env: home })
    expect(plain.stdout).not.toContain('\u001B[')
    expect((await runCli(['networks'], { env: { ...home, FORCE_COLOR: '1' } })).stdout).toContain('\u001B[')
    const both = await runCli(['networks'], { env: { ...home, FORCE_COLOR: '1', NO_COLOR: '1' } })
    expect(both.stdout).toBe(plain.stdout)
  })
})

describe('the exit code', () => {
  it.each([
    ['validation/invalid-amount', 2],
    ['caip/invalid-network-id', 2],
    ['network/not-requested', 2],
    ['validation/insufficient-balance', 1],
    ['wallet/user-rejected', 3],
    ['wallet/unauthorized', 4],
    ['connection/not-connected', 4],
    ['rpc/unreachable', 5],
    ['http/invalid-body', 5],
    ['wallet/chain-disconnected', 5],
    ['http/timeout', 6],
    ['wallet/timeout', 6],
    ['adapter/unsupported', 8],
    ['rpc/method-unsupported', 8],
    ['name/needs-gateway', 8],
    ['rpc/limit-exceeded', 5],
    ['rpc/unavailable', 5],
    ['rpc/not-kept', 5],
    ['rpc/refused', 5],
    ['http/status', 5],
    ['node/execution-reverted', 1],
    ['node/transaction-failed', 1],
    ['node/transaction-replaced', 1],
    ['node/transaction-unknown', 6],
    ['internal/unexpected', 1],
  ] as const)('for the error %s is %i', (code, expected) => {
    expect(exitCodeOf(latchkeyError(code))).toBe(expected)
  })

  it('comes from the cause of an error that has no code itself', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const wrapped = latchkeyError('internal/unexpected', {
      cause: new TypeError('fetch failed', { cause: refused }),
    })
    expect(exitCodeOf(wrapped)).toBe(5)
    expect(exitCodeOf(latchkeyError('rpc/unknown', { cause: new CliError('x', 4, 'y') }))).toBe(4)
    expect(exitCodeOf('text')).toBe(1)
  })
})
