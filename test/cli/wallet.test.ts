import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { base58, hex } from '@scure/base'
import { verifyMessage } from 'ethers'
import type { Devnet, Relay } from 'latchkey/devnet'
import nacl from 'tweetnacl'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Interruption } from '../../cli/output/cli-error.ts'
import { run } from '../../cli/run.ts'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { parseWalletScript } from '../../src/testing/walletconnect/script-file.ts'
import { type BareDapp, openBareDapp, type Proposed } from '../support/bare-dapp.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { builtCli } from './support/bundle.ts'
import { lyingNode } from './support/loopback-node.ts'
import { runCli, startCli, tempDir } from './support/run-cli.ts'

const hexOf = (text: string) => `0x${hex.encode(new TextEncoder().encode(text))}`

describe('latchkey wallet', () => {
  let devnet: Devnet
  let relay: Relay
  let dapp: BareDapp
  let env: Record<string, string>

  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['eip155', 'solana', 'cosmos'], relay: true })
    relay = devnet.relay!
  }, leaseTimeout)
  afterAll(() => devnet?.stop())
  beforeEach(async () => {
    dapp = await openBareDapp(relay.url)
    env = { LATCHKEY_HOME: join(tempDir(), 'home') }
    writeDevnet(env, {
      id: 'test',
      pid: process.pid,
      startedAt: new Date().toISOString(),
      networks: devnet.networks,
      tokens: devnet.tokens,
      nodes: devnet.nodes,
      relay: relay.url,
      accounts: {},
    })
  })
  afterEach(() => dapp.close())

  const alice = (family: 'eip155' | 'solana' | 'cosmos') => devnet.accounts.alice![family]!.address
  const proposal: Proposed = {
    eip155: {
      chains: ['eip155:31337', 'eip155:31338'],
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: ['accountsChanged', 'chainChanged'],
    },
  }
  /** Starts the command with a new pairing. The test can read the output so far. */
  async function start(argv: readonly string[], proposed = proposal) {
    const { uri, settled } = await dapp.propose(proposed)
    const stop = new AbortController()
    const running = startCli(['wallet', uri, ...argv], { env, signal: stop.signal })
    return { uri, settled, stop, ...running }
  }
  /** Runs the command, and types these answers at the prompts. Further prompts get no answer. */
  function atTerminal(uri: string, answers: string[]) {
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    let told = ''
    const done = run(['wallet', uri], {
      stdin,
      stdout: { write: () => {} },
      stderr: {
        isTTY: true,
        write(text) {
          told += text
          // A user needs time to read before typing.
          if (/(\[y\/N\]|declines:) $/.test(text))
            setTimeout(() => stdin.write(`${answers.shift() ?? 'n'}\n`), 20)
        },
      },
      env: { ...env, NO_COLOR: '1' },
      cwd: process.cwd(),
      signal: new AbortController().signal,
    })
    return { done, told: () => told }
  }
  const most = String(2n ** 256n - 1n)
  const permitOf = (value: string) => [
    alice('eip155'),
    JSON.stringify({
      domain: { chainId: 31337, verifyingContract: `0x${'c'.repeat(40)}` },
      types: {
        Permit: ['owner', 'spender', 'value', 'nonce', 'deadline'].map((name, at) => ({
          name,
          type: at < 2 ? 'address' : 'uint256',
        })),
      },
      primaryType: 'Permit',
      message: {
        ...{ owner: alice('eip155'), spender: `0x${'5'.repeat(40)}`, value, nonce: 0 },
        deadline: 1_803_902_400,
      },
    }),
  ]
  const hangUp = (topic: string) => dapp.client.disconnect({ topic, reason: { code: 6000, message: 'bye' } })
  const lines = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  it('approves a pairing, signs a request, and ends when the session ends', async () => {
    const { settled, done, written } = await start(['--approve'])
    const { topic, namespaces } = await settled
    expect(namespaces.eip155?.accounts).toEqual([
      `eip155:31337:${alice('eip155')}`,
      `eip155:31338:${alice('eip155')}`,
    ])
    const signature = await dapp.request<string>(topic, 'eip155:31337', 'personal_sign', [
      hexOf('sign me'),
      alice('eip155'),
    ])
    expect(verifyMessage('sign me', signature)).toBe(alice('eip155'))
    // Standard error contains all details of the request.
    for (const part of [
      'Bare Dapp',
      'sign a message',
      'sign me',
      alice('eip155'),
      'personal_sign',
      'eip155:31337',
    ])
      expect(written.stderr).toContain(part)
    await hangUp(topic)
    expect(await done).toMatchObject({
      code: 0,
      stdout: 'The session has ended. Approved 1, refused 0.\n',
    })
  })

  it("shortens and escapes the page's name wherever the name is printed", async () => {
    const name = `\u001b[2J\u202e${'W'.repeat(5000)}`
    const loud = await openBareDapp(relay.url, name)
    try {
      const { uri, settled } = await loud.propose(proposal)
      const { done, written } = startCli(['wallet', uri, '--approve'], { env })
      const { topic } = await settled
      await loud.request(topic, 'eip155:31337', 'personal_sign', [hexOf('sign me'), alice('eip155')])
      await loud.client.disconnect({ topic, reason: { code: 6000, message: 'bye' } })
      expect((await done).code).toBe(0)
      expect(written.stderr).toContain('WWW…')
      expect(written.stderr).not.toContain('W'.repeat(61))
      for (const hidden of ['\u001b[2J', '\u202e']) expect(written.stderr).not.toContain(hidden)
    } finally {
      await loud.close()
    }
  })

  it('reads the pairing URI from standard input', async () => {
    const { uri, settled } = await dapp.propose(proposal)
    const { done } = startCli(['wallet', '-', '--approve'], { env, stdin: `  ${uri}\n` })
    const { topic } = await settled
    await hangUp(topic)
    expect(await done).toMatchObject({ code: 0 })
  })

  it('requires an option such as --approve if standard input contains the URI', async () => {
    const { uri } = await dapp.propose(proposal)
    const empty = await runCli(['wallet', '-', '--approve', '--json'], { env, stdin: '\n' })
    expect([empty.code, empty.json().error?.message]).toEqual([2, 'uri: is missing on standard input'])
    const long = await runCli(['wallet', '-', '--approve', '--json'], { env, stdin: 'x'.repeat(5_000_000) })
    expect([long.code, long.json().error?.message]).toEqual([
      2,
      expect.stringContaining('uri: is longer than'),
    ])
    const unasked = await runCli(['wallet', '-', '--json'], { env, stdin: uri })
    expect(unasked.code).toBe(2)
    expect(unasked.json().error).toMatchObject({ message: expect.stringContaining('approve: is missing') })
    expect(unasked.json().error?.hint).toContain('Standard input provided the uri')
    for (const { stdout, stderr } of [empty, long, unasked]) expect(stdout + stderr).not.toContain('symKey')
  })

  it('prints one line of JSON for each event and one for the result', async () => {
    const { settled, done, uri } = await start(['--approve', '--json', '--as', 'dev:bob'])
    const { topic } = await settled
    const bob = devnet.accounts.bob!.eip155!.address
    await dapp.request(topic, 'eip155:31337', 'personal_sign', [hexOf('x'), bob])
    await dapp.request(topic, 'eip155:31337', 'personal_sign', [hexOf('x'), alice('eip155')]).catch(() => {})
    await hangUp(topic)
    const { stdout, stderr, code } = await done
    const events = lines(stdout)
    expect(events.map(({ event }) => event)).toEqual([
      ...['proposal', 'session', 'request', 'answer', 'request', 'answer', 'ended', undefined],
    ])
    expect(events[2]).toMatchObject({ schemaVersion: 1, method: 'personal_sign', network: 'eip155:31337' })
    expect(events[3]).toMatchObject({ id: events[2].id, result: expect.stringMatching(/^0x/) })
    expect(events[5]).toMatchObject({ error: { code: 4100 } })
    expect(events.at(-1)).toMatchObject({ ok: true, data: { session: topic, approved: 1, refused: 1 } })
    expect(code).toBe(0)
    // A program with the key of the pairing could take over the pairing, so the key must not be printed.
    const key = new URL(uri).searchParams.get('symKey')!
    expect(stdout + stderr).not.toContain(key)
  })

  it('rejects the pairing with --reject', async () => {
    const { settled, done } = await start(['--reject', '--json'])
    await expect(settled).rejects.toMatchObject({ code: 5000 })
    const { stdout, code } = await done
    expect(code).toBe(0)
    expect(lines(stdout).at(-1)).toMatchObject({ ok: true, data: { rejected: true } })
  })

  it('answers as a script file says', async () => {
    const file = join(tempDir(), 'script.json')
    const script = {
      pairing: { networks: ['eip155:31338'] },
      requests: {
        personal_sign: ['reject', { delay: 10 }],
        eth_sendTransaction: { error: { code: -32000, message: 'no gas' } },
      },
      session: [
        { afterRequests: 3, update: { networks: ['eip155:31337'] } },
        { emit: { network: 'eip155:31337', event: 'chainChanged', data: 31337 } },
        { delete: true, delay: 50 },
      ],
    }
    writeFileSync(file, JSON.stringify(script))
    const { settled, done } = await start(['--script', file])
    const { topic, namespaces } = await settled
    expect(namespaces.eip155?.chains).toEqual(['eip155:31338'])
    const heard: string[] = []
    dapp.client.on('session_update', () => heard.push('update'))
    dapp.client.on('session_event', ({ params }) => heard.push(params.event.name))
    dapp.client.on('session_delete', () => heard.push('delete'))
    const ask = (method: string, params: unknown) => dapp.request(topic, 'eip155:31338', method, params)
    const sign = () => ask('personal_sign', [hexOf('x'), alice('eip155')])
    await expect(sign()).rejects.toMatchObject({ code: 5000 })
    await expect(sign()).resolves.toMatch(/^0x/)
    await expect(ask('eth_sendTransaction', [{ from: alice('eip155') }])).rejects.toMatchObject({
      code: -32000,
      message: 'no gas',
    })
    expect(await done).toMatchObject({ code: 0, stdout: 'The session has ended. Approved 1, refused 2.\n' })
    await expect
      .poll(() => heard, { message: 'the page receives all events' })
      .toEqual(['update', 'chainChanged', 'delete'])
  })

  it('answers requests of several families at the same time', async () => {
    const solana = devnet.networks.find(({ chainNamespace }) => chainNamespace === 'solana')!.caipNetworkId
    const { settled, done, written } = await start(['--approve', '--networks', 'devnet,devnet-solana'], {
      ...proposal,
      solana: { chains: [solana], methods: ['solana_signMessage', 'solana_signTransaction'], events: [] },
    })
    const { topic, namespaces } = await settled
    expect(Object.values(namespaces).flatMap(({ accounts }) => accounts)).toEqual([
      `eip155:31337:${alice('eip155')}`,
      `${solana}:${alice('solana')}`,
    ])
    const message = new TextEncoder().encode('on solana')
    const { signature } = await dapp.request<{ signature: string }>(topic, solana, 'solana_signMessage', {
      message: base58.encode(message),
      pubkey: alice('solana'),
    })
    const key = base58.decode(alice('solana'))
    expect(nacl.sign.detached.verify(message, base58.decode(signature), key)).toBe(true)
    expect(written.stderr).toContain('on solana')
    await hangUp(topic)
    await done
  })

  it("signs with a keystore's key", { tags: ['ci'] }, async () => {
    const file = join(tempDir(), 'key.json')
    const secret = devnet.accounts.carol!.eip155!.secret
    const passworded = { ...env, LATCHKEY_PASSWORD: 'correct horse' }
    const imported = await runCli(['keystore', 'import', file, '--from', 'key:env:SECRET'], {
      env: { ...passworded, SECRET: secret },
    })
    expect(imported).toMatchObject({ code: 0 })
    env = passworded
    const { settled, done, written } = await start(['--approve', '--as', `keystore:${file}`])
    const { topic, namespaces } = await settled
    expect(namespaces.eip155?.accounts[0]).toBe(`eip155:31337:${devnet.accounts.carol!.eip155!.address}`)
    await hangUp(topic)
    await done
    expect(written.stdout + written.stderr).not.toContain(secret.slice(2))
  })

  it('ends the session on Ctrl-C, and closes its socket', async () => {
    const { settled, done, stop } = await start(['--approve', '--json'])
    const { topic } = await settled
    const ended = new Promise((resolve) => dapp.client.on('session_delete', resolve))
    stop.abort(new Interruption('SIGINT'))
    const { code, stdout } = await done
    expect(code).toBe(130)
    expect(lines(stdout).at(-1)).toMatchObject({ ok: false, error: { code: 'cli/interrupted' } })
    await expect(ended).resolves.toMatchObject({ topic })
    // Only the page still has a socket.
    await expect.poll(() => relay.sockets, { message: 'the wallet leaves the relay' }).toBe(1)
  })

  it('ends the session and exits with code 130 if the process gets SIGINT', async () => {
    const { uri, settled } = await dapp.propose(proposal)
    const main = await builtCli()
    const child = spawn(process.execPath, [main, 'wallet', uri, '--approve'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let told = ''
    child.stdout.on('data', (chunk) => {
      told += chunk
    })
    const { topic } = await settled
    const ended = new Promise((resolve) => dapp.client.on('session_delete', resolve))
    const params = [hexOf('hello'), alice('eip155')]
    await dapp.request(topic, 'eip155:31337', 'personal_sign', params)
    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([130, null])
    await expect(ended).resolves.toMatchObject({ topic })
    expect(told).toBe('')
  })

  it('prompts for one request after the other', async () => {
    const { uri, settled } = await dapp.propose(proposal)
    const { told, done } = atTerminal(uri, ['y', 'n', 'yes'])
    const { topic } = await settled
    const sign = (text: string) =>
      dapp.request(topic, 'eip155:31337', 'personal_sign', [hexOf(text), alice('eip155')])
    const [first, second] = await Promise.allSettled([sign('one'), sign('two')])
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 5000 } })
    expect(second).toMatchObject({ status: 'fulfilled' })
    expect(told().match(/\[y\/N\]/g)).toHaveLength(3)
    await hangUp(topic)
    expect(await done).toBe(0)
  })

  it('shows the effects of a request, even if its simulation fails', async () => {
    const [network] = devnet.networks
    const node = await lyingNode(network!.rpcUrls.default.http[0]!, (method, result) => {
      if (method !== 'eth_simulateV1') return result
      answers.push(result)
      if (answers.length === 1) return result
      return answers.length === 2 ? [{ calls: [{ status: '0x0', returnData: '0x' }] }] : { hostile: true }
    })
    onTestFinished(() => node.stop())
    const answers: unknown[] = []
    const networks = [{ ...network!, rpcUrls: { default: { http: [node.url] } } }]
    const status = { id: 'test', pid: process.pid, startedAt: new Date().toISOString(), networks }
    writeDevnet(env, { ...status, tokens: [], nodes: [], relay: relay.url, accounts: {} })
    const one = { eip155: { ...proposal.eip155!, chains: ['eip155:31337'] } }
    const { uri, settled } = await dapp.propose(one)
    const { told, done } = atTerminal(uri, ['y', 'y', 'y', 'y'])
    const { topic } = await settled
    const payment = { from: alice('eip155'), to: devnet.accounts.bob!.eip155!.address, value: '0x1' }
    for (let at = 0; at < 3; at++)
      await expect(dapp.request(topic, 'eip155:31337', 'eth_sendTransaction', [payment])).resolves.toMatch(
        /^0x/,
      )
    const { host } = new URL(node.url)
    expect(told()).toContain(`You send 0.000000000000000001 ETH, according to ${host}`)
    expect(told()).toMatch(/\neffect .*\nsimulation +You send /)
    expect(told()).toMatch(new RegExp(`WARNING +The simulation reverts, according to ${host}`))
    expect(told()).toMatch(/simulation +Not simulated: the node's answer can't be read/)
    expect(answers).toHaveLength(3)
    await hangUp(topic)
    expect(await done).toBe(0)
  })

  it('shows no prompt if the session ends while a node is silent', async () => {
    const [network] = devnet.networks
    const asked: unknown[] = []
    const node = await lyingNode(network!.rpcUrls.default.http[0]!, (method, result) => {
      if (method !== 'eth_simulateV1') return result
      asked.push(method)
      return new Promise(() => {})
    })
    onTestFinished(() => node.stop())
    const networks = [{ ...network!, rpcUrls: { default: { http: [node.url] } } }]
    const status = { id: 'test', pid: process.pid, startedAt: new Date().toISOString(), networks }
    writeDevnet(env, { ...status, tokens: [], nodes: [], relay: relay.url, accounts: {} })
    const one = { eip155: { ...proposal.eip155!, chains: ['eip155:31337'] } }
    const { uri, settled } = await dapp.propose(one)
    const { told, done } = atTerminal(uri, ['y', 'y'])
    const { topic } = await settled
    const payment = { from: alice('eip155'), to: alice('eip155'), value: '0x1' }
    dapp.request(topic, 'eip155:31337', 'eth_sendTransaction', [payment]).catch(() => {})
    await expect.poll(() => asked.length, { message: 'the node is asked' }).toBe(1)
    const start = performance.now()
    await hangUp(topic)
    expect(await done).toBe(0)
    expect(performance.now() - start).toBeLessThan(4000)
    expect(told()).not.toContain('send a transaction')
    expect(told().match(/\[y\/N\]/g)).toHaveLength(1)
  })

  it('signs a dangerous request only after the user types a word', async () => {
    const typed = { ...proposal, eip155: { ...proposal.eip155!, methods: ['eth_signTypedData_v4'] } }
    const { uri, settled } = await dapp.propose(typed)
    const { told, done } = atTerminal(uri, ['y', 'y', 'unlimited', 'y'])
    const { topic } = await settled
    const permit = (value: string) =>
      dapp.request(topic, 'eip155:31337', 'eth_signTypedData_v4', permitOf(value))
    await expect(permit(most)).rejects.toMatchObject({ code: 5000 })
    await expect(permit(most)).resolves.toMatch(/^0x/)
    await expect(permit('5')).resolves.toMatch(/^0x/)
    expect(told()).toMatch(/sign typed data\nDANGER +Permit: 0x5+ may spend unlimited tokens/)
    expect(told()).toMatch(/DANGER: permit: 0x5+ may .* Type "unlimited" to approve, anything else declines:/)
    expect(told().match(/Type "unlimited"/g)).toHaveLength(2)
    await hangUp(topic)
    expect(await done).toBe(0)
  })

  it('approves a dangerous request without a terminal only if an option names the danger', async () => {
    const typed = { ...proposal, eip155: { ...proposal.eip155!, methods: ['eth_signTypedData_v4'] } }
    for (const [argv, approved] of [
      [[], 0],
      [['--allow-danger', 'unlimited'], 1],
    ] as const) {
      const { settled, done } = await start(['--approve', ...argv], typed)
      const { topic } = await settled
      const signed = dapp.request(topic, 'eip155:31337', 'eth_signTypedData_v4', permitOf(most))
      if (approved) await expect(signed).resolves.toMatch(/^0x/)
      else
        await expect(signed).rejects.toMatchObject({
          code: 5000,
          message: expect.stringContaining('unlimited'),
        })
      await hangUp(topic)
      expect((await done).stdout).toContain(`Approved ${approved}`)
    }
  })

  it('signs in while connecting, with a prompt for each network', async () => {
    const { uri, response } = await dapp.client.authenticate({
      ...{ chains: ['eip155:31337', 'eip155:31338'], methods: ['personal_sign', 'eth_sign'] },
      ...{ domain: 'dapp.example', uri: 'https://dapp.example/', nonce: 'nonce0001', statement: 'Welcome' },
    })
    const answered = response()
    const { told, done } = atTerminal(uri, ['y', 'y', 'yes'])
    const { auths, session } = await answered
    expect(auths!.map(({ p }) => p.iss)).toEqual([
      `did:pkh:eip155:31337:${alice('eip155')}`,
      `did:pkh:eip155:31338:${alice('eip155')}`,
    ])
    // The page requests two methods, and the wallet approves only the one that it supports.
    expect(session.namespaces.eip155?.methods).toEqual(['personal_sign'])
    expect(told().match(/\[y\/N\]/g)).toHaveLength(3)
    for (const part of [
      'A page wants to connect',
      'dapp.example',
      'Welcome',
      'Bare Dapp',
      'Nonce: nonce0001',
    ])
      expect(told()).toContain(part)
    await hangUp(session.topic)
    expect(await done).toBe(0)
  })

  it('rejects the pairing if the user types n', async () => {
    const { uri, settled } = await dapp.propose(proposal)
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    const stderr = {
      isTTY: true,
      write(text: string) {
        // A user needs time to read before typing.
        if (/\[y\/N\] $/.test(text)) setTimeout(() => stdin.write('n\n'), 20)
      },
    }
    const { signal } = new AbortController()
    const io = { stdin, stderr, stdout: { write: () => {} }, env, cwd: process.cwd(), signal }
    expect(await run(['wallet', uri], io)).toBe(3)
    await expect(settled).rejects.toMatchObject({ code: 5000 })
  })

  describe('refuses', () => {
    const uri = (rest = '', topic = 'a'.repeat(64), version = 2) =>
      `wc:${topic}@${version}?relay-protocol=irn&symKey=${'b'.repeat(64)}${rest}`
    it.each<[string, string[], number, string, string]>([
      [
        'a text that is not a URI',
        ['https://example.com'],
        2,
        'validation/invalid-input',
        'expected a WalletConnect pairing uri',
      ],
      ['a URI of version 1', ['wc:abc@1?bridge=x&key=y'], 2, 'validation/invalid-input', 'version 1'],
      ['a URI without a topic', [uri('', 'short')], 2, 'validation/invalid-input', 'topic'],
      [
        'an expired URI',
        [uri('&expiryTimestamp=1000000000'), '--approve'],
        6,
        'connection/pairing-expired',
        'expired',
      ],
      [
        'to start without --approve, --reject or a terminal',
        [uri()],
        2,
        'validation/invalid-input',
        '--approve',
      ],
      [
        '--approve together with --reject',
        [uri(), '--approve', '--reject'],
        2,
        'validation/invalid-input',
        '--reject',
      ],
      [
        'a missing script',
        [uri(), '--script', '/nowhere.json'],
        2,
        'validation/invalid-input',
        'no such file',
      ],
      [
        'a mainnet',
        [uri(), '--approve', '--networks', 'mainnet'],
        2,
        'validation/invalid-input',
        '--allow-mainnet',
      ],
      [
        'an unknown network',
        [uri(), '--approve', '--networks', 'nonesuch'],
        2,
        'validation/invalid-input',
        'networks',
      ],
      [
        'a key as an argument',
        [uri(), '--approve', '--as', 'key:env:SECRET'],
        2,
        'validation/invalid-input',
        'keystore',
      ],
      [
        'an unknown account',
        [uri(), '--approve', '--as', 'dev:nobody'],
        2,
        'validation/invalid-input',
        'nobody',
      ],
      [
        'a devnet account on a public network',
        [uri(), '--approve', '--as', 'dev:bob', '--networks', 'devnet,sepolia'],
        2,
        'validation/invalid-input',
        'as: dev:bob is a devnet account, and eip155:11155111 is not the local devnet',
      ],
      [
        'a public network without --as',
        [uri(), '--approve', '--networks', 'sepolia'],
        2,
        'validation/invalid-input',
        'as: is missing',
      ],
      [
        'an invalid relay',
        [uri(), '--approve', '--relay', 'http://127.0.0.1'],
        2,
        'validation/invalid-input',
        'ws',
      ],
    ])('%s', async (_, argv, code, errorCode, text) => {
      const ran = await runCli(['wallet', ...argv, '--json'], { env })
      expect(ran.code).toBe(code)
      const { error } = lines(ran.stdout.replace(/\n */g, ' ')).at(-1)
      expect(error.code).toBe(errorCode)
      expect(`${error.message} ${error.hint}`).toContain(text)
    })

    it('a proposal if the wallet supports none of the requested networks', async () => {
      const { settled, done } = await start(['--approve'], {
        eip155: { chains: ['eip155:10'], methods: ['personal_sign'], events: [] },
      })
      await expect(settled).rejects.toMatchObject({ code: 5100 })
      expect((await done).code).toBe(8)
    })
  })
})

describe('the script file', () => {
  it.each<[unknown, string]>([
    [[], 'script: must be an object'],
    [{ pairng: 'approve' }, 'script.pairng: is unknown'],
    [{ pairing: 'maybe' }, 'script.pairing: is not a step'],
    [{ pairing: { networks: 'eip155:1' } }, 'script.pairing.networks: must be an array'],
    [{ pairing: { networks: ['ethereum'] } }, 'script.pairing.networks[0]: "ethereum" is not a CAIP-2'],
    [{ requests: { personal_sign: [{ delay: -1 }] } }, 'script.requests.personal_sign[0]: is not a step'],
    [{ requests: { personal_sign: { error: 'no' } } }, 'script.requests.personal_sign: is not a step'],
    [{ session: [{ afterRequests: 1 }] }, 'script.session[0]: must have one of'],
    [{ session: [{ delete: true, extend: true }] }, 'script.session[0]: must have one of'],
    [{ session: [{ delete: true, delay: 'soon' }] }, 'script.session[0].delay: must be a whole number'],
    [
      { session: [{ emit: { network: 'eip155:1', data: 1 } }] },
      'script.session[0].emit.event: must be the name',
    ],
  ])('is refused if it contains %j', (file, message) => {
    expect(() => parseWalletScript(JSON.stringify(file))).toThrow(message)
  })
  it("is refused if it isn't JSON", () => {
    expect(() => parseWalletScript('{')).toThrow('script: is not JSON')
  })
})
