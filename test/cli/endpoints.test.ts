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
 * Families without a head age: the devnet's Esplora has no blocks, and the clock of its solana node is always
 * 0.
 */
const clockless: readonly Family[] = ['bip122', 'solana']

describe.each(families)('the check of an endpoint of %s', (family) => {
  it('reports that pages can use the endpoint, the fee and the age of the newest block', async () => {
    const { problems, ...found } = await check(family, await faulty(family))
    // A chain without transactions makes no blocks.
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

  it('reports as unusable an endpoint that serves another network or refuses everything', async () => {
    expect(await check(family, await faulty(family, 'wrong-identity'))).toMatchObject({
      usable: false,
      problems: [expect.stringMatching(/^serves /)],
    })
    const busy = await check(family, await faulty(family, 'busy'))
    expect(busy).toMatchObject({ usable: false, problems: [expect.stringContaining('429')] })
  })

  if (family !== 'solana')
    it('reports the age of an old newest block', async () => {
      // The devnet's Esplora has no blocks.
      const timestamp = Math.floor(Date.now() / 1000)
      const block: NodeFault = {
        call: async ({ method }, next) =>
          method.startsWith('GET /block/') ? { result: { timestamp } } : next(),
      }
      const late = await check(family, await faulty(family, 'stuck:5000', block))
      // A devnet that makes many blocks sets their timestamps ahead of the real time.
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
  ])('with the fault %s reports usable: %s, and names the cause', async (fault, usable, problem) => {
    const found = await check('eip155', await faulty('eip155', fault))
    expect(found.usable).toBe(usable)
    expect(found.problems.join()).toMatch(problem)
  })

  it.each([
    ['wss://node.example', /use https:\/\/ instead/],
    ['ws://127.0.0.1:9944', /use http:\/\/ instead/],
    ['node.example', /not a URL/],
    ['ftp://node.example', /needs http/],
  ])('at %s names the required form of the URL', async (url, problem) => {
    expect((await check('eip155', url)).problems.join()).toMatch(problem)
  })
})

describe('latchkey doctor', () => {
  const findings = async (urls: readonly string[]) => {
    const network = { ...networkOf('eip155'), rpcUrls: { default: { http: urls } } }
    return checkEndpoints({ signal } as Context, network)
  }

  it('warns of one bad URL among several, and fails if none is usable', async () => {
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

  it('shows a table of what each endpoint can do', async () => {
    const ran = await run(await faulty('eip155'), '--origin', origin)
    expect(ran.code, ran.stdout).toBe(0)
    expect(ran.stdout).toMatch(/NETWORK +ENDPOINT +LATENCY +HEAD AGE +BATCHES +FEES +HISTORY +PAGES\n/)
    expect(ran.stdout).toMatch(/^ok +eip155:31337 +http:\S+ +\d+ ms +\d+ s +yes +yes +yes +yes$/m)
  })

  it('hides keys of URLs, and fails when no endpoint is usable', async () => {
    const ran = await run(`${await faulty('eip155', 'echoes-url')}/v2/canary?key=canary`, '--json')
    expect(ran.code).toBe(1)
    expect(ran.stdout + ran.stderr).not.toContain('canary')
    expect(ran.json().data).toMatchObject({
      endpoints: [{ network: 'eip155:31337', usable: false, problems: [expect.any(String)] }],
      withoutEndpoint: ['eip155:31337'],
    })
  })

  it('refuses a value of --origin that is not an origin, and --origin without --endpoints', async () => {
    const url = await faulty('eip155')
    expect((await run(url, '--origin', 'app.example')).code).toBe(2)
    const alone = await runCli(['doctor', '--origin', origin], { env: { LATCHKEY_HOME: tempDir() } })
    expect(alone.code).toBe(2)
  })
})
