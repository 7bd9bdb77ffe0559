import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fetchByMethod, fetchCall, fetchRead } from '../../../src/core/fetch-read.ts'
import { systemFetch } from '../../../src/platform/system-fetch.ts'

/**
 * Starts a server that closes its first connection, without an answer, when a second request arrives there.
 * The server answers all other requests.
 */
async function closingServer() {
  const requests: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    const isFirst = sockets.push(socket) === 1
    let answered = 0
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const [line] = /^[A-Z]+ \/ HTTP\/1.1/.exec(bytes.toString()) ?? []
      // These bytes are the body of a request whose header has already arrived.
      if (line === undefined) return
      requests.push(line)
      if (isFirst && answered > 0) return void socket.resetAndDestroy()
      answered++
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\n{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  // This request opens the connection that is kept alive.
  await (await fetch(url)).text()
  // `fetch` releases the connection one turn of the event loop after the body has ended.
  await new Promise((resolve) => setImmediate(resolve))
  requests.splice(0)
  return { url, requests, sockets }
}

const post = { method: 'POST', body: '{}' }

describe('a request on a kept-alive connection that the server closes', () => {
  it('is sent once more, on a new connection, if it is a read', async () => {
    const { url, requests, sockets } = await closingServer()
    expect((await fetchRead(systemFetch, url)).status).toBe(200)
    expect(requests).toEqual(['GET / HTTP/1.1', 'GET / HTTP/1.1'])
    expect(sockets).toHaveLength(2)
  })

  it('is sent once more if it is a GET, and never if it is a POST', async () => {
    const read = await closingServer()
    expect((await fetchByMethod(systemFetch, read.url)).status).toBe(200)
    expect(read.requests).toHaveLength(2)
    const written = await closingServer()
    await expect(fetchByMethod(systemFetch, written.url, post)).rejects.toThrow()
    expect(written.requests).toEqual(['POST / HTTP/1.1'])
  })

  it.each(['eth_getBalance', 'eth_call'])(
    'is sent once more if it is the JSON-RPC read %s',
    async (method) => {
      const { url, requests } = await closingServer()
      expect((await fetchCall(systemFetch, method, url, post)).status).toBe(200)
      expect(requests).toHaveLength(2)
    },
  )

  it.each(['eth_sendTransaction', 'eth_sendRawTransaction', 'anvil_setBalance'])(
    'is sent exactly once if it is the JSON-RPC write %s',
    async (method) => {
      const { url, requests } = await closingServer()
      await expect(fetchCall(systemFetch, method, url, post)).rejects.toThrow()
      expect(requests).toHaveLength(1)
    },
  )

  it('is repeated only once, and never after an abort or a refused connection', async () => {
    const cut = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
    })
    const refused = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    })
    let calls = 0
    const failing = (error: Error) => async () => {
      calls++
      throw error
    }
    await expect(fetchRead(failing(cut), 'http://a.example')).rejects.toBe(cut)
    expect(calls).toBe(2)
    await expect(fetchRead(failing(refused), 'http://a.example')).rejects.toBe(refused)
    expect(calls).toBe(3)
    const signal = AbortSignal.abort()
    await expect(fetchRead(failing(cut), 'http://a.example', { signal })).rejects.toBe(cut)
    expect(calls).toBe(4)
  })
})
