import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

export interface WebSockets {
  take(request: IncomingMessage, socket: Duplex, head: Buffer, taken: (socket: WebSocket) => void): void
  stop(): void
}

export interface WebSocketLimits {
  /** Of one message, in bytes. */
  readonly maxPayload: number
  /** In ms. */
  readonly pingEvery: number
}

/** How long a socket may be silent, pings and all, in ms: a process that computes for long is not gone. */
const longestSilence = 60_000
/** What may wait for a client that does not read, in bytes. */
const mostWaiting = 16 * 1024 * 1024

/** Makes websockets of upgraded connections. Those whose client no longer answers, or no longer reads, are ended. */
export async function webSockets({ maxPayload, pingEvery }: WebSocketLimits): Promise<WebSockets> {
  const { WebSocketServer } = await import('ws')
  const server = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false })
  const heardAt = new WeakMap<WebSocket, number>()
  const beat = setInterval(() => {
    for (const socket of server.clients) {
      const silent = performance.now() - (heardAt.get(socket) ?? 0)
      if (silent > longestSilence || socket.bufferedAmount > mostWaiting) socket.terminate()
      else socket.ping()
    }
  }, pingEvery)
  beat.unref()
  return {
    take(request, connection, head, taken) {
      server.handleUpgrade(request, connection, head, (socket) => {
        // Before anybody else has it: an error that nobody listens to ends the process.
        socket.on('error', () => socket.terminate())
        const heard = () => heardAt.set(socket, performance.now())
        heard()
        socket.on('pong', heard)
        socket.on('message', heard)
        taken(socket)
      })
    },
    stop() {
      clearInterval(beat)
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

/** Sends a text, unless the socket is closed; a client that does not read what it asked for is cut. */
export function sendText(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > mostWaiting) socket.terminate()
  else socket.send(text)
}
