import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Intercept } from 'latchkey/wallets'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checkReport, type FlowReport } from '../../cli/check/report.ts'
import type { CheckRun } from '../../cli/check/run-check.ts'
import { tableReport } from '../../cli/check/table-report.ts'
import type { World } from '../../cli/check/world.ts'
import { paint } from '../../cli/output/paint.ts'
import { type Devnet, devAccounts, startDevnet } from '../../src/devnet/index.ts'
import { deployToken } from '../../src/devnet/nodes/erc20.ts'
import { shortTokenBytecode } from '../support/contracts/short-token.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { answerTo, checkDevnet } from './support/check-devnet.ts'
import { type LoopbackServer, lyingNode } from './support/loopback-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!.eip155!
const bob = devAccounts.bob!.eip155!

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet.stop())

/** Runs the built-in flow on this file's devnet, with these changes. */
async function checkWith(changes: {
  readonly urls?: readonly string[]
  readonly tokens?: World['tokens']
  readonly intercept?: CheckRun['intercept']
  readonly onStep?: CheckRun['onStep']
  readonly world?: Partial<World>
}): Promise<FlowReport> {
  const { urls, world, ...rest } = changes
  const networks = devnet.networks.map((network, at) => ({
    ...network,
    rpcUrls: { default: { http: [urls?.[at] ?? network.rpcUrls.default.http[0]!] } },
  }))
  return checkDevnet({ networks, tokens: devnet.tokens }, { ...rest, ...world })
}

/** Returns a wallet that answers some methods itself, and passes the other requests to the development wallet. */
const lyingWallet =
  (
    lies: Readonly<Record<string, (params: readonly unknown[], answer: Answer) => Promise<unknown>>>,
  ): Intercept =>
  async (request, honest) =>
    lies[request.method]?.(request.params, (params) => answerTo(request, params, honest)) ?? honest()
type Answer = (params: readonly unknown[]) => Promise<unknown>

const verdicts = ({ steps }: FlowReport) => steps.map(({ step, status }) => `${step}: ${status}`)
const bad = ({ steps }: FlowReport) => steps.find(({ status }) => status === 'wrong' || status === 'failed')

async function behind(server: Promise<LoopbackServer>): Promise<string> {
  const { url, stop } = await server
  onTestFinished(stop)
  return url
}

describe('latchkey check', () => {
  it('passes on a devnet that it starts itself, and shows the results', { tags: ['ci'] }, async () => {
    const ran = await runCli(['check', '--family', 'eip155', '--json'], { env: { LATCHKEY_HOME: tempDir() } })
    const { ok, data } = ran.json()
    expect(ran.code).toBe(0)
    expect(ok).toBe(true)
    const [flow] = data.flows
    expect(verdicts(flow)).toEqual([
      'connect: ok',
      'balance: ok',
      'sign message: ok',
      'sign typed data: ok',
      'sign in: ok',
      'send native: ok',
      'send token: ok',
      'tokens: ok',
      'activity: ok',
      'names: ok',
      'send to name: ok',
      'swap native: ok',
      'swap token: ok',
      'switch: ok',
      'balance: ok',
      'disconnect: ok',
    ])
    const seen = (name: string) => flow.steps.find(({ step }: { step: string }) => step === name).seen
    expect(seen('sign message')).toMatchObject({ signer: alice.address, verifier: 'ethers' })
    const native = seen('send native')
    expect(native.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(BigInt(native.from.before) - BigInt(native.from.after)).toBe(
      BigInt(native.amount) + BigInt(native.fee),
    )
    expect(BigInt(native.to.after) - BigInt(native.to.before)).toBe(250_000_000_000_000_000n)
    const token = seen('send token')
    expect(BigInt(token.from.before) - BigInt(token.from.after)).toBe(1_500_000_000_000_000_000n)
    expect(BigInt(token.to.after) - BigInt(token.to.before)).toBe(1_500_000_000_000_000_000n)
    expect(seen('switch')).toMatchObject({
      from: 'eip155:31337',
      walletChain: 'eip155:31338',
      nodeChain: 'eip155:31338',
    })
    // Progress is printed on standard error.
    expect(ran.stderr).toContain('send token')
  })

  it('prints a table or a JUnit report', { tags: ['ci'] }, async () => {
    const file = join(tempDir(), 'flow.json')
    writeFileSync(
      file,
      JSON.stringify({
        name: 'a <flow> & more',
        family: 'eip155',
        steps: ['connect', 'balance', 'disconnect'],
      }),
    )
    const env = { LATCHKEY_HOME: tempDir() }
    const table = await runCli(['check', file], { env })
    expect(table.code).toBe(0)
    expect(table.stdout).toMatch(/STEP +RESULT +SEEN +TIME/)
    expect(table.stdout).toContain('3 ok')
    const junit = await runCli(['check', file, '--reporter', 'junit'], { env })
    expect(junit.stdout).toMatch(/^<\?xml/)
    expect(junit.stdout).toContain(
      '<testsuites name="latchkey check" tests="3" failures="0" errors="0" skipped="0">',
    )
    expect(junit.stdout).toContain('a &lt;flow&gt; &amp; more')
    expect((await runCli(['check', file, '--reporter', 'json'], { env })).json().data.passed).toBe(3)
  })
})

describe('latchkey check on a running devnet', () => {
  /** Returns an environment in which this file's devnet is the running one. It has no network of other families. */
  function running() {
    const env = { LATCHKEY_HOME: tempDir() }
    const { networks, tokens, nodes } = devnet
    const status = { id: 'x', pid: process.pid, startedAt: '', accounts: {}, networks, tokens, nodes }
    writeFileSync(join(env.LATCHKEY_HOME, 'devnet.json'), JSON.stringify(status))
    return env
  }
  const flowFile = (family: string) => {
    const file = join(tempDir(), `${family}.json`)
    writeFileSync(file, JSON.stringify({ family, steps: ['connect', 'disconnect'] }))
    return file
  }

  it('fails if the devnet has no network of the family', async () => {
    const ran = await runCli(['check', '--running', '--family', 'bip122', '--json'], { env: running() })
    expect(ran.code).toBe(2)
    expect(ran.json()).toMatchObject({
      ...{ ok: false, data: { flows: [] } },
      error: { code: 'network/not-found', message: expect.stringContaining('bip122') },
    })
    const argv = ['check', '--running', '--family', 'bip122', '--reporter', 'junit']
    const junit = await runCli(argv, { env: running() })
    expect(junit.code).toBe(2)
    expect(junit.stdout).toContain('tests="1" failures="0" errors="1"')
  })

  it('runs none of the flows if the devnet has no network for one of them', async () => {
    const argv = ['check', '--running', flowFile('eip155'), flowFile('bip122'), '--json']
    const ran = await runCli(argv, { env: running() })
    expect(ran.code).toBe(2)
    expect(ran.json().error).toMatchObject({ code: 'network/not-found' })
    expect(ran.stderr).not.toContain('connect')
  })

  it('runs only the flows of the given family, and refuses if there are none', async () => {
    const argv = ['check', '--running', flowFile('eip155'), flowFile('bip122'), '--json', '--family']
    const ran = await runCli([...argv, 'eip155'], { env: running() })
    expect(ran.code).toBe(0)
    expect(ran.json().data.flows).toMatchObject([{ family: 'eip155', ok: true }])
    const none = await runCli([...argv, 'cosmos'], { env: running() })
    expect(none.code).toBe(2)
    expect(none.json().error?.message).toBe('family: none of the flows is of cosmos')
  })

  it('names the families that it leaves out', { tags: ['ci'] }, async () => {
    const ran = await runCli(['check', '--running', '--json'], { env: running() })
    expect(ran.json().data.flows).toMatchObject([{ family: 'eip155' }])
    expect(ran.stderr).toContain('Not checked: no network of solana, bip122, polkadot, cosmos is running')
  })
})

describe('latchkey check fails with exit code 7 and names the step', () => {
  it("when the wallet returns the signature of a message that wasn't requested", async () => {
    const other = `0x${Buffer.from('something else').toString('hex')}`
    const report = await checkWith({
      intercept: lyingWallet({
        personal_sign: ([, account], answer) => answer([other, account]),
      }),
    })
    expect(bad(report)).toMatchObject({ step: 'sign message', status: 'wrong', exitCode: 7 })
    expect(report.steps.at(-1)).toMatchObject({
      status: 'skipped',
      summary: 'not reached after sign message',
    })
  })

  it('when the wallet signs typed data with the wrong account', async () => {
    const data = JSON.stringify({
      domain: {},
      primaryType: 'A',
      types: { EIP712Domain: [], A: [{ name: 'x', type: 'bool' }] },
      message: { x: true },
    })
    const report = await checkWith({
      intercept: lyingWallet({
        eth_signTypedData_v4: ([account], answer) => answer([account, data]),
      }),
    })
    expect(bad(report)).toMatchObject({ step: 'sign typed data', status: 'wrong', exitCode: 7 })
  })

  it('when the receipts of the node report a failure', async () => {
    const url = await behind(
      lyingNode(devnet.nodes[0]!.url, (method, result) =>
        method === 'eth_getTransactionReceipt' && result ? { ...(result as object), status: '0x0' } : result,
      ),
    )
    const report = await checkWith({ urls: [url] })
    expect(bad(report)).toMatchObject({ step: 'send native', status: 'wrong', exitCode: 7 })
    expect(bad(report)?.error?.message).toContain('receipt says that it failed')
    expect(bad(report)?.seen.hash).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('when a token transfers one unit less than requested', async () => {
    const address = await deployToken(devnet.nodes[0]!.url, {
      name: 'Short',
      symbol: 'SHRT',
      decimals: 18,
      amountEach: 10n ** 24n,
      holders: [alice.address],
      bytecode: shortTokenBytecode,
    })
    const report = await checkWith({ tokens: [{ asset: `eip155:31337/erc20:${address}` }] })
    expect(bad(report)).toMatchObject({ step: 'send token', status: 'wrong', exitCode: 7 })
    expect(bad(report)?.error?.message).toContain('1499999999999999999 instead of 1500000000000000000')
  })

  it("when the wallet doesn't switch the network", async () => {
    const report = await checkWith({
      intercept: lyingWallet({ wallet_switchEthereumChain: async () => null }),
    })
    expect(bad(report)).toMatchObject({ step: 'switch', status: 'wrong', exitCode: 7 })
    expect(bad(report)?.seen).toMatchObject({ to: 'eip155:31338', walletChain: 'eip155:31337' })
  })

  it('when the balance differs from the balance that the node reports', async () => {
    let asked = 0
    const url = await behind(
      lyingNode(devnet.nodes[0]!.url, (method, result) => {
        if (method !== 'eth_getBalance') return result
        asked++
        return `0x${(BigInt(result as string) + BigInt(asked)).toString(16)}`
      }),
    )
    expect(bad(await checkWith({ urls: [url] }))).toMatchObject({
      step: 'balance',
      status: 'wrong',
      exitCode: 7,
    })
  })
})

describe('a failed step', () => {
  it.each([
    [4001, 3],
    [4100, 4],
    [4200, 8],
    [-32000, 1],
  ])('with the error code %i ends the command with the exit code %i', async (code, exitCode) => {
    const refuse = () => Promise.reject(Object.assign(new Error('no'), { code }))
    const report = await checkWith({ intercept: lyingWallet({ eth_sendTransaction: refuse }) })
    expect(bad(report)).toMatchObject({ step: 'send native', status: 'failed', exitCode })
  })

  it('reports the hash of a transaction that it sent before it failed', async () => {
    const hashes: unknown[] = []
    const url = await behind(
      lyingNode(devnet.nodes[0]!.url, (method, result) => {
        if (method === 'eth_sendRawTransaction') hashes.push(result)
        return method === 'eth_getBalance' && hashes.length > 0 ? { hostile: true } : result
      }),
    )
    const report = await checkWith({ urls: [url] })
    expect(bad(report)).toMatchObject({
      ...{ step: 'send native', status: 'failed' },
      ...{ seen: { hash: hashes[0] }, error: { hash: hashes[0] } },
    })
    expect(hashes).toHaveLength(1)
    const table = tableReport(checkReport([report]), paint(false))
    expect(table).toContain(String(hashes[0]))
  })

  it('ends the command with the exit code 5 when the node was killed during the check', async () => {
    const own = await startDevnet({ families: ['eip155'] })
    onTestFinished(() => own.stop())
    const report = await checkWith({
      urls: own.nodes.map(({ url }) => url),
      world: { ended: () => own.nodes.find(({ pid }) => pid === undefined)?.network },
      onStep: (name, result) => {
        if (name === 'sign typed data' && result) process.kill(own.nodes[0]!.pid!, 'SIGKILL')
      },
    })
    expect(bad(report)).toMatchObject({ step: 'send native', status: 'failed', exitCode: 5 })
    expect(bad(report)?.error?.message).not.toBe('')
  })
})

describe('latchkey check on a node that it did not start', () => {
  const args = () => ['check', '--network', 'eip155:31337', '--rpc', devnet.nodes[0]!.url, '--json']

  const flowFile = (name: string, rest: object) => {
    const file = join(tempDir(), 'flow.json')
    writeFileSync(file, JSON.stringify({ name, family: 'eip155', ...rest }))
    return file
  }

  async function keystore() {
    const dir = tempDir()
    const env = { LATCHKEY_HOME: join(dir, 'home'), LATCHKEY_PASSWORD: 'a password', KEY: alice.secret }
    const file = join(dir, 'alice.json')
    await runCli(['keystore', 'import', file, '--from', 'key:env:KEY'], { env })
    chmodSync(file, 0o600)
    return { env, wallet: `keystore:${file}` }
  }

  it('says that a transaction may have been sent if the time of --timeout ends during its step', {
    tags: ['ci'],
  }, async () => {
    const url = await behind(
      lyingNode(devnet.nodes[0]!.url, (method, result) =>
        method === 'eth_getTransactionReceipt' ? null : result,
      ),
    )
    const flow = flowFile('pay', { steps: ['connect', { do: 'send', amount: '0.001' }] })
    const argv = ['check', '--network', 'eip155:31337', '--rpc', url, '--json', '--timeout', '10', flow]
    const ran = await runCli([...argv, '--wallet', 'key:env:KEY', '--max-spend', '5'], {
      env: { LATCHKEY_HOME: tempDir(), KEY: alice.secret },
    })
    expect(ran.code).toBe(6)
    const { data, error } = ran.json()
    const may = expect.stringContaining('may have been sent')
    const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/)
    expect(error).toMatchObject({
      message: expect.stringContaining('did not end within 10 s'),
      hint: may,
      hash,
    })
    expect(data.flows[0].steps.at(-1)).toMatchObject({ status: 'failed', error: { hint: may, hash } })
  })

  it('runs with a keystore, and lists what it skipped', async () => {
    const { env, wallet } = await keystore()
    const ran = await runCli([...args(), '--wallet', wallet, '--max-spend', '0.001'], { env })
    expect(ran.code).toBe(0)
    const [flow] = ran.json().data.flows
    expect(verdicts(flow)).toEqual([
      'connect: ok',
      'balance: ok',
      'sign message: ok',
      'sign typed data: ok',
      'sign in: ok',
      'send native: ok',
      'send token: skipped',
      'tokens: ok',
      'activity: skipped',
      'switch: skipped',
      'balance: ok',
      'disconnect: ok',
    ])
    const { seen } = flow.steps.find(({ step }: { step: string }) => step === 'send native')
    expect(seen).toMatchObject({
      amount: '1',
      from: { address: alice.address },
      to: { address: alice.address },
    })
    expect(ran.stdout + ran.stderr).not.toContain(alice.secret.slice(2))
  })

  it('sends the native token, and a given token, to the given recipient', { tags: ['ci'] }, async () => {
    const { env, wallet } = await keystore()
    const more = [
      '--wallet',
      wallet,
      '--max-spend',
      '0.01',
      '--token',
      devnet.tokens[0]!.asset,
      '--to',
      bob.address,
    ]
    const ran = await runCli([...args(), ...more], { env })
    const { steps } = ran.json().data.flows[0]
    expect(steps.find(({ step }: { step: string }) => step === 'send token')).toMatchObject({
      status: 'ok',
      seen: { to: { address: bob.address, change: '1' } },
    })
  })

  it('keeps the results of finished flows if a later flow cannot start', async () => {
    const home = { env: { LATCHKEY_HOME: tempDir() } }
    const wallet = `keystore:${join(tempDir(), 'missing.json')}`
    const paid = flowFile('paid', { steps: ['connect', { do: 'send', amount: '0.001' }] })
    const broken = flowFile('broken', { wallet, steps: ['connect'] })
    const ran = await runCli([...args(), paid, broken], home)
    expect(ran.code, ran.stderr).toBe(2)
    const { data, error } = ran.json()
    expect(data).toMatchObject({ ok: false, passed: 2, flows: [{ name: 'paid', ok: true }] })
    expect(data.flows[0].steps[1].seen.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(error).toMatchObject({
      code: 'validation/invalid-input',
      message: expect.stringContaining('missing.json cannot be read'),
      hint: expect.stringContaining('latchkey keystore new'),
    })
    const argv = args().filter((word) => word !== '--json')
    const junit = await runCli([...argv, '--reporter', 'junit', paid, broken], home)
    expect(junit.code).toBe(2)
    expect(junit.stdout).toContain('tests="3" failures="0" errors="1"')
    expect(junit.stdout).toContain('<testsuite name="paid"')
  })

  it('reads a key from standard input once for all flows', async () => {
    const flows = ['one', 'two'].map((name) => flowFile(name, { steps: ['connect', 'balance'] }))
    const ran = await runCli([...args(), '--wallet', 'key:-', ...flows], {
      ...{ env: { LATCHKEY_HOME: tempDir() }, stdin: `${alice.secret}\n` },
    })
    expect(ran.code, ran.stderr + ran.stdout).toBe(0)
    expect(ran.json().data.flows).toMatchObject([
      { name: 'one', ok: true, account: alice.address },
      { name: 'two', ok: true, account: alice.address },
    ])
    expect(ran.stdout + ran.stderr).not.toContain(alice.secret.slice(2))
  })

  it('spends no more than --max-spend', { tags: ['ci'] }, async () => {
    const { env, wallet } = await keystore()
    const ran = await runCli([...args(), '--wallet', wallet, '--max-spend', '0.000000001'], { env })
    expect(ran.code).toBe(1)
    expect(ran.json().error).toMatchObject({
      code: 'check/limit',
      message: expect.stringContaining('send native'),
    })
  })

  it.each([
    ['family', ['--family', 'solan']],
    ['max-spend', ['-n', 'sepolia', '-w', 'key:env:KEY']],
    [
      'max-spend',
      ['-n', 'devnet', '--max-spend', '1e3', '--rpc', 'http://127.0.0.1:9', '-n', 'eip155:31337'],
    ],
    ['wallet', ['-n', 'sepolia', '--max-spend', '1']],
    ['network', ['-n', 'mainnet', '--max-spend', '1', '-w', 'key:env:KEY']],
    ['network', ['--rpc', 'http://127.0.0.1:9']],
    ['not the local devnet', ['-n', 'sepolia', '--max-spend', '1', '-w', 'dev:alice']],
    ['flows', ['/no/such/flow.json']],
  ])('names "%s" in the error for the invalid arguments %j', async (field, argv) => {
    const ran = await runCli(['check', ...argv, '--json'], {
      env: { LATCHKEY_HOME: tempDir(), KEY: alice.secret },
    })
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toContain(field)
  })
})

describe('a flow file', () => {
  it.each([
    ['is not JSON', '{'],
    ['must be an object', '[]'],
    ['family', '{"steps":["connect"]}'],
    ['family', '{"family":"dogecoin","steps":["connect"]}'],
    ['steps', '{"family":"eip155"}'],
    ['steps', '{"family":"eip155","steps":[]}'],
    ['step', '{"family":"eip155","step":[]}'],
    ['steps[0]', '{"family":"eip155","steps":["conect"]}'],
    ['steps[0]', '{"family":"eip155","steps":["constructor"]}'],
    ['steps[0]', '{"family":"eip155","steps":[{"do":"send","ammount":"1"}]}'],
    ['steps[0].amount', '{"family":"eip155","steps":[{"do":"send","amount":1}]}'],
    ['steps[0].amount', '{"family":"eip155","steps":[{"do":"send","amount":"1e3"}]}'],
    ['steps[0]', '{"family":"eip155","steps":[{"do":"sign"}]}'],
    ['steps[0].typedData.types', '{"family":"eip155","steps":[{"do":"sign","typedData":{}}]}'],
  ])(
    'is refused before anything starts, with an error that contains "%s", if the file contains %s',
    async (field, text) => {
      const file = join(tempDir(), 'flow.json')
      writeFileSync(file, text)
      const ran = await runCli(['check', file, '--json'], { env: { LATCHKEY_HOME: tempDir() } })
      expect(ran.code).toBe(2)
      expect(ran.json().error?.message).toContain(field)
      expect(ran.stderr).toBe('')
    },
  )

  it('can declare steps with parameters', async () => {
    const file = join(tempDir(), 'flow.json')
    const steps = [
      'connect',
      { do: 'sign', message: 'hello' },
      { do: 'send', amount: '0.125', to: 'dev:dave' },
      {
        do: 'send',
        amount: '2',
        token: 'eip155:31337/erc20:0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35',
        to: 'dev:dave',
      },
      { do: 'switch', network: 'eip155:31338' },
      { do: 'balance', atLeast: '100000000' },
    ]
    writeFileSync(file, JSON.stringify({ family: 'eip155', wallet: 'dev:carol', steps }))
    const ran = await runCli(['check', file, '--json'], { env: { LATCHKEY_HOME: tempDir() } })
    expect(verdicts(ran.json().data.flows[0])).toEqual([
      'connect: ok',
      'sign message: ok',
      'send native: ok',
      'send token: ok',
      'switch: ok',
      'balance: wrong',
    ])
    expect(ran.code).toBe(7)
    expect(ran.json().error).toMatchObject({
      code: 'check/wrong-result',
      message: expect.stringMatching(/^balance:/),
    })
  })

  it.each([
    ['is not a test network', 'dev:carol', 'mainnet', []],
    ['max-spend: is missing', 'key:env:KEY', 'sepolia', []],
    ['is not the local devnet', 'dev:carol', 'sepolia', ['--max-spend', '1']],
  ])(
    'is refused with "%s" before its first step if %s switches to %s with the options %j',
    async (message, wallet, network, options) => {
      const file = join(tempDir(), 'flow.json')
      const steps = ['connect', { do: 'switch', network }]
      writeFileSync(file, JSON.stringify({ family: 'eip155', steps }))
      const [url] = devnet.networks[0]!.rpcUrls.default.http
      const argv = ['check', file, '-n', 'eip155:31337', '--rpc', url!, '-w', wallet, ...options, '--json']
      const ran = await runCli(argv, { env: { LATCHKEY_HOME: tempDir(), KEY: alice.secret } })
      expect(ran.code).toBe(2)
      expect(ran.json().error?.message).toContain(message)
    },
  )

  it('is refused if it switches to a network whose coin has other decimals than the limit', async () => {
    const file = join(tempDir(), 'flow.json')
    const steps = ['connect', { do: 'switch', network: 'westend-relay' }]
    writeFileSync(file, JSON.stringify({ family: 'polkadot', steps }))
    const argv = ['check', file, '-n', 'paseo-relay', '-w', 'key:env:KEY', '--max-spend', '1', '--json']
    const ran = await runCli(argv, { env: { LATCHKEY_HOME: tempDir(), KEY: alice.secret } })
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toMatch(/^switch.network: .*decimals/)
  })
})
