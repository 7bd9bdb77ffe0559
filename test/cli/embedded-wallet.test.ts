import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startMailbox } from '../../src/devnet/mailbox/start-mailbox.ts'
import { loopback } from '../support/loopback.ts'
import { logIn, send, walletDevice } from '../support/wallet-device.ts'
import { printed } from './support/printed.ts'
import { type RunOptions, runCli, startCli, tempDir } from './support/run-cli.ts'

const key = randomBytes(32).toString('base64')
const env = { EMBEDDED_WALLET_KEY: key, SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'wallet@service.example' }
const factory = `0x${'1'.repeat(40)}`
const serve = ['embedded-wallet', 'serve']
const usual = ['--allow-origin', 'https://app.example', '--networks', 'sepolia=http://127.0.0.1:9']

function page(folder: string): string {
  const assets = join(folder, 'page')
  mkdirSync(assets)
  writeFileSync(join(assets, 'index.html'), '<!doctype html><title>Wallet</title>')
  return assets
}

/** Waits until the server is ready. Resolves with the server's URL. */
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
  return { url: /at (\S+)\/sdk/.exec(written.stdout)?.[1] ?? '', written, end }
}

describe('latchkey embedded-wallet serve', () => {
  it("serves the wallet, and keeps the wallet's data over a restart", {
    tags: ['ci'],
  }, async () => {
    const folder = tempDir()
    const mailbox = await startMailbox()
    onTestFinished(() => mailbox.stop())
    const argv = [
      ...serve,
      ...usual,
      '--port',
      '0',
      '--name',
      'App',
      '--folder',
      'data',
      '--assets',
      page(folder),
    ]
    const options = { cwd: folder, env: { ...env, SMTP_URL: mailbox.url } }
    const first = await started(argv, options)
    expect((await send(`${first.url}/sdk`)).body).toContain('<title>Wallet</title>')
    expect((await send(`${first.url}/api/config`)).body).toMatchObject({
      origins: ['https://app.example'],
      approveInFrame: [],
      socialOnPage: false,
      networks: [{ id: 'eip155:11155111', name: 'Sepolia', testnet: true }],
    })
    const device = await walletDevice(first.url)
    const session = await logIn(device, mailbox, 'ann@example.com')
    expect(mailbox.mails()[0]?.subject).toMatch(/^\d{6} is your code for App$/)
    expect((await first.end()).code).toBe(130)
    expect(existsSync(join(folder, 'data'))).toBe(true)

    const second = await started(argv, options)
    const again = await device.at(second.url).ask('GET', '/api/user', undefined, { access: session.access })
    expect(again.body).toEqual(session.user)
    await second.end()
    const other = {
      ...options,
      env: { ...options.env, EMBEDDED_WALLET_KEY: randomBytes(32).toString('base64') },
    }
    const refused = await runCli(argv, other)
    expect(refused.stderr).toContain("key: it isn't the key with which this database was created")
    expect(refused.code).not.toBe(0)
  })

  it('accepts networks with their own nodes, from options and from a file', { tags: ['ci'] }, async () => {
    const folder = tempDir()
    const assets = page(folder)
    const nativeCurrency = { name: 'Coin', symbol: 'C', decimals: 18 }
    const node = await loopback((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}'))
    onTestFinished(node.close)
    const own = { id: 'eip155:99', name: 'Own', rpcUrl: `${node.url}a?b=c`, nativeCurrency }
    writeFileSync(join(folder, 'networks.json'), JSON.stringify([own]))
    writeFileSync(join(folder, 'wallet.key'), `${key}\n`)
    const common = [...serve, '--allow-origin', 'https://app.example', '--port', '0', '--assets', assets]
    const mailbox = await startMailbox()
    onTestFinished(() => mailbox.stop())
    const options = {
      cwd: folder,
      env: { ...env, EMBEDDED_WALLET_KEY: undefined, SMTP_URL: mailbox.url },
    }
    const fromFile = await started(
      [...common, '--networks-file', 'networks.json', '--key-file', 'wallet.key'],
      options,
    )
    const own99 = `${fromFile.url}/api/node/eip155:99`
    expect((await send(`${fromFile.url}/api/config`)).body.networks).toEqual([{ ...own, rpcUrl: own99 }])
    const asked = async (url: string, method: string) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
      const before = node.requests.length
      await send(url, { method: 'POST', body })
      // Meanwhile, the server also sends requests that check its nodes.
      const since = node.requests.slice(before).filter((request) => request.body.includes(method))
      return since.map(({ path }) => path)
    }
    expect(await asked(own99, 'eth_chainId')).toContain('/a?b=c')
    await fromFile.end()
    const named = ['--networks', `mainnet=${node.url}one?a=b,eip155:99=${node.url}two`]
    const paid = ['--bundlers', `99=${node.url}three?a=b`, '--paymasters', `99=${node.url}four`]
    const contracts = [...paid, '--account-factory', factory]
    const fromLine = await started([...common, ...named, ...contracts, '--key-file', 'wallet.key'], options)
    const at = (path: string) => `${fromLine.url}/api/node/${path}`
    const { networks, smartAccounts } = (await send(`${fromLine.url}/api/config`)).body
    expect(smartAccounts).toEqual([
      { chainId: 99, bundlerUrl: at('bundler/99'), factory, paymasterUrl: at('paymaster/99') },
    ])
    const policy = (await fetch(`${fromLine.url}/sdk`)).headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self';")
    expect(networks).toMatchObject([
      { id: 'eip155:1', name: 'Ethereum', rpcUrl: at('eip155:1') },
      { id: 'eip155:99', rpcUrl: at('eip155:99') },
    ])
    expect(await asked(at('eip155:1'), 'eth_chainId')).toContain('/one?a=b')
    expect(await asked(at('eip155:99'), 'eth_chainId')).toContain('/two')
    const device = await walletDevice(fromLine.url)
    const { access } = await logIn(device, mailbox, 'ann@example.com')
    for (const [path, method, reached] of [
      ['bundler/99', 'eth_supportedEntryPoints', '/three?a=b'],
      ['paymaster/99', 'pm_getPaymasterData', '/four'],
    ] as const) {
      expect(await asked(at(path), method)).toEqual([])
      const body = { jsonrpc: '2.0', id: 1, method, params: [] }
      await device.ask('POST', `/api/node/${path}`, body, { access })
      expect(node.requests.at(-1)?.path).toBe(reached)
    }
  })

  it("warns if it can't reach a mail server or a node that the wallet needs", {
    tags: ['ci'],
  }, async () => {
    const folder = tempDir()
    const node = createServer((_, response) =>
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x63"}'),
    ).listen(0, '127.0.0.1')
    onTestFinished(() => void node.close())
    const mailbox = await startMailbox()
    onTestFinished(() => mailbox.stop())
    const at = `http://127.0.0.1:${(node.address() as AddressInfo).port}/secret`
    const argv = [...serve, '--allow-origin', 'https://app.example', '--assets', page(folder)]
    const on = (...networks: string[]) => [...argv, ...['--port', '0', '--networks', networks.join(',')]]
    const well = await started(on(`eip155:99=${at}`), { cwd: folder, env: { ...env, SMTP_URL: mailbox.url } })
    const ill = await started(
      [
        ...on(`eip155:99=${at}`, `eip155:98=${at}`, 'solana-mainnet=http://127.0.0.1:9/secret'),
        '--folder',
        'other',
      ],
      { cwd: folder, env },
    )
    await expect
      .poll(() => ill.written.stderr.match(/^WARNING: .*$/gm)?.sort(), {
        message: 'the warnings are printed',
      })
      .toEqual([
        "WARNING: The mail server in SMTP_URL doesn't accept emails: connect ECONNREFUSED 127.0.0.1:9",
        'WARNING: The node of eip155:98: it serves eip155:99',
        expect.stringMatching(/^WARNING: The node of solana:\w{32}: .*127\.0\.0\.1:9.*cannot be reached/),
      ])
    expect(ill.written.stderr).not.toContain('secret')
    expect(well.written.stderr).not.toContain('WARNING')
  })

  it('warns of the pages on which visitors approve requests in the frame', async () => {
    const folder = tempDir()
    const mailbox = await startMailbox()
    onTestFinished(() => mailbox.stop())
    const argv = [...serve, '--allow-origin', 'https://app.example,http://localhost:5173', '--port', '0']
    const trusted = [
      '--approve-in-frame',
      'https://app.example',
      '--approve-in-frame',
      'http://localhost:5173',
    ]
    writeFileSync(
      join(folder, 'networks.json'),
      '[{"id":"eip155:99","name":"Own","rpcUrl":"http://127.0.0.1:9","nativeCurrency":{"name":"Coin","symbol":"C","decimals":18}}]',
    )
    const running = await started(
      [...argv, ...trusted, '--social-on-page', '--networks-file', 'networks.json', '--assets', page(folder)],
      { cwd: folder, env: { ...env, SMTP_URL: mailbox.url } },
    )
    const config = (await send(`${running.url}/api/config`)).body
    expect(config.approveInFrame).toEqual(['https://app.example', 'http://localhost:5173'])
    expect(config.socialOnPage).toBe(true)
    for (const origin of ['https://app.example', 'http://localhost:5173'])
      expect(running.written.stderr).toContain(`WARNING: Visitors of ${origin} approve inside the page`)
    await running.end()
  })

  it.each([
    [{ EMBEDDED_WALLET_KEY: undefined }, usual, 'EMBEDDED_WALLET_KEY: is missing', 'openssl rand -base64 32'],
    [{ EMBEDDED_WALLET_KEY: 'c2hvcnQ=' }, usual, 'is not 32 bytes in base64', 'openssl rand -base64 32'],
    [{ SMTP_URL: undefined }, usual, 'SMTP_URL: is missing', 'smtps://'],
    [{ MAIL_FROM: undefined }, usual, 'mail-from: is missing', 'MAIL_FROM'],
    [{ SMTP_URL: 'mail.example' }, usual, 'SMTP_URL: is not the URL of a mail server', 'smtps://'],
    [{}, usual.slice(2), 'allow-origin: is missing', 'https://app.example'],
    [
      {},
      [...usual, '--allow-origin', 'localhost:1'],
      'allow-origin: localhost:1 is not an origin',
      'https://',
    ],
    [{}, [...usual, '--allow-origin', 'https://a.example,'], 'allow-origin: is empty', 'https://'],
    [{}, [...usual, '--url', ''], 'url: is empty', 'https://'],
    [{}, [...usual, '--url', 'http://wallet.example'], 'url: http://wallet.example is without TLS', 'https'],
    [{}, [...usual, '--url', 'https://app.example'], "is the wallet's own", 'another origin'],
    [
      {},
      [...usual, '--allow-origin', 'https://b.example,https://c.example', '--url', 'https://c.example'],
      "is the wallet's own",
      'another origin',
    ],
    [{}, usual.slice(0, 2), 'networks: is missing', '--networks'],
    [{}, [...usual, '--networks', 'bitcoin'], "the wallet doesn't support bip122", 'eip155 and solana'],
    [{}, [...usual, '--networks', 'mainnet=nowhere'], '"nowhere" is not the URL of a node', ''],
    [{}, [...usual, '--bundlers', '1=http://127.0.0.1:1'], 'account-factory: is missing', ''],
    [{}, [...usual, '--account-factory', factory], 'bundlers: is missing', 'smart accounts'],
    [
      {},
      [...usual, '--bundlers', '1=http://127.0.0.1:1', '--account-factory', factory],
      'eip155:1 is not one of the networks',
      '--networks',
    ],
    [{}, [...usual, '--bundlers', 'mainnet=http://127.0.0.1:1'], "doesn't start with a chain number", ''],
    [{}, [...usual, '--bundlers', '1=nowhere'], '"nowhere" is not a URL', '--bundlers 1=https://'],
    [{}, [...usual, '--port', '70000'], 'port: must be a whole number', ''],
    [{}, [...usual, '--networks-file', 'missing.json'], 'there is no such file', ''],
  ])(
    'names the invalid value in the environment %j and the arguments %j',
    async (changed, args, reason, hint) => {
      const folder = tempDir()
      const { code, stderr } = await runCli([...serve, ...args], { cwd: folder, env: { ...env, ...changed } })
      expect(code).toBe(2)
      expect(stderr).toContain(reason)
      expect(stderr).toContain(hint)
      expect(existsSync(join(folder, 'embedded-wallet-data'))).toBe(false)
    },
  )

  it.each([
    ['app.example', 'app.example is not an origin'],
    ['https://app.example/path', 'https://app.example/path is not an origin'],
    ['https://*.app.example', 'https://*.app.example has a wildcard'],
    ['http://app.example', 'http://app.example is without TLS'],
    ['https://other.example', 'https://other.example may not embed the wallet'],
  ])('refuses to let visitors of %s approve requests in the frame', async (origin, fault) => {
    const argv = [...serve, ...usual, '--approve-in-frame', origin]
    const { code, stderr } = await runCli(argv, { cwd: tempDir(), env })
    expect(code).toBe(2)
    expect(stderr).toContain(`approve-in-frame: ${fault}`)
  })

  it("fails with an error if the wallet's page is missing", async () => {
    const folder = tempDir()
    const { code, stderr } = await runCli([...serve, ...usual, '--assets', 'nowhere'], { cwd: folder, env })
    expect(code).toBe(1)
    expect(stderr).toContain(`there is no index.html in ${join(folder, 'nowhere')}`)
  })
})
