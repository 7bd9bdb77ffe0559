import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, createSecureServer, type Http2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface Http2Node {
  readonly origin: string
  /** The number of requests to each path, without preflights. */
  readonly requests: ReadonlyMap<string, number>
  close(): Promise<void>
}

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
const headers = { ...cors, ':status': 200, 'content-type': 'application/json' }

/**
 * Faults of requests, by path. `index` counts the requests to the path. If a fault returns undefined, the node answers
 * correctly.
 */
const faults: Readonly<
  Record<string, (stream: ServerHttp2Stream, index: number, body: string) => boolean | undefined>
> = {
  // After every second answer, the connection accepts no more requests (RFC 9113, 6.8).
  '/goaway'(stream, index, body) {
    if (index % 2 === 1) stream.once('close', () => stream.session?.goaway(constants.NGHTTP2_NO_ERROR))
    stream.respond(headers)
    stream.end(body)
    return true
  },
  // The first requests get no answer, and their connection ends.
  '/calm'(stream, index) {
    if (index > 1) return undefined
    stream.session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM, 0)
    stream.session?.destroy(new Error('calm'), constants.NGHTTP2_ENHANCE_YOUR_CALM)
    return true
  },
  // Every second answer breaks off in the middle.
  '/reset'(stream, index, body) {
    if (index % 2 === 1) return undefined
    stream.respond(headers)
    stream.write(body.slice(0, body.length >> 1), () => stream.close(constants.NGHTTP2_INTERNAL_ERROR))
    return true
  },
  '/large'(stream, _, body) {
    stream.respond(headers)
    stream.end(`${' '.repeat(9_500_000)}${body}`)
    return true
  },
  '/huge'(stream, _, body) {
    stream.respond(headers)
    stream.end(`${' '.repeat(10_500_000)}${body}`)
    return true
  },
}

/** Starts a node that speaks HTTP/2 over TLS. Creates a new certificate, whose files are in `folder`. */
export async function http2Node(folder: string): Promise<Http2Node> {
  const [key, cert] = [join(folder, 'node.key'), join(folder, 'node.crt')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1']
  const made = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
  ]
  execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'ignore' })
  const sessions = new Set<Http2Session>()
  const requests = new Map<string, number>()
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) })
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    session.on('error', () => {})
  })
  server.on('stream', (stream, { ':method': method, ':path': path = '' }) => {
    stream.on('error', () => {})
    if (method === 'OPTIONS') {
      stream.respond({ ...cors, ':status': 204 }, { endStream: true })
      return
    }
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const index = requests.get(path) ?? 0
      requests.set(path, index + 1)
      const body = answerTo(Buffer.concat(chunks).toString())
      if (faults[path]?.(stream, index, body)) return
      stream.respond(headers)
      stream.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const session of sessions) session.destroy()
      }),
  }
}

function answerTo(body: string): string {
  const calls = JSON.parse(body) as Call | readonly Call[]
  const answer = ({ id, method }: Call) => ({
    jsonrpc: '2.0',
    id,
    result: method === 'eth_chainId' ? '0x7a69' : '0x5',
  })
  return JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls as Call))
}

interface Call {
  readonly id: unknown
  readonly method: string
}
