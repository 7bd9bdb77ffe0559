import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sourceAliases } from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { type Http2Node, http2Node } from './http2-node.ts'
import type { NodeErrorsPage } from './pages/node-errors.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function listen(handle: Handler): Promise<{ server: Server; origin: string }> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
const busy = (response: ServerResponse, headers: Record<string, string>) =>
  response
    .writeHead(429, { ...headers, 'retry-after': '7', 'content-type': 'application/json' })
    .end('{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"too many requests, retry in 7s"}}')

/** Answers of nodes that refuse a page, by path. */
const nodes: Handler = ({ method, url = '' }, response) => {
  if (method === 'OPTIONS') response.writeHead(url === '/refused-preflight' ? 403 : 204, cors).end()
  else if (url === '/busy') busy(response, cors)
  else if (url === '/busy-exposed')
    busy(response, { ...cors, 'access-control-expose-headers': 'Retry-After' })
  else if (url === '/refused') response.writeHead(403, cors).end('This origin is not allowed')
  else response.writeHead(403).end('no CORS headers')
}

describe.skipIf(!chromiumPath)("a node's refusal, as a page sees it", () => {
  let browser: Browser
  let page: Page
  const opened: Server[] = []
  let node: string
  let blocked: string
  let secure: Http2Node
  beforeAll(async () => {
    const bundle = await build({
      entryPoints: [fileURLToPath(new URL('./pages/node-errors.ts', import.meta.url))],
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      outdir: '/built',
      write: false,
      logLevel: 'warning',
      plugins: [
        {
          name: 'sources',
          setup: ({ onResolve, resolve }) => {
            onResolve({ filter: /^latchkey(\/|$)/ }, ({ path, ...rest }) => {
              const alias = sourceAliases.find(({ find }) => find.test(path))
              return alias && resolve(path.replace(alias.find, alias.replacement), rest)
            })
          },
        },
      ],
    })
    const files = new Map(
      bundle.outputFiles.map(({ path, contents }) => [path.slice('/built'.length), contents]),
    )
    const [asked, foreign] = await Promise.all([listen(nodes), listen(nodes)])
    ;[node, blocked] = [asked.origin, foreign.origin]
    if (hasOpenssl) secure = await http2Node(mkdtempSync(join(inject('runFolder'), 'http2-')))
    const policy = `default-src 'self'; connect-src 'self' ${node} ${secure?.origin ?? ''}`
    const site = await listen(({ url = '/' }, response) => {
      const script = files.get(url)
      response.setHeader('content-security-policy', policy)
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
      response.end(
        script ?? '<!doctype html><title>Page</title><script type=module src=/node-errors.js></script>',
      )
    })
    opened.push(asked.server, foreign.server, site.server)
    browser = await launchChromium()
    page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
    await page.goto(site.origin)
    await page.waitForFunction('globalThis.page !== undefined')
  })
  afterAll(async () => {
    await browser?.close()
    await secure?.close()
    for (const server of opened) {
      server.closeAllConnections()
      server.close()
    }
  })

  const readAll = (urls: readonly string[], count: number) =>
    page.evaluate<readonly string[]>(`page.readBalances(${JSON.stringify(urls)}, ${count})`)
  const read = (url: string) =>
    page.evaluate<Awaited<ReturnType<NodeErrorsPage['readBalance']>>>(
      `page.readBalance(${JSON.stringify(url)})`,
    )
  const hostOf = (origin: string) => new URL(origin).host

  it("contains the node's text and host, and Retry-After only if the node exposes this header", async () => {
    const seen = { code: 'http/status', host: hostOf(node), details: 'too many requests, retry in 7s' }
    expect(await read(`${node}/busy`)).toMatchObject({ ...seen, retryAfter: null })
    expect(await read(`${node}/busy-exposed`)).toMatchObject({ ...seen, retryAfter: '7' })
  })

  it('says that the host is unreachable if pages may not read the status', async () => {
    expect(await read(`${node}/refused`)).toMatchObject({
      code: 'http/status',
      details: 'This origin is not allowed',
    })
    for (const path of ['refused-preflight', 'no-cors']) {
      const error = await read(`${node}/${path}`)
      expect(error).toMatchObject({ code: 'rpc/unreachable', host: hostOf(node) })
      expect(error.reason, path).toBeUndefined()
    }
  })

  it("names the page's security policy if the policy blocks the node", async () => {
    expect(await read(`${blocked}/refused`)).toMatchObject({
      code: 'rpc/unreachable',
      host: hostOf(blocked),
      reason: 'csp',
      details: expect.stringContaining(`add ${blocked} to connect-src`),
    })
  })

  describe.skipIf(!hasOpenssl)('over HTTP/2', { tags: ['all'] }, () => {
    it.each([
      ['GOAWAY after every second answer', '/goaway', 6],
      ['GOAWAY with an error and a lost connection', '/calm', 3],
      ['a reset in the middle of answers', '/reset', 4],
      ['answers of 9.5 MB', '/large', 2],
    ])('every read succeeds after at most one repetition, despite %s', async (_, path, count) => {
      expect(await readAll([`${secure.origin}${path}`], count)).toEqual(Array(count).fill('5'))
      // Each read is sent at most twice. The first batch also contains the check of the network.
      expect(secure.requests.get(path)).toBeLessThanOrEqual(2 * count)
    })

    it('the page uses the second URL if an answer is larger than 10 MB', async () => {
      const url = `${secure.origin}/huge`
      expect(await readAll([url], 1)).toEqual(['http/invalid-body'])
      expect(await readAll([url, `${secure.origin}/fine`], 2)).toEqual(['5', '5'])
    })
  })

  it('is an error with the reason "offline" if the browser is offline', async () => {
    await page.context().setOffline(true)
    try {
      expect(await read(`${node}/refused`)).toMatchObject({ code: 'rpc/unreachable', reason: 'offline' })
    } finally {
      await page.context().setOffline(false)
    }
  })
})
