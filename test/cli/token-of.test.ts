import { encodeAbiParameters, stringToHex } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tokenOf, undisputedToken } from '../../cli/nodes/token-of.ts'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { loopback } from '../support/loopback.ts'
import { tempDir } from './support/run-cli.ts'

const contract = `0x${'c'.repeat(40)}`
const textOf = (text: string) => encodeAbiParameters([{ type: 'string' }], [text])

/** Starts a node with a token that has this symbol and these decimals. */
async function nodeWith(symbol: string, decimals: number, host = '127.0.0.1') {
  const node = await loopback(({ body }, response) => {
    const { id, params } = JSON.parse(body)
    const isSymbol = params[0].data === '0x95d89b41'
    const result = isSymbol ? symbol : encodeAbiParameters([{ type: 'uint8' }], [decimals])
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  onTestFinished(() => node.close())
  return node.url.replace('127.0.0.1', host)
}

const networkOn = (http: readonly string[]): ChainNetwork => ({
  id: 31337,
  caipNetworkId: 'eip155:31337',
  chainNamespace: 'eip155',
  name: 'Local',
  testnet: true,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http } },
})

async function found(urls: readonly string[], env: Record<string, string> = { LATCHKEY_HOME: tempDir() }) {
  return tokenOf(env, networkOn(urls), new AbortController().signal)!(contract)
}

describe('a token in the description of a request', () => {
  it('is verified if two nodes on different hosts report the same symbol and decimals', async () => {
    const urls = [await nodeWith(textOf('USDC'), 6), await nodeWith(textOf('USDC'), 6, 'localhost')]
    expect(await found(urls)).toEqual({ symbol: 'USDC', decimals: 6, unverified: false })
  })

  it('is unverified if only nodes of one host report it', async () => {
    const unverified = { symbol: 'USDC', decimals: 8, unverified: true }
    const [one, other] = [await nodeWith(textOf('USDC'), 8), await nodeWith(textOf('USDC'), 8)]
    expect(await found([one])).toEqual(unverified)
    expect(await found([one, other])).toEqual(unverified)
  })

  it("is unknown if the nodes disagree, or if one of them doesn't answer", async () => {
    const honest = await nodeWith(textOf('USDC'), 6)
    expect(await found([honest, await nodeWith(textOf('USDC'), 8, 'localhost')])).toBeUndefined()
    expect(await found([honest, 'http://localhost:1/'])).toBeUndefined()
    expect(await found(['http://localhost:1/'])).toBeUndefined()
  })

  it('can have a symbol of type bytes32, as older tokens do', async () => {
    expect(await found([await nodeWith(stringToHex('MKR', { size: 32 }), 18)])).toMatchObject({
      symbol: 'MKR',
    })
  })

  it("is taken from the devnet's own data, even if a node says something else", async () => {
    const env = { LATCHKEY_HOME: tempDir() }
    const lying = await nodeWith(textOf('TUSD'), 8)
    const network = networkOn([lying])
    writeDevnet(env, {
      ...{ id: 'test', pid: process.pid, startedAt: new Date().toISOString(), networks: [network] },
      tokens: [{ asset: `eip155:31337/erc20:${contract}`, symbol: 'TUSD', decimals: 6 } as never],
      ...{ nodes: [], accounts: {} },
    })
    expect(await found([lying], env)).toMatchObject({ symbol: 'TUSD', decimals: 6 })
  })
})

describe('a token of a swap', () => {
  const found = (...urls: readonly string[]) =>
    undisputedToken({ LATCHKEY_HOME: tempDir() }, networkOn(urls), contract, new AbortController().signal)

  it("is known if one of two nodes reports it and the other doesn't answer", async () => {
    const honest = await nodeWith(textOf('USDC'), 6)
    const token = { symbol: 'USDC', decimals: 6 }
    expect(await found(honest, 'http://localhost:1/')).toEqual(token)
    expect(await found('http://localhost:1/', honest)).toEqual(token)
    expect(await found('http://localhost:1/')).toBeUndefined()
  })

  it('is unknown if two nodes disagree', async () => {
    const honest = await nodeWith(textOf('USDC'), 6)
    expect(await found(honest, await nodeWith(textOf('USDC'), 8, 'localhost'))).toBeUndefined()
    expect(await found(honest, await nodeWith(textOf('USDT'), 6, 'localhost'))).toBeUndefined()
  })
})
