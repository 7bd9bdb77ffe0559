import { formatUnits } from 'latchkey'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Family } from '../../cli/families/families.ts'
import { Interruption } from '../../cli/output/cli-error.ts'
import { devAccounts } from '../../src/devnet/index.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { type BroadcastFault, type LosingProxy, losingProxy } from '../support/losing-proxy.ts'
import { runningDevnet } from './support/devnet.ts'
import { startCli } from './support/run-cli.ts'

let world: Awaited<ReturnType<typeof runningDevnet>>
beforeAll(async () => {
  world = await runningDevnet()
}, leaseTimeout)
afterAll(() => world?.stop())

let proxy: LosingProxy | undefined
afterEach(async () => {
  await proxy?.stop()
  proxy = undefined
})

/** For each family: the decimals of the native token, and an amount to send. */
const families: readonly (readonly [Family, number, bigint])[] = [
  ['eip155', 18, 10n ** 16n],
  ['solana', 9, 10n ** 8n],
  ['bip122', 8, 10n ** 5n],
  ['polkadot', 12, 10n ** 11n],
  ['cosmos', 6, 10n ** 5n],
]
/** The faults after which the network can still say what happened to the transaction. */
const answered: readonly BroadcastFault[] = ['cut once', 'cut', 'gateway timeout', 'internal error', 'twice']

describe.each(families)('a payment through a node of %s', (family, decimals, least) => {
  // On solana, two equal transfers with the same blockhash are one transaction, so each transfer has a new amount.
  let value = least
  beforeEach(() => {
    value++
  })
  const network = () =>
    world.data.networks.find((one: { chainNamespace: string }) => one.chainNamespace === family)
  const target = () => network().rpcUrls.default.http[0] as string
  const held = async () => {
    const ran = await world.json([
      'balance',
      devAccounts.bob![family]!.address,
      '-n',
      network().caipNetworkId,
    ])
    return BigInt(ran.data.value)
  }
  const send = (...rpc: readonly string[]) =>
    world.json([
      ...[
        'send',
        '--to',
        'dev:bob',
        '--amount',
        formatUnits(value, decimals),
        '-n',
        network().caipNetworkId,
        '-w',
        'dev:alice',
      ],
      ...rpc.flatMap((url) => ['--rpc', url]),
      '--yes',
    ])
  /** Returns the hash that the node's answer contains. */
  const hashIn = (text: string): string => {
    if (!text.startsWith('{')) return text.trim()
    const { result } = JSON.parse(text)
    return String(result?.hash ?? result)
  }

  async function isPaidOnce(fault: BroadcastFault) {
    const before = await held()
    proxy = await losingProxy(target(), fault)
    const sent = await send(proxy.url)
    expect(sent.code, JSON.stringify(sent.error)).toBe(0)
    expect(String(sent.data.hash).toLowerCase()).toBe(hashIn(proxy.delivered[0]!).toLowerCase())
    await expect.poll(held, { timeout: 20_000, message: 'the recipient is paid' }).toBe(before + value)
    expect(await held()).toBe(before + value)
  }

  it('is made only once if the node accepts it and then cuts the connection', () => isPaidOnce('cut once'))

  it.each(answered.slice(1))(
    'is made only once if the node accepts it and then has the fault "%s"',
    { tags: ['all'] },
    isPaidOnce,
  )

  // Each family's code for this error has tests of its own. Here, two families are enough in most runs.
  it('ends with an error that contains its hash if the node accepts it and then dies', {
    tags: family === 'eip155' || family === 'polkadot' ? [] : ['all'],
  }, async () => {
    const before = await held()
    proxy = await losingProxy(target(), 'dies')
    const sent = await send(proxy.url)
    expect(sent).toMatchObject({ code: 6, error: { code: 'rpc/maybe-sent' } })
    expect(sent.error?.hash?.toLowerCase()).toBe(hashIn(proxy.delivered[0]!).toLowerCase())
    expect(sent.error?.message).toContain('may have been sent')
    await expect.poll(held, { timeout: 20_000, message: 'the recipient is paid' }).toBe(before + value)
    expect(proxy.delivered).toHaveLength(1)
  })
})

describe('a wallet with keys', () => {
  const eip155 = () =>
    world.data.networks.find((one: { chainNamespace: string }) => one.chainNamespace === 'eip155')
  const send = (options: readonly string[]) => [
    'send',
    '--to',
    'dev:bob',
    '--amount',
    '0.01',
    '-n',
    eip155().caipNetworkId,
    '-w',
    'dev:alice',
    '--yes',
    ...options,
  ]

  it.each([
    [
      'is busy',
      (id: unknown) => ({
        status: 429,
        body: { jsonrpc: '2.0', id, error: { code: 429, message: 'Too many' } },
      }),
    ],
    ['answers with null', (id: unknown) => ({ status: 200, body: { jsonrpc: '2.0', id, result: null } })],
  ])('signs nothing if the node %s when it is asked for the nonce', async (_, answer) => {
    proxy = await losingProxy(eip155().rpcUrls.default.http[0], undefined, ({ id, method }, response) => {
      if (method !== 'eth_getTransactionCount') return false
      const { status, body } = answer(id)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return true
    })
    const sent = await world.json(send(['--rpc', proxy.url]))
    expect(sent.code).not.toBe(0)
    expect(sent.error?.hash).toBeUndefined()
    expect(proxy.delivered).toEqual([])
  })

  it("uses the second URL if the first can't be reached", async () => {
    proxy = await losingProxy(eip155().rpcUrls.default.http[0], undefined)
    const sent = await world.json(send(['--rpc', 'http://127.0.0.1:1', '--rpc', proxy.url, '--wait']))
    expect(sent.code, JSON.stringify(sent.error)).toBe(0)
    expect(proxy.delivered).toHaveLength(1)
  })

  it('puts the hash of a transaction that may have been sent into the last line of the error', async () => {
    proxy = await losingProxy(eip155().rpcUrls.default.http[0], 'dies')
    const ran = await world.cli(send(['--rpc', proxy.url]))
    expect(ran.code).toBe(6)
    const { result } = JSON.parse(proxy.delivered[0]!)
    expect(ran.stderr.trimEnd().split('\n').at(-1)).toBe(`  transaction ${result}`)
  })
})

describe('a payment that is interrupted after the node has it', () => {
  const networkOf = (family: Family) =>
    world.data.networks.find((one: { chainNamespace: string }) => one.chainNamespace === family)
  const transfer = ['transfer(address,uint256)', 'dev:bob', '1']
  const token = () =>
    world.data.tokens
      .find(({ asset }: { asset: string }) => asset.startsWith(networkOf('eip155').caipNetworkId))
      .asset.split(':')
      .at(-1)
  const commands: readonly (readonly [string, Family, string, () => readonly string[]])[] = [
    ['send', 'eip155', 'eth_sendRawTransaction', () => ['send', '--to', 'dev:bob', '--amount', '0.01']],
    ['send', 'solana', 'sendTransaction', () => ['send', '--to', 'dev:bob', '--amount', '0.123']],
    ['call', 'eip155', 'eth_sendRawTransaction', () => ['call', token(), ...transfer]],
  ]

  /** Starts a command on a node that broadcasts and keeps its answer until `release` is called. Interrupts the command then. */
  async function interrupted(family: Family, method: string, command: readonly string[]) {
    const network = networkOf(family)
    const target: string = network.rpcUrls.default.http[0]
    const delivered: string[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    proxy = await losingProxy(target, undefined, (call, response) => {
      if (call.method !== method) return false
      const body = JSON.stringify(call)
      void fetch(target, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
        .then((found) => found.json())
        .then(async (answer) => {
          delivered.push(answer.result)
          await released
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
        })
      return true
    })
    const stop = new AbortController()
    const argv = ['-n', network.caipNetworkId, '-w', 'dev:alice', '--rpc', proxy.url, '--yes', '--json']
    const env = { LATCHKEY_HOME: world.home }
    const running = startCli([...command, ...argv], { env, signal: stop.signal })
    await expect
      .poll(() => delivered.length, { timeout: 20_000, message: 'the node gets the transaction' })
      .toBe(1)
    stop.abort(new Interruption('SIGINT'))
    return { hash: delivered[0]!, release, done: running.done }
  }

  it.each(commands)(
    'by %s on %s ends with an error that contains its hash',
    async (_, family, method, of) => {
      const { hash, release, done } = await interrupted(family, method, of())
      release()
      const ran = await done
      expect(ran.code, ran.stdout + ran.stderr).toBe(130)
      expect(ran.json()).toMatchObject({
        error: { code: 'cli/interrupted', hash },
        data: { hash, status: { phase: 'pending' } },
      })
    },
  )

  it('has an unknown status if the node stays silent', { tags: ['ci'] }, async () => {
    const [, family, method, of] = commands[0]!
    const { done } = await interrupted(family, method, of())
    const ran = await done
    expect(ran.code, ran.stdout + ran.stderr).toBe(130)
    expect(ran.json()).toMatchObject({
      data: { symbol: 'ETH', status: { phase: 'unknown' } },
      error: { code: 'cli/interrupted', hint: expect.stringContaining('may have been sent') },
    })
  })
})
