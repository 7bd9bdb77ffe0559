import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startMailbox } from '../../src/devnet/mailbox/start-mailbox.ts'
import { printed } from './support/printed.ts'
import { type RunOptions, runCli, startCli, tempDir } from './support/run-cli.ts'

const token = randomBytes(32).toString('base64')
const key = randomBytes(32).toString('base64')
const projects = { projects: { app: { origins: ['https://app.example'], features: { swap: false } } } }
const ports = ['--wallet-port', '0', '--services-port', '0', '--desk-port', '0']
const alone = ['serve', '--without-wallet', '--projects', 'projects.json', ...ports]
const transak = { TRANSAK_KEY: 'key', TRANSAK_SECRET: 'secret', TRANSAK_DOMAIN: 'app.example' }
const withNode = [...alone, '--data-networks', 'sepolia=http://127.0.0.1:9']
const withData = [...alone, '--data-networks', 'sepolia=http://127.0.0.1:9', '--data-providers']

/** Creates a folder as the documentation describes it, with the wallet's page. */
function ground(): string {
  const folder = tempDir()
  writeFileSync(join(folder, 'projects.json'), JSON.stringify(projects))
  writeFileSync(join(folder, 'desk.token'), `${token}\n`)
  writeFileSync(join(folder, 'wallet.key'), `${key}\n`)
  mkdirSync(join(folder, 'page'))
  writeFileSync(join(folder, 'page/index.html'), '<!doctype html><title>Wallet</title>')
  return folder
}

/** Waits until the server is ready. Resolves with the server's output. */
async function started(argv: readonly string[], options: RunOptions) {
  const stop = new AbortController()
  const running = startCli(argv, { ...options, signal: stop.signal })
  const { done, written } = running
  const end = async () => {
    stop.abort()
    return done
  }
  onTestFinished(async () => void (await end()))
  await printed(running, /Running until/)
  const at = (name: string) => new RegExp(`^${name} +(http\\S+)`, 'm').exec(written.stdout)?.[1] ?? ''
  return {
    wallet: at('Embedded wallet'),
    services: at('Public services'),
    desk: at("Operator's pages"),
    written,
    end,
  }
}

describe('latchkey serve', () => {
  it("serves the wallet, the services and the operator's pages on three origins", {
    tags: ['ci'],
  }, async () => {
    const folder = ground()
    const mailbox = await startMailbox()
    onTestFinished(() => mailbox.stop())
    const { wallet, services, desk, written, end } = await started(
      [
        ...['serve', '--projects', 'projects.json', '--token-file', 'desk.token', ...ports],
        ...['--key-file', 'wallet.key', '--mail-from', 'wallet@app.example', '--assets', 'page'],
        ...['--allow-origin', 'https://app.example', '--networks', 'sepolia=http://127.0.0.1:9'],
      ],
      { cwd: folder, env: { SMTP_URL: mailbox.url } },
    )
    expect(new Set([wallet, services, desk].map((url) => new URL(url).origin)).size).toBe(3)
    expect(await (await fetch(wallet)).text()).toContain('<title>Wallet</title>')
    expect(written.stdout).toMatch(/^Embedded wallet +on$/m)
    expect(written.stdout).toMatch(/^Events +on: kept for 90 days$/m)
    expect(written.stdout).toMatch(/^Wallet catalogue +off: set --catalogue$/m)
    expect(written.stdout).toMatch(/^Data +off: set --upstream or --data-networks$/m)
    const origins = await fetch(`${services}/projects/v1/origins?projectId=app`)
    expect(await origins.json()).toEqual({ allowedOrigins: ['https://app.example'] })
    const bearer = { headers: { authorization: `Bearer ${token}` } }
    expect(await (await fetch(desk, bearer)).text()).toContain('<h1>Overview</h1>')
    // Each origin serves only its own paths.
    expect((await fetch(`${services}/sdk`)).status).toBe(404)
    expect((await fetch(`${services}/api/config`)).status).toBe(404)
    expect((await fetch(`${desk}/getAnalyticsConfig?projectId=app`, bearer)).status).toBe(404)
    expect((await fetch(`${new URL(wallet).origin}/events`)).status).toBe(404)
    expect(existsSync(join(folder, 'latchkey-data'))).toBe(true)
    expect(`${written.stdout}${written.stderr}`).not.toContain(token)
    expect((await end()).code).toBe(130)
    await expect(fetch(services)).rejects.toThrow()
    await expect(fetch(desk)).rejects.toThrow()
  })

  it('prints all its URLs in JSON, with the option --without-wallet', { tags: ['ci'] }, async () => {
    const stop = new AbortController()
    const running = startCli([...alone, '--json'], {
      cwd: ground(),
      env: { DESK_TOKEN: token },
      signal: stop.signal,
    })
    await printed(running, /\}\n$/)
    stop.abort()
    expect((await running.done).json().data).toEqual({
      wallet: null,
      services: { url: expect.stringMatching(/^http:/), address: expect.any(String) },
      desk: { url: expect.stringMatching(/^http:/), address: expect.any(String) },
    })
  })

  it("reads the providers' keys from the environment, and prints no key", async () => {
    const asked: string[] = []
    const service = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.setHeader('content-type', 'application/json')
      // The node answers with the id of Sepolia, and the provider answers with a price.
      const price = { ethereum: { usd: 2000, last_updated_at: Math.floor(Date.now() / 1000) } }
      response.end(
        JSON.stringify(request.method === 'GET' ? price : { jsonrpc: '2.0', id: 0, result: '0x1' }),
      )
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void service.close())
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const env = { DESK_TOKEN: token, COINGECKO_KEY: 'key-of-the-server' }
    const data = ['--data-networks', `eip155:1=${url}`, '--data-providers', `coingecko=${url}/prices`]
    const { services, written } = await started([...alone, ...data], { cwd: ground(), env })
    const response = await fetch(`${services}/v1/fungible/price`, {
      method: 'POST',
      headers: { origin: 'https://app.example' },
      body: JSON.stringify({
        ...{ projectId: 'app', currency: 'usd' },
        addresses: [`eip155:1:0x${'e'.repeat(40)}`],
      }),
    })
    expect(await response.json()).toMatchObject({ fungibles: [{ price: 2000 }] })
    expect(asked.find((path) => path.startsWith('/prices/simple/price'))).toContain('key-of-the-server')
    expect(`${written.stdout}${written.stderr}`).not.toContain('key-of-the-server')
  })

  it.each([
    [{ DESK_TOKEN: undefined }, alone, 'DESK_TOKEN: is missing', 'openssl rand -base64 32'],
    [{ DESK_TOKEN: 'short' }, alone, 'has fewer than 32 characters', 'openssl rand -base64 32'],
    [{}, ['serve', '--without-wallet'], 'projects: is missing', '"origins"'],
    [{}, [...alone, '--projects', 'nowhere.json'], 'there is no such file', ''],
    [{}, [...alone, '--projects', 'broken.json'], 'It is not JSON', '"projects"'],
    [
      {},
      [...alone, '--projects', 'wrong.json'],
      "projects.app.origins.0: it isn't an origin",
      'https://app.example',
    ],
    [{}, [...alone, '--catalogue', 'nowhere'], 'there is no such file', ''],
    [{}, [...alone, '--upstream', 'nowhere'], 'upstream: "nowhere" is not the URL of a data service', ''],
    [{}, [...alone, '--upstream', 'https://data.example'], 'UPSTREAM_PROJECT_ID: is missing', ''],
    [
      { UPSTREAM_PROJECT_ID: 'ours' },
      [...alone, '--upstream', 'https://data.example', '--data-networks', 'sepolia'],
      "can't be used with --upstream",
      '',
    ],
    [{ MOONPAY_KEY: 'pk_live_a' }, withNode, 'MOONPAY_SECRET: is missing', ''],
    [{ MOONPAY_SECRET: 'sk_live_a' }, withNode, 'MOONPAY_KEY: is missing', ''],
    [{ MOONPAY_KEY: 'sk_live_a', MOONPAY_SECRET: 'pk_live_a' }, withNode, 'MOONPAY_KEY: is not', 'pk_'],
    [{ MOONPAY_KEY: 'pk_live_a', MOONPAY_SECRET: 'pk_live_b' }, withNode, 'MOONPAY_SECRET: is not', 'sk_'],
    [{ MOONPAY_KEY: 'pk_live_a', MOONPAY_SECRET: 'sk_live_a' }, alone, 'needs --data-networks', ''],
    [{ COINBASE_KEY_ID: 'id' }, withNode, 'COINBASE_SECRET: is missing', ''],
    [{ COINBASE_SECRET: 'secret' }, withNode, 'COINBASE_KEY_ID: is missing', ''],
    [{ COINBASE_KEY_ID: 'id', COINBASE_SECRET: 'secret' }, withNode, 'COINBASE_SECRET: is not a key', 'PEM'],
    [{ COINBASE_KEY_ID: 'id', COINBASE_SECRET: 'secret' }, alone, 'needs --data-networks', ''],
    [{ TRANSAK_KEY: 'key' }, withNode, 'TRANSAK_SECRET: is missing', ''],
    [{ TRANSAK_SECRET: 'secret' }, withNode, 'TRANSAK_KEY: is missing', ''],
    [{ TRANSAK_KEY: 'same', TRANSAK_SECRET: 'same' }, withNode, 'TRANSAK_KEY: is the secret', ''],
    [{ TRANSAK_KEY: 'key', TRANSAK_SECRET: 'secret' }, withNode, 'TRANSAK_DOMAIN: is not a domain', ''],
    [{ ...transak, TRANSAK_DOMAIN: 'https://app.example' }, withNode, 'TRANSAK_DOMAIN: is not a domain', ''],
    [transak, alone, 'TRANSAK_KEY: needs --data-networks', ''],
    [
      {},
      [...withData, 'mempool:sepolia=https://a.example'],
      "mempool doesn't support eip155",
      'It supports bip122',
    ],
    [
      {},
      [...alone, '--data-providers', 'defillama=https://a.example'],
      'data-providers: needs',
      '--data-networks',
    ],
    [
      {},
      [...withData, 'other=https://a.example'],
      'is not a provider with its URL',
      'There are alchemy, ankr, blockscout,',
    ],
    [{}, [...withData, 'constructor=https://a.example'], 'is not a provider with its URL', ''],
    [{}, [...withData, 'blockscout=nowhere'], '"nowhere" is not the URL of blockscout', ''],
    [{}, [...withData, 'ankr:sepolia=https://a.example'], 'ankr has one URL for all networks', 'ankr='],
    [
      {},
      [...withData, 'subscan:sepolia=https://a.example'],
      "subscan doesn't support eip155",
      'It supports polkadot',
    ],
    [
      {},
      [...withData, 'cosmos-rest:sepolia=https://a.example'],
      "cosmos-rest doesn't support eip155",
      'It supports cosmos',
    ],
    [{}, [...withData, 'cosmos-rest=https://a.example?key=1'], 'has a query', 'It needs no key'],
    [{}, [...withData, 'coingecko:sepolia=https://a.example'], 'has one URL for all networks', 'coingecko='],
    [
      {},
      [...withData, 'blockscout=https://a.example,blockscout:sepolia=https://b.example'],
      'has a URL with a network and a URL without one',
      '',
    ],
    [
      { COINGECKO_KEY: undefined },
      [...withData, 'coingecko=https://a.example/api?key=in-the-url'],
      'the URL of coingecko has a query, which would not be sent',
      'COINGECKO_KEY',
    ],
    [{}, [...withData, 'blockscout=https://me:secret@a.example'], 'has a user and password', ''],
    [
      {},
      [...withData, 'blockscout:mainnet=https://a.example'],
      'blockscout has a URL for eip155:1, which is not in --data-networks',
      '',
    ],
    [
      {},
      [
        ...[...withData, 'blockscout:solana-mainnet=https://a.example'],
        ...['--data-networks', 'solana-mainnet=http://127.0.0.1:9'],
      ],
      "blockscout doesn't support solana",
      '',
    ],
    ...['history-start', 'nft-start'].flatMap((option): [object, string[], string, string][] => [
      [
        {},
        [...withData.slice(0, -1), `--${option}`, 'mainnet=5'],
        `${option}: eip155:1 is not in --data-networks`,
        '',
      ],
      [{}, [...alone, `--${option}`, 'mainnet=5'], `${option}: needs --data-networks`, ''],
      [
        { UPSTREAM_PROJECT_ID: 'ours' },
        [...alone, '--upstream', 'https://data.example', `--${option}`, 'mainnet=5'],
        `${option}: needs --data-networks`,
        '',
      ],
    ]),
    [{}, [...alone, '--desk-port', '3101', '--services-port', '3101'], 'would share port 3101', ''],
    [
      {},
      [...alone, '--services-url', 'https://a.example', '--desk-url', 'https://a.example'],
      'would share https://a.example',
      '',
    ],
    [{}, [...alone, '--desk-url', 'https://a.example/path'], "isn't an origin", ''],
    [{}, [...alone, '--desk-port', '70000'], 'desk-port: must be a whole number', ''],
    [{}, [...alone, '--keep-events', 'long'], 'keep-events: must be a whole number', ''],
    [{}, alone.filter((one) => one !== '--without-wallet'), 'allow-origin: is missing', '--without-wallet'],
  ])(
    'names the invalid value in the environment %j and the arguments %j',
    async (changed, args, reason, hint) => {
      const cwd = ground()
      writeFileSync(join(cwd, 'broken.json'), '{')
      writeFileSync(
        join(cwd, 'wrong.json'),
        JSON.stringify({ projects: { app: { origins: ['app.example'] } } }),
      )
      const { code, stderr } = await runCli(args, { cwd, env: { DESK_TOKEN: token, ...changed } })
      expect(stderr).toContain(reason)
      expect(stderr).toContain(hint)
      expect(code).toBe(2)
    },
  )

  it('reports which port is taken', { tags: ['ci'] }, async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await runCli([...alone, '--desk-port', String(port)], {
      cwd: ground(),
      env: { DESK_TOKEN: token },
    })
    expect(code).toBe(2)
    expect(stderr).toContain(`${port} is taken`)
  })
})
