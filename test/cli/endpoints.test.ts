import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checkEndpoints } from '../../cli/commands/doctor.ts'
import type { Context } from '../../cli/context.ts'
import { type Family, families } from '../../cli/families/families.ts'
import { checkEndpoint } from '../../cli/nodes/check-endpoint.ts'
import {
  type Devnet,
  type NodeFault,
  type NodeFaultsOptions,
  startNodeFaults,
} from '../../src/devnet/index.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const origin = 'http://localhost:5173'
const { signal } = new AbortController()

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const networkOf = (family: Family) => devnet.networks.find(({ chainNamespace }) => chainNamespace === family)!

async function faulty(family: Family, ...faults: NodeFaultsOptions['faults']): Promise<string> {
  const node = await startNodeFaults({ target: networkOf(family).rpcUrls.default.http[0]!, faults })
  onTestFinished(() => node.stop())
  return node.url
}

async function check(family: Family, url: string, whole = true) {
  return checkEndpoint(networkOf(family), url, { origin, signal, whole })
}

/**
 * Families for which the age of the newest block is unknown: the devnet's Esplora returns no blocks, and the clock of
 * the devnet's solana node is always 0.
 */
const clockless: readonly Family[] = ['bip122', 'solana']

describe.each(families)('the check of an endpoint of %s', (family) => {
  it('says that pages can use the endpoint, and shows its fee', async () => {
    const { problems, ...found } = await check(family, await faulty(family))
    // A chain without transactions makes no blocks, so its newest block can be old.
    expect(problems.filter((problem) => !problem.startsWith('its newest block is '))).toEqual([])
    expect(found).toMatchObject({
      ...{ usable: true, serves: networkOf(family).caipNetworkId },
      ...{
        ...(!clockless.includes(family) && { headAge: expect.any(Number) }),
        estimates: family === 'polkadot' ? undefined : true,
        history: expect.any(Boolean),
      },
      pages: { allowed: true },
      batches: family === 'bip122' ? undefined : true,
    })
  })

  it('says that an endpoint is unusable if it serves the wrong network or refuses every request', async () => {
    expect(await check(family, await faulty(family, 'wrong-identity'))).toMatchObject({
      usable: false,
      problems: [expect.stringMatching(/^serves /)],
    })
    const busy = await check(family, await faulty(family, 'busy'))
    expect(busy).toMatchObject({ usable: false, problems: [expect.stringContaining('429')] })
  })

  if (family !== 'solana')
    it('shows the age of the newest block even if this block is old', async () => {
      const timestamp = Math.floor(Date.now() / 1000)
      const block: NodeFault = {
        call: async ({ method }, next) =>
          method.startsWith('GET /block/') ? { result: { timestamp } } : next(),
      }
      const late = await check(family, await faulty(family, 'stuck:5000', block))
      // If a devnet makes many blocks, their timestamps are ahead of the real time, so the age can be less than 5000 s.
      expect(late.headAge).toBeGreaterThan(4000)
    })
})

describe('the check of an endpoint', () => {
  it.each([
    ['no-batch', true, /refuses batches/],
    ['no-batch:array', true, /refuses batches/],
    ['batch-partial', true, /refuses batches/],
    ['no-preflight', false, /preflight of pages of http:\/\/localhost:5173 with status 403/],
    ['no-cors/net_listening', false, /no CORS header/],
    ['not-offered/eth_estimateGas', true, /names no fee/],
    ['redirect', false, /another address/],
    ['html', false, /not JSON-RPC/],
    ['reset', false, /cannot be reached/],
  ])(
    'says for the fault %s what is wrong, and whether pages can use the endpoint',
    async (fault, usable, problem) => {
      const found = await check('eip155', await faulty('eip155', fault))
      expect(found.usable).toBe(usable)
      expect(found.problems.join()).toMatch(problem)
    },
  )

  it.each([
    ['wss://node.example', /use https:\/\/ instead/],
    ['ws://127.0.0.1:9944', /use http:\/\/ instead/],
    ['node.example', /not a URL/],
    ['ftp://node.example', /needs http/],
  ])('says which kind of URL is required in place of %s', async (url, problem) => {
    expect((await check('eip155', url)).problems.join()).toMatch(problem)
  })
})

describe('latchkey doctor', () => {
  const findings = async (urls: readonly string[]) => {
    const network = { ...networkOf('eip155'), rpcUrls: { default: { http: urls } } }
    return checkEndpoints({ signal } as Context, network)
  }

  it('warns if one of several URLs is unusable, and fails if all are', async () => {
    const [bad, good] = [await faulty('eip155', 'busy'), await faulty('eip155')]
    expect((await findings([bad, good])).map(({ status }) => status)).toEqual(['warn', 'ok', 'ok'])
    expect((await findings([bad, bad])).map(({ status }) => status)).toEqual(['fail', 'fail'])
  })

  it('warns of a node that refuses batches', async () => {
    const url = await faulty('eip155', 'no-batch')
    const ran = await runCli(['doctor', '-n', 'eip155:31337', '--rpc', url, '--json'], {
      env: { LATCHKEY_HOME: tempDir() },
    })
    expect(ran.code).toBe(0)
    expect(ran.json().data.findings).toContainEqual(
      expect.objectContaining({ status: 'warn', detail: expect.stringContaining('refuses batches') }),
    )
  })
})

describe('latchkey doctor --endpoints', () => {
  const run = async (url: string, ...argv: readonly string[]) =>
    runCli(['doctor', '--endpoints', '-n', 'eip155:31337', '--rpc', url, ...argv], {
      env: { LATCHKEY_HOME: tempDir() },
    })

  it('shows in a table what each endpoint can do', async () => {
    const url = await faulty('eip155')
    // A node whose chain has become long no longer keeps the state of its first block.
    const history = (await check('eip155', url)).history ? 'yes' : 'no'
    const ran = await run(url, '--origin', origin)
    expect(ran.code, ran.stdout).toBe(0)
    expect(ran.stdout).toMatch(/NETWORK +ENDPOINT +LATENCY +HEAD AGE +BATCHES +FEES +HISTORY +PAGES\n/)
    const row = `^ok +eip155:31337 +http:\\S+ +\\d+ ms +\\d+ s +yes +yes +${history} +yes$`
    expect(ran.stdout).toMatch(new RegExp(row, 'm'))
  })

  it('hides the keys in URLs, and fails if no endpoint is usable', async () => {
    const ran = await run(`${await faulty('eip155', 'echoes-url')}/v2/canary?key=canary`, '--json')
    expect(ran.code).toBe(1)
    expect(ran.stdout + ran.stderr).not.toContain('canary')
    expect(ran.json().data).toMatchObject({
      endpoints: [{ network: 'eip155:31337', usable: false, problems: [expect.any(String)] }],
      withoutEndpoint: ['eip155:31337'],
    })
  })

  it('refuses --origin without an origin or without --endpoints', async () => {
    const url = await faulty('eip155')
    expect((await run(url, '--origin', 'app.example')).code).toBe(2)
    const alone = await runCli(['doctor', '--origin', origin], { env: { LATCHKEY_HOME: tempDir() } })
    expect(alone.code).toBe(2)
  })
})
