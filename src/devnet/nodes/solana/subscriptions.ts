import type { WebSocket } from 'ws'
import { answerText, byPlace, RpcRefusal } from '../../server/json-rpc.ts'
import {
  type LoopbackServer,
  type LoopbackServerOptions,
  serveLoopback,
} from '../../server/loopback-server.ts'
import { sendText } from '../../server/web-sockets.ts'
import type { Cluster } from './cluster.ts'

/** Per socket. */
const mostWaiting = 1000
/** In ms. A blockhash lasts about a minute, so after this time only a transaction with a durable nonce can still succeed. */
const longestWait = 300_000

/**
 * Serves a node's WebSocket. It supports only `signatureSubscribe`, with which web3.js confirms transactions.
 * @throws when the port is taken.
 */
export function serveSubscriptions(
  cluster: Cluster,
  options: Pick<LoopbackServerOptions, 'port' | 'allowedOrigins'>,
): Promise<LoopbackServer> {
  return serveLoopback({ ...options, accept: (socket) => listenTo(socket, cluster) })
}

interface Waiting {
  readonly signature: string
  /** In ms since the epoch. */
  readonly until: number
}

function listenTo(socket: WebSocket, cluster: Cluster): void {
  const waiting = new Map<number, Waiting>()
  let last = 0
  const sweep = () => {
    const now = Date.now()
    // The oldest subscription comes first.
    for (const [subscription, { until }] of waiting) {
      if (until > now) break
      waiting.delete(subscription)
    }
  }
  const tell = () => {
    sweep()
    for (const [subscription, { signature }] of waiting) {
      const landed = cluster.landed(signature)
      if (!landed) continue
      waiting.delete(subscription)
      const result = { context: { slot: landed.slot }, value: { err: landed.error } }
      const params = { result, subscription }
      sendText(socket, JSON.stringify({ jsonrpc: '2.0', method: 'signatureNotification', params }))
    }
  }
  const methods = byPlace({
    signatureSubscribe: ([signature]) => {
      sweep()
      if (typeof signature !== 'string' || signature.length > 100)
        throw new RpcRefusal(-32602, 'Invalid Request: Invalid signature')
      if (waiting.size >= mostWaiting) throw new RpcRefusal(-32603, 'Too many subscriptions')
      waiting.set(++last, { signature, until: Date.now() + longestWait })
      // The answer to this call contains the subscription's id, so it must be sent before the first notification.
      setImmediate(tell)
      return last
    },
    signatureUnsubscribe: ([subscription]) => waiting.delete(Number(subscription)),
  })
  const release = cluster.onLanded(tell)
  socket.on('close', () => {
    release()
    waiting.clear()
  })
  socket.on('message', async (data) => sendText(socket, await answerText(methods, String(data))))
}
