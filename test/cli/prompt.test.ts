import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askNode } from '../../cli/nodes/node-rpc.ts'
import { run } from '../../cli/run.ts'
import { type Devnet, devAccounts } from '../../src/devnet/index.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!.eip155!

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet.stop())

/**
 * Runs a command on a simulated terminal, and types these answers at the prompts. With `input`, types this text
 * and Ctrl-D first.
 */
async function onTerminal(
  argv: readonly string[],
  answers: readonly string[],
  env: Record<string, string> = {},
  input?: string,
) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  if (input !== undefined) stdin.end(input)
  const written = { stdout: '', stderr: '' }
  const left = [...answers]
  const code = await run(argv, {
    stdin,
    stdout: {
      write(text) {
        written.stdout += text
      },
    },
    stderr: {
      isTTY: true,
      write(text) {
        written.stderr += text
        // A user needs time to read before typing.
        if (/(\] |assword: |more: |Key: )$/.test(text))
          setTimeout(() => stdin.write(`${left.shift() ?? ''}\n`), 20)
      },
    },
    env: { LATCHKEY_HOME: `${tempDir()}/home`, NO_COLOR: '1', ...env },
    cwd: process.cwd(),
    signal: new AbortController().signal,
  })
  return { code, ...written, unasked: left }
}

const sendArgs = () => [
  'send',
  '-w',
  'dev:alice',
  '-n',
  'eip155:31337',
  '--rpc',
  devnet.nodes[0]!.url,
  '--to',
  'dev:bob',
  '--amount',
  '0.5',
]
const nonce = async () =>
  Number(await askNode<string>(devnet.nodes[0]!.url, 'eth_getTransactionCount', [alice.address, 'latest']))

describe('a prompt', () => {
  it('shows what will be sent, and sends nothing if the user answers no', { tags: ['ci'] }, async () => {
    const before = await nonce()
    for (const answer of ['n', '', 'perhaps']) {
      const ran = await onTerminal(sendArgs(), [answer])
      expect(ran.code).toBe(3)
      expect(ran.stderr).toMatch(/Send 0\.5 ETH to 0x7099\w+ on .*fee up to .* ETH\? \[y\/N\]/)
      expect(ran.stderr).toContain('nothing was sent')
      expect(ran.stdout).toBe('')
    }
    expect(await nonce()).toBe(before)
  })

  it('leads to a send if the user answers yes, and is skipped with --yes', async () => {
    const before = await nonce()
    expect((await onTerminal(sendArgs(), ['y'])).code).toBe(0)
    const skipped = await onTerminal([...sendArgs(), '--yes'], ['n'])
    expect(skipped).toMatchObject({ code: 0, unasked: ['n'] })
    expect(skipped.stderr).toMatch(/fee up to .* ETH/)
    // The command reports a send before the transaction is in a block.
    await expect.poll(nonce, { message: 'blocks have both transactions' }).toBe(before + 2)
  })

  it.each<[string, readonly string[], Record<string, string>]>([
    ['--no-input', ['--no-input'], {}],
    ['CI=true', [], { CI: 'true' }],
  ])("isn't skipped by %s, so nothing is signed without --yes", async (_, more, env) => {
    const before = await nonce()
    const ran = await onTerminal([...sendArgs(), ...more], ['y'], env)
    expect(ran).toMatchObject({ code: 3, stdout: '', unasked: ['y'] })
    expect(ran.stderr).toMatch(/fee up to .* ETH/)
    expect(ran.stderr).toMatch(/nothing was sent.*\[cli\/declined\]\n.*--yes/)
    expect((await onTerminal([...sendArgs(), ...more, '--yes'], [], env)).code).toBe(0)
    await expect
      .poll(nonce, { message: 'a block has the transaction of the send with --yes' })
      .toBe(before + 1)
  })

  it('shows what will be signed even with --quiet', async () => {
    const on = ['-w', 'dev:alice', '-n', 'eip155:31337', '--rpc', devnet.nodes[0]!.url]
    for (const more of [[], ['-q']]) {
      const ran = await onTerminal(['sign', 'message', 'pay the rent', ...on, ...more], ['n'])
      expect(ran.code).toBe(3)
      expect(ran.stderr).toContain('| pay the rent')
      expect(ran.stderr).toContain('nothing was signed')
      expect(ran.stdout).toBe('')
    }
    const yes = await onTerminal(['sign', 'message', 'pay the rent', ...on, '-q', '--yes'], ['n'])
    expect(yes).toMatchObject({ code: 0, stderr: '', unasked: ['n'] })
  })

  it('needs a terminal: elsewhere, a command without --yes signs nothing', async () => {
    const before = await nonce()
    const env = { LATCHKEY_HOME: tempDir() }
    for (const more of [[], ['--json'], ['-q']]) {
      const ran = await runCli([...sendArgs(), ...more], { env })
      expect(ran.code).toBe(3)
      expect(ran.stderr).toMatch(/Send 0\.5 ETH to 0x7099\w+ on .*fee up to .* ETH\?\n/)
      if (more.includes('--json')) expect(ran.json().error).toMatchObject({ code: 'cli/declined' })
      else expect(ran.stdout).toBe('')
    }
    const on = ['-w', 'dev:alice', '-n', 'eip155:31337', '--rpc', devnet.nodes[0]!.url]
    const signed = await runCli(['sign', 'message', 'pay the rent', ...on, '-q'], { env })
    expect(signed).toMatchObject({ code: 3, stdout: '' })
    expect(signed.stderr).toContain('| pay the rent')
    expect(await nonce()).toBe(before)
  })

  it('reads a password without showing it, and asks twice for a new password', { tags: ['ci'] }, async () => {
    const file = `${tempDir()}/keystore.json`
    const different = await onTerminal(['keystore', 'new', file], ['first password', 'second password'])
    expect(different.code).toBe(2)
    const made = await onTerminal(['keystore', 'new', file, '-q'], ['a new password', 'a new password'])
    expect(made.code).toBe(0)
    const used = await onTerminal(
      [
        'sign',
        'message',
        'hi',
        '--yes',
        '-w',
        `keystore:${file}`,
        '-n',
        'eip155:31337',
        '--rpc',
        devnet.nodes[0]!.url,
      ],
      ['a new password'],
    )
    expect(used.code).toBe(0)
    expect(different.stderr + made.stderr + made.stdout + used.stderr + used.stdout).not.toMatch(
      /(first|second|new) password/,
    )
  })

  it("isn't shown after the end of standard input, when it could get no answer", async () => {
    const on = ['-w', 'dev:alice', '-n', 'eip155:31337', '--rpc', devnet.nodes[0]!.url, '--timeout', '20']
    const ran = await onTerminal(['sign', 'message', '-', ...on], [], {}, 'pay the rent')
    expect(ran).toMatchObject({ code: 3, stdout: '' })
    expect(ran.stderr).toMatch(/nothing was signed.*\[cli\/declined\]\n.*--file/)
  })

  it('declines after Ctrl-D', async () => {
    const on = ['-w', 'dev:alice', '-n', 'eip155:31337', '--rpc', devnet.nodes[0]!.url, '--timeout', '20']
    const ran = await onTerminal(['sign', 'message', 'pay the rent', ...on], ['\u0004'])
    expect(ran).toMatchObject({ code: 3, stdout: '', unasked: [] })
  })

  it('reads a key without showing it', async () => {
    const file = `${tempDir()}/keystore.json`
    const made = await onTerminal(
      ['keystore', 'import', file, '--timeout', '20'],
      [alice.secret, 'a new password', 'a new password'],
    )
    expect(made).toMatchObject({ code: 0, unasked: [] })
    expect(made.stdout).toContain(alice.address)
    expect(made.stderr + made.stdout).not.toMatch(new RegExp(`${alice.secret}|new password`))
  })
})
