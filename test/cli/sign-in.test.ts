import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { devAccounts } from '../../src/devnet/index.ts'
import { createNonce, type SignInSession, verifySignIn } from '../../src/siwx/index.ts'
import { type RunOptions, runCli, tempDir } from './support/run-cli.ts'

const json = async (argv: readonly string[], options: RunOptions = {}) => {
  const network = argv[argv.indexOf('-n') + 1] ?? ''
  const family = network.slice(0, network.indexOf(':')) as keyof typeof networks
  const KEY = devAccounts.alice![family]?.secret ?? ''
  const env = { LATCHKEY_HOME: tempDir(), KEY }
  const ran = await runCli([...argv, '--json', '--yes'], { env, ...options })
  return { code: ran.code, ...ran.json() }
}
/** A network of each family. Signing a message uses no node. */
const networks = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  polkadot: 'polkadot:68d56f15f85d3136970ec16946040bc1',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  cosmos: 'cosmos:cosmoshub-4',
} as const

/** Starts a sign-in server that sets one cookie and verifies the sign-ins that it gets. */
async function server(
  changes: { readonly forgets?: boolean; readonly html?: boolean; readonly cookie?: string } = {},
) {
  const nonces = new Set<string>()
  const browsers = new Map<string, SignInSession[]>()
  const heard: { readonly headers: Readonly<Record<string, unknown>> }[] = []
  const http = createServer(async (request, response) => {
    heard.push({ headers: request.headers })
    const cookie = /browser=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const answer = (status: number, body: unknown, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    if (changes.html) return void response.writeHead(200).end('<!doctype html>Welcome')
    let text = ''
    for await (const part of request) text += part
    if (request.url === '/auth/nonce') {
      const nonce = createNonce()
      nonces.add(nonce)
      return answer(200, { nonce })
    }
    if (request.method === 'GET')
      return answer(200, { sessions: changes.forgets ? [] : (browsers.get(cookie) ?? []) })
    const [session] = JSON.parse(text).sessions as [SignInSession]
    const nonce = nonces.delete(session.data.nonce) ? session.data.nonce : createNonce()
    try {
      await verifySignIn(session, { domain: request.headers.host!, nonce })
      const fresh = crypto.randomUUID()
      browsers.set(fresh, [session])
      answer(
        200,
        {},
        {
          'set-cookie': `browser=${fresh}; HttpOnly; Path=/; SameSite=Lax${changes.cookie ?? ''}`,
        },
      )
    } catch (error) {
      answer(400, { code: (error as { code: string }).code })
    }
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => http.close(() => resolve())))
  const { port } = http.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/auth`, browsers, heard }
}

describe('latchkey sign-in', () => {
  it.each(Object.entries(networks))('signs in at a server with an account of %s', async (family, network) => {
    const { url, browsers, heard } = await server()
    const jar = join(tempDir(), 'jar.txt')
    const ran = await json([
      'sign-in',
      '--server',
      url,
      '-w',
      'key:env:KEY',
      '-n',
      network,
      '--cookie-jar',
      jar,
    ])
    expect(ran, JSON.stringify(ran.error)).toMatchObject({ code: 0, data: { server: url } })
    const [[cookie, [session]]] = [...browsers] as [[string, [SignInSession]]]
    expect(session.data).toMatchObject({ chainId: network, domain: new URL(url).host })
    expect(ran.data.account).toBe(`${network}:${session.data.accountAddress}`)
    if (family === 'eip155') expect(session.data.accountAddress).toBe(devAccounts.alice!.eip155!.address)
    expect(readFileSync(jar, 'utf8')).toContain(`#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\tbrowser\t${cookie}`)
    expect(statSync(jar).mode & 0o777).toBe(0o600)
    expect(heard.every(({ headers }) => headers['x-latchkey-sign-in'] === '1')).toBe(true)
  })

  it.each<[string, (browser: string) => RegExp]>([
    [
      '; Max-Age=604800; Expires=Thu, 01 Jan 2099 00:00:00 GMT',
      (value) => new RegExp(`\\t(?!4070908800)[12]\\d{9}\\tbrowser\\t${value}\\n`),
    ],
    [
      '; Expires=Thu, 01 Jan 2099 00:00:00 GMT; Secure',
      (value) => new RegExp(`\\tTRUE\\t4070908800\\tbrowser\\t${value}\\n`),
    ],
    ['; Max-Age=soon', (value) => new RegExp(`\\t0\\tbrowser\\t${value}\\n`)],
  ])('reads the expiry time of a cookie from the attributes "%s"', async (cookie, line) => {
    const { url, browsers } = await server({ cookie })
    const jar = join(tempDir(), 'jar.txt')
    const args = ['sign-in', '--server', url, '-w', 'key:env:KEY', '-n', 'eip155:1', '--cookie-jar', jar]
    expect(await json(args)).toMatchObject({ code: 0 })
    expect(readFileSync(jar, 'utf8')).toMatch(line([...browsers.keys()][0]!))
  })

  it("shows the server's refusal, and sends the sign-in to no other server", async () => {
    const { url } = await server({ forgets: true })
    expect(await json(['sign-in', '--server', url, '-w', 'key:env:KEY', '-n', 'eip155:1'])).toMatchObject({
      code: 1,
      error: { code: 'siwx/not-authenticated' },
    })
    const other = await server()
    const wrong = [
      'sign-in',
      '--server',
      other.url,
      '--domain',
      'evil.example',
      '-w',
      'key:env:KEY',
      '-n',
      'eip155:1',
    ]
    expect(await json(wrong)).toMatchObject({ code: 1, error: { code: 'siwx/wrong-domain' } })
    const page = await server({ html: true })
    expect(
      await json(['sign-in', '--server', page.url, '-w', 'key:env:KEY', '-n', 'eip155:1']),
    ).toMatchObject({
      error: { code: 'siwx/server-failed', message: expect.stringContaining(` from ${page.url}/`) },
    })
    const nobody = ['sign-in', '--server', 'http://127.0.0.1:1/auth', '-w', 'key:env:KEY', '-n', 'eip155:1']
    expect(await json(nobody)).toMatchObject({ error: { code: 'siwx/server-failed' } })
  })

  it.each([
    [['sign-in', '-w', 'key:env:KEY', '-n', 'eip155:1'], 'domain: is missing'],
    [['sign-in', '--server', 'ftp://x', '-w', 'key:env:KEY', '-n', 'eip155:1'], 'is not an http URL'],
    [
      ['sign-in', '--domain', 'a.b', '--cookie-jar', 'x', '-w', 'key:env:KEY', '-n', 'eip155:1'],
      'cookie-jar: needs a server',
    ],
  ])('refuses the arguments %j', async (argv, message) => {
    const ran = await json(argv)
    expect(ran.code).toBe(2)
    expect(ran.error?.message).toContain(message)
  })
})

describe('latchkey verify', () => {
  const made = async (network: string, argv: readonly string[] = []) =>
    json(['sign-in', '--domain', 'app.example', '-w', 'key:env:KEY', '-n', network, ...argv])
  const file = (value: unknown) => {
    const path = join(tempDir(), 'message.json')
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, JSON.stringify(value))
    return path
  }

  it.each(Object.entries(networks))(
    'names the signer of a message from latchkey sign-in on %s',
    async (_, network) => {
      const signed = await made(network)
      const { nonce } = signed.data.data
      const ran = await json(['verify', file(signed), '--domain', 'app.example', '--nonce', nonce])
      expect(ran, JSON.stringify(ran.error)).toMatchObject({
        code: 0,
        data: { valid: true, chainId: network, nonce, notCompared: ['uri'] },
      })
      const proof = signed.data
      const changed = { ...proof, message: proof.message.replace('app.example', 'bad.example') }
      const bad = await json(['verify', file(changed)])
      expect(bad.code).toBe(network.startsWith('eip155') ? bad.code : 7)
      expect(bad.error?.code).toMatch(/^siwx\/(invalid-signature|unverifiable)$/)
    },
  )

  it.each([
    [['--domain', 'other.example'], 'siwx/wrong-domain'],
    [['--nonce', 'otherNonce1'], 'siwx/wrong-nonce'],
    [['--uri', 'https://other.example/'], 'siwx/wrong-uri'],
  ])("fails if the message doesn't match the options %j", async (options, code) => {
    const path = file(await made('eip155:1'))
    expect(await json(['verify', path, ...options])).toMatchObject({ code: 7, error: { code } })
  })

  it.each(['{', '{}', 'null', '{"message":1,"signature":"0x"}'])(
    'refuses a file that contains %s',
    async (text) => {
      const path = join(tempDir(), 'broken.json')
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, text)
      expect(await json(['verify', path])).toMatchObject({
        code: 2,
        error: { code: 'validation/invalid-input' },
      })
    },
  )
})
