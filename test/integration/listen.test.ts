import { connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { afterEach, describe, expect, it } from 'vitest'
import { type Listening, type ListenOptions, listen } from '../../src/servers/listen.ts'

let listening: Listening
const open: Socket[] = []
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await listening?.close()
})

async function start(options: Partial<ListenOptions> = {}) {
  const app = new Hono().post('/', async (c) => c.text(`${(await c.req.text()).length} bytes`))
  // The handler fails if the request was cut off.
  app.onError((_, c) => c.text('cut', 400))
  listening = await listen(app.fetch, { host: '127.0.0.1', port: 0, ...options })
}

/** Opens a socket, and sends this text at once. `closed` resolves with the text that the server answered. */
function speak(text: string) {
  const socket = connect(Number(new URL(listening.address).port), '127.0.0.1')
  open.push(socket)
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  socket.on('error', () => {})
  socket.write(text)
  return { socket, closed: new Promise<string>((resolve) => socket.once('close', () => resolve(received))) }
}
const post = (body: string, length = body.length) =>
  `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n${body}`
const send = (body: string) => speak(post(body)).closed

describe('a server', () => {
  it.each([
    ['whose body never begins', post('', 10)],
    ['whose body stops before its end', post('abc', 10)],
    ['whose headers stop before their end', 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: '],
  ])('ends, after a time limit, a request %s', async (_, text) => {
    await start({ patience: 300 })
    const slow = speak(text)
    expect(await send('hello'), 'another client').toContain('5 bytes')
    expect(await slow.closed).toMatch(/^(HTTP\/1\.1 408 |$)/)
    expect(await send('hello')).toContain('5 bytes')
  })

  it('keeps an idle connection open for longer than a load balancer would', async () => {
    await start()
    const answer = await fetch(listening.address, { method: 'POST', body: 'hello' })
    expect(answer.headers.get('keep-alive')).toBe('timeout=65')
    await answer.text()
  })

  it('closes the sockets that one IP range opens above its limit', async () => {
    await start({ sockets: 3 })
    const idle = [speak(''), speak(''), speak('')]
    await Promise.all(idle.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
    await expect.poll(() => send('hello'), { message: 'the fourth socket is closed' }).toBe('')
    idle[0]?.socket.destroy()
    await expect.poll(() => send('hello'), { message: 'a new socket is accepted' }).toContain('5 bytes')
  })

  it('does not count the sockets of a proxy', async () => {
    await start({ sockets: 1, proxies: 1 })
    speak('')
    speak('')
    expect(await send('hello')).toContain('5 bytes')
  })
})
