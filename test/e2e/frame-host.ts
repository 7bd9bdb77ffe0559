import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { frameSpec } from '../../src/connectors/embedded/frame-spec.ts'

/**
 * A page with the wallet's frame, in plain JavaScript. The page posts messages for the test, and stores the messages
 * that it receives. `/evil.html` is the same page without a frame, which tests open at another origin or in another
 * frame. `/coop/same-origin` sends the header `Cross-Origin-Opener-Policy: same-origin`. `/without-popups` gives the
 * frame a sandbox that can't open windows.
 */
const page = `
const heard = []
const frame = document.getElementById('wallet')
addEventListener('message', (event) => {
  if (frame && event.source === frame.contentWindow) heard.push({ origin: event.origin, data: event.data })
})
let count = 0
globalThis.wallet = {
  heard,
  post: (message, target = '*') => frame.contentWindow.postMessage(message, target),
  show(shown) { frame.style.display = shown ? 'block' : 'none'; if (shown) frame.focus() },
  send(type, payload) {
    const id = 'id-' + ++count + '-' + Math.random().toString(36).slice(2)
    frame.contentWindow.postMessage({ type: '@w3m-app/' + type, id, ...(payload && { payload }) }, '*')
    return id
  },
  async answer(id) {
    for (;;) {
      const found = heard.find(({ data }) => data.id === id)
      if (found) return found.data
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  },
  ask: (type, payload) => wallet.answer(wallet.send(type, payload)),
}
if (frame) frame.src = new URLSearchParams(location.search).get('wallet') + '/sdk?projectId=test&chainId=eip155:1&version=4&enableLogger=true'
`
const html = (frame: string) => `<!doctype html><html lang="en"><head><title>Host</title><style>
body { margin: 0; background: #8899aa }
iframe { position: fixed; border: 0; display: none; width: 360px; height: 600px; left: calc(50% - 180px); top: calc(50% - 268px) }
@media (max-width: 430px) { iframe { width: 100%; left: 0; bottom: 0; top: auto } }
</style></head><body><h1>Host</h1>${frame}<script src="/host.js"></script></body></html>`

/** The attributes that our connector gives the frame. */
const given = frameSpec('https://wallet.example', {}, { chainId: 'eip155:1' }).attributes

const framed = (sandbox = given.sandbox ?? '') =>
  html(
    `<iframe id="wallet" title="Wallet" sandbox="${sandbox}" allow="${given.allow}" referrerpolicy="${given.referrerpolicy}"></iframe>`,
  )

export interface FrameHost {
  readonly origin: string
  close(): Promise<void>
}

/**
 * @param name The host name of the page. With `localhost`, the page is another site than the wallet's, so a browser may
 * refuse storage to the frame.
 */
export async function frameHost(name = '127.0.0.1'): Promise<FrameHost> {
  const server = createServer(({ url = '/' }, response) => {
    const script = url.startsWith('/host.js')
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8')
    const [, policy] = /^\/coop\/([\w-]+)/.exec(url) ?? []
    if (policy) response.setHeader('cross-origin-opener-policy', policy)
    const sandbox = url.startsWith('/without-popups')
      ? given.sandbox?.replace('allow-popups ', '')
      : given.sandbox
    response.end(script ? page : url.startsWith('/evil') ? html('') : framed(sandbox))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://${name}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
