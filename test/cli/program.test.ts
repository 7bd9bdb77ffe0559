import { readdirSync, readFileSync } from 'node:fs'
import { bitcoin, mainnet } from 'latchkey/networks'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { reportSent } from '../../cli/commands/sent.ts'
import { withDeadline } from '../../cli/deadline.ts'
import { CliError, Interruption } from '../../cli/output/cli-error.ts'
import { exitCodeOf } from '../../cli/output/exit-codes.ts'
import { createProgram } from '../../cli/program.ts'
import type { CommandRun } from '../../cli/tree/command-run.ts'
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

  it.each([
    ['', ','],
    ['', ', '],
    ['key:', ','],
  ])(
    'does not print the numbers of a Solana keypair after %j and separated by %j',
    async (before, between) => {
      const numbers = Array.from({ length: 64 }, (_, at) => (at * 7 + 101) % 256).join(between)
      const keypair = `${before}[${numbers}]`
      for (const argv of [
        ['connect', '--wallet', keypair, '-n', 'sepolia'],
        ['keystore', 'import', 'x.json', '--from', keypair],
        ['check', '--wallet', 'walletconnect', '--as', keypair, '--family', 'solana', '-n', 'solana-devnet'],
        [`--private-key=${keypair}`],
        ['inspect', 'x', keypair],
      ]) {
        const ran = await runCli(argv, { env: env() })
        expect(ran.code, ran.stderr).toBe(2)
        expect(ran.stderr + ran.stdout).not.toContain(numbers.slice(0, 40))
      }
      const set = await runCli(['balance'], { env: { ...env(), LATCHKEY_WALLET: keypair } })
      expect(set.stderr).toContain('never given as an argument')
      expect(set.stderr + set.stdout).not.toContain(numbers.slice(0, 40))
    },
  )

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

  it('lists in its help every variable of the environment that it reads', async () => {
    const files = readdirSync('cli', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const sources = files.map((name) => readFileSync(`cli/${name}`, 'utf8'))
    const read = sources.flatMap((text) =>
      [...text.matchAll(/\benv\.(LATCHKEY_\w+)/g)].map(([, name]) => name!),
    )
    expect(read).toContain('LATCHKEY_HOME')
    const { stdout } = await runCli(['--help'], { env: env() })
    expect([...new Set(read)].filter((name) => !stdout.includes(name))).toEqual([])
  })

  it('names the hash of a sent transaction if the wait for it fails unexpectedly', async () => {
    const context = { out: { progress() {} }, signal: new AbortController().signal }
    const adapter = {
      waitForTransaction: async () => {
        throw new TypeError('no such field')
      },
    }
    const reported = reportSent(
      context as never,
      { network: mainnet, adapter } as never,
      { hash: '0x12' } as never,
      { data: { account: 'eip155:1:0x34' }, rows: [] },
      true,
    )
    await expect(reported).rejects.toMatchObject({
      code: 'internal/unexpected',
      message: '0x12: TypeError: no such field',
      data: { account: 'eip155:1:0x34', hash: '0x12', status: { phase: 'unknown' } },
    })
  })
})

describe('the time limit of a command', () => {
  afterEach(() => void vi.useRealTimers())
  const io = () => ({ signal: new AbortController().signal })
  const data = { hash: '0x12', status: { phase: 'unknown' } }

  it.each([
    ['data', new CliError('cli/wait-ended', 130, 'x', { data }), data, '0x12'],
    ['the hash', latchkeyError('rpc/maybe-sent', { hash: '0x12' }), data, '0x12'],
    ['an unknown status', latchkeyError('rpc/maybe-sent'), { status: { phase: 'unknown' } }, undefined],
  ])('keeps %s of the error of a payment that it stops', async (_, error, kept, hash) => {
    vi.useFakeTimers()
    const ran = withDeadline(
      io(),
      60_000,
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(error))),
    )
    ran.catch(() => {})
    await vi.advanceTimersByTimeAsync(60_000)
    const hint = expect.stringContaining('may have been sent')
    await expect(ran).rejects.toMatchObject({ code: 'cli/timeout', exitCode: 6, data: kept, hash, hint })
  })

  it('keeps the result of a command that is interrupted after it got the result', async () => {
    const signal = AbortSignal.abort(new Interruption('SIGINT'))
    const ran = await runCli(['networks', '--json'], { env: env(), signal })
    expect(ran.code).toBe(130)
    expect(ran.json()).toMatchObject({
      error: { code: 'cli/interrupted' },
      data: { networks: expect.anything() },
    })
  })

  it.each([
    ['absent for devnet, which can install packages', ['devnet'], undefined],
    ['absent for check', ['check'], undefined],
    ['a minute for send', ['send'], 60_000],
  ])('is %s', async (_, argv, limit) => {
    const runs: CommandRun[] = []
    const program = createProgram(
      async (command) => void runs.push(command),
      () => {},
    )
    await program.parseAsync(argv, { from: 'user' })
    expect(runs.map((command) => command.limit)).toEqual([limit])
  })

  it.each([
    ['an hour on a public Bitcoin network', bitcoin, 3_600_000],
    ['five minutes on another network', mainnet, 300_000],
  ])('becomes %s when the command waits for a block', async (_, network, limit) => {
    const extended: number[] = []
    const context = {
      ...{ out: { progress() {} }, signal: new AbortController().signal },
      extend: (ms: number) => void extended.push(ms),
    }
    const adapter = { waitForTransaction: async () => ({ phase: 'confirmed' }) }
    const report = (wait: boolean) =>
      reportSent(
        context as never,
        { network, adapter } as never,
        { hash: '0x12' } as never,
        { data: {}, rows: [] },
        wait,
      )
    await report(false)
    expect(extended).toEqual([])
    await report(true)
    expect(extended).toEqual([limit])
  })

  it('starts again when the user is asked in a wallet on another device', async () => {
    vi.useFakeTimers()
    const ran = withDeadline(io(), 60_000, async (signal, time) => {
      time.restart(300_000)
      await new Promise((resolve) => setTimeout(resolve, 299_000))
      signal.throwIfAborted()
      return 'answered'
    })
    await vi.advanceTimersByTimeAsync(299_000)
    await expect(ran).resolves.toBe('answered')
  })
})
