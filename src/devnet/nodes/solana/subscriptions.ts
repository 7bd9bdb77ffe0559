import { once } from 'node:events'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Cluster } from './cluster.ts'
import { answerTo } from './rpc-answer.ts'

/**
 * The websocket of a node: `signatureSubscribe`, which is what web3.js confirms by, and nothing else.
 * @throws when the port is taken.
 */
export async function serveSubscriptions(cluster: Cluster, port: number): Promise<{ stop(): Promise<void> }> {
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  await once(server, 'listening')
  server.on('connection', (socket) => listenTo(socket, cluster))
  return {
    async stop() {
      for (const client of server.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listenTo(socket: WebSocket, cluster: Cluster): void {
  const waiting = new Map<number, string>()
  let last = 0
  const tell = () => {
    for (const [subscription, signature] of waiting) {
      const landed = cluster.landed(signature)
      if (!landed) continue
      waiting.delete(subscription)
      const result = { context: { slot: landed.slot }, value: { err: landed.error } }
      const params = { result, subscription }
      socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'signatureNotification', params }))
    }
  }
  const methods = {
    signatureSubscribe: ([signature]: readonly unknown[]) => {
      waiting.set(++last, String(signature))
      // After the answer, which says what the notification belongs to.
      setImmediate(tell)
      return last
    },
    signatureUnsubscribe: ([subscription]: readonly unknown[]) => waiting.delete(Number(subscription)),
  }
  const release = cluster.onLanded(tell)
  socket.on('close', release)
  socket.on('error', () => socket.terminate())
  socket.on('message', (data) => {
    try {
      socket.send(JSON.stringify(answerTo(JSON.parse(String(data)), methods)))
    } catch {
      socket.send(
        JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }),
      )
    }
  })
}
