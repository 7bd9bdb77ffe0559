import { createLatchkey, type Latchkey } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { cosmos } from 'latchkey/adapters/cosmos'
import { eip155 } from 'latchkey/adapters/eip155'
import { solana } from 'latchkey/adapters/solana'
import { devAccounts } from 'latchkey/devnet'
import { memoryPlatform } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import { parseExactJson, wholeNumber } from '../../src/core/json/exact-json.ts'
import { encodeProto } from '../../src/core/protobuf.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { fc } from '../support/fast-check.ts'
import { type Loopback, loopback } from '../support/loopback.ts'
import { devNetworks } from '../support/relayed-clients.ts'
import { fifthOf } from '../support/seed.ts'

const most = { u64: 2n ** 64n - 1n, u256: 2n ** 256n - 1n }
/** Draws integers up to a limit. Many of them are near 2^53, above which a double loses digits. */
const upTo = (max: bigint) =>
  fc.oneof(
    fc.bigInt({ min: 0n, max }),
    fc.bigInt({ min: 0n, max: max < 2n ** 54n ? max : 2n ** 54n }),
    fc.integer({ min: -3, max: 3 }).map((by) => {
      const near = 2n ** 53n + BigInt(by)
      return near <= max ? near : max
    }),
  )

describe('JSON with integers of any size', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('"', '\\', '1', '9', ',', ':', ' ', '-') }),
  )
  type Value =
    | string
    | bigint
    | boolean
    | null
    | number
    | readonly Value[]
    | { readonly [key: string]: Value }
  const { value } = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(true, null),
      fc.array(tie('value'), { maxLength: 6 }),
      fc.dictionary(text, tie('value'), { maxKeys: 6 }),
    ),
  }))
  const write = (one: Value): string => {
    if (typeof one === 'bigint') return String(one)
    if (Array.isArray(one)) return `[${one.map(write).join(' ,')}]`
    if (typeof one !== 'object' || one === null) return JSON.stringify(one)
    return `{${Object.entries(one).map(([key, each]) => `${JSON.stringify(key)}:${write(each)}`)}}`
  }
  const read = (one: Value): unknown => {
    if (typeof one === 'bigint') return Number.isSafeInteger(Number(one)) ? Number(one) : String(one)
    if (typeof one === 'number') return JSON.parse(write(one))
    if (Array.isArray(one)) return one.map(read)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([key, each]) => [key, read(each)]))
  }
  // JSON writes a large double such as 1e20 with the digits of an integer, so the test excludes such doubles.
  const isPlain = (one: Value): boolean =>
    typeof one === 'number'
      ? !/^-?\d{16,}$/.test(JSON.stringify(one))
      : typeof one !== 'object' || one === null || Object.values(one).every(isPlain)

  it('is parsed like JSON.parse, except for integers that a double would change', () => {
    fc.assert(
      fc.property(value.filter(isPlain), (one) => {
        expect(parseExactJson(write(one))).toEqual(read(one))
      }),
      { numRuns: 3000 },
    )
  })

  it('is refused when JSON.parse refuses it', () => {
    for (const wrong of [
      '',
      '{',
      '[00009007199254740993]',
      '[1 9007199254740993',
      '"9007199254740993',
      '-',
      '[9007199254740993e]',
    ])
      expect(() => parseExactJson(wrong), wrong).toThrow(SyntaxError)
    expect(parseExactJson('9007199254740993')).toBe('9007199254740993')
    expect(parseExactJson('[-9007199254740993,0.9007199254740993]')).toEqual([
      '-9007199254740993',
      0.9007199254740993,
    ])
    for (const wrong of [1.5, -1, 2 ** 53, '1', '-9007199254740993', '0x10', '1e20', undefined, true])
      expect(wholeNumber(wrong)).toBeUndefined()
  })

  it('is parsed at a speed of at least a megabyte in half a second', () => {
    const account =
      '{"lamports":18446744073709551615,"owner":"1111","note":"a \\"quoted\\" word","rentEpoch":18446744073709551615}'
    const hostile = [
      `[${Array.from({ length: 9000 }, () => account)}]`,
      `["${'\\\\'.repeat(500_000)}",9007199254740993]`,
      `["${'\\"'.repeat(500_000)}",9007199254740993]`,
      `[${'9'.repeat(1_000_000)}]`,
      `[${Array.from({ length: 55_000 }, () => '9007199254740993')}]`,
    ]
    for (const text of hostile) {
      expect(text.length).toBeGreaterThan(900_000)
      // The best of three attempts counts, because compilation and garbage collection slow some attempts down.
      const times = [1, 2, 3].map(() => {
        const start = cpuTime()
        parseExactJson(text)
        return cpuTime() - start
      })
      expect(Math.min(...times), text.slice(0, 40)).toBeLessThan(500)
    }
  })
})

describe('a balance of any size', () => {
  const families = ['eip155', 'solana', 'bip122', 'cosmos'] as const
  type Family = (typeof families)[number]
  /** The balance that the nodes report now. */
  let held = 0n
  const coin = () => {
    const bytes = (text: string) => new TextEncoder().encode(text)
    const encoded = encodeProto([1, encodeProto([1, bytes('uatom')], [2, bytes(String(held))])])
    return Buffer.from(encoded).toString('base64')
  }
  const nodes: Readonly<Record<Family, (method: string) => string>> = {
    eip155: (method) => (method === 'eth_chainId' ? '"0x7a69"' : `"0x${held.toString(16)}"`),
    solana: (method) =>
      method === 'getGenesisHash'
        ? '"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"'
        : `{"context":{"slot":${most.u64}},"value":${held}}`,
    cosmos: (method) =>
      method === 'status'
        ? '{"node_info":{"network":"latchkey-1"}}'
        : `{"response":{"code":0,"value":"${coin()}"}}`,
    bip122: () => '',
  }
  const servers: Loopback[] = []
  let latchkey: Latchkey
  const networks = devNetworks(...families)
  const of = (family: Family) => networks.find(({ chainNamespace }) => chainNamespace === family)!
  beforeAll(async () => {
    const serve = async (family: ChainNamespace) => {
      const server = await loopback(({ path, body }, response) => {
        if (family === 'bip122') {
          const stats = (funded: bigint, spent: bigint) =>
            `{"funded_txo_sum":${funded},"spent_txo_sum":${spent}}`
          // The address has received and sent more coins than exist.
          if (/^\/address/.test(path))
            return response.end(
              `{"chain_stats":${stats(held + most.u64, most.u64)},"mempool_stats":${stats(0n, 0n)}}`,
            )
          return response.end(
            path.endsWith('/0') ? `${of('bip122').caipNetworkId.slice(7)}${'0'.repeat(32)}` : '1',
          )
        }
        const answer = ({ id, method }: { id: number; method: string }) =>
          `{"jsonrpc":"2.0","id":${id},"result":${nodes[family as Family](method)}}`
        const calls = JSON.parse(body)
        response.end(Array.isArray(calls) ? `[${calls.map(answer)}]` : answer(calls))
      })
      servers.push(server)
      return server.url
    }
    const served = await Promise.all(
      networks.map(async (network) => ({
        ...network,
        rpcUrls: { default: { http: [await serve(network.chainNamespace)] } },
      })),
    )
    latchkey = createLatchkey({
      networks: served as never,
      adapters: [eip155(), solana(), bip122(), cosmos()],
      projectId: 'test',
      platform: memoryPlatform({ clock: systemClock, fetch: systemFetch }),
    })
    await latchkey.ready()
  })
  afterAll(async () => {
    await latchkey?.dispose()
    await Promise.all(servers.map((server) => server.close()))
  })

  it.each([
    ['eip155', most.u256, fifthOf(200)],
    ['solana', most.u64, fifthOf(300)],
    ['bip122', 21_000_000n * 10n ** 8n, fifthOf(200)],
    ['cosmos', most.u256, fifthOf(200)],
  ] as const)('is read exactly on %s', async (family, max, numRuns) => {
    const adapter = await latchkey.adapter(family)
    const { caipNetworkId } = of(family)
    const { address } = devAccounts.alice![family]!
    const account = `${caipNetworkId}:${address}` as never
    await fc.assert(
      fc.asyncProperty(upTo(max), async (value) => {
        held = value
        expect((await adapter.getBalance(account)).value).toBe(value)
      }),
      { numRuns, examples: [[max], [max < 2n ** 53n ? 1n : 2n ** 53n + 1n]] },
    )
  })

  it("is refused if the network can't have such a balance", async () => {
    const adapter = await latchkey.adapter('solana')
    const account = `${of('solana').caipNetworkId}:${devAccounts.alice!.solana!.address}` as never
    for (held of [2n ** 64n, -(2n ** 60n), -1n])
      await expect(adapter.getBalance(account)).rejects.toMatchObject({ code: 'rpc/invalid-value' })
  })
})
