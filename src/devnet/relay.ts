import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { throwIfAborted } from '../core/async/abort.ts'
import type { StartOptions } from './family-devnet.ts'
import { admissionTo } from './relay/admission.ts'
import { serveClient } from './relay/client-socket.ts'
import type { Envelope } from './relay/mailbox.ts'
import { messageHub } from './relay/message-hub.ts'
import { type RelayScript, relayScript } from './relay/relay-script.ts'

export type { Envelope } from './relay/mailbox.ts'
export type { RelayScript, RelayStep } from './relay/relay-script.ts'

const remembered = 10_000

export interface RelayOptions extends StartOptions {
  /** Wall time in ms, by which tokens and envelopes are judged. */
  readonly now?: (() => number) | undefined
  /** In ms. Default 15 s, half of the silence after which a client gives a relay up. */
  readonly pingEvery?: number | undefined
}

/** What has happened since the start. */
export interface RelayCounts {
  /** Sockets that were admitted. */
  readonly connections: number
  /** Sockets that were turned away, by the reason they were given. */
  readonly refused: Readonly<Record<string, number>>
  /** The most sockets that one client had at a time. */
  readonly socketsAtOnce: number
  /** Calls by method. */
  readonly calls: Readonly<Record<string, number>>
  /** Pushes that were sent, and those that a client said it has. */
  readonly delivered: number
  readonly acknowledged: number
  /** Publishes of a message that was on its topic already. */
  readonly duplicates: number
}

/** A relay of the WalletConnect network on loopback. It carries sealed messages and cannot read them. */
export interface Relay {
  /** `ws://127.0.0.1:…`, for the option `relayUrl`. It stays the same over kill and restore. */
  readonly url: string
  readonly script: RelayScript
  readonly counts: RelayCounts
  /** Sockets that are open now. */
  readonly sockets: number
  /** Envelopes whose time is not over. */
  readonly kept: number
  /** Cuts every socket and lets nobody in until `restore`. What is in the mailbox stays there. */
  kill(): void
  restore(): void
  /** Cuts every socket; clients may come back at once. */
  drop(): void
  /** Turns a project id away from now on, with the words of the network's relay; `*` is every id. */
  refuse(projectId: string, reason?: string): void
  admit(projectId: string): void
  /** The last 10,000 that were published, oldest first. */
  readonly published: readonly Envelope[]
  /** Pushes an envelope to the listeners of its topic, whether or not they have it: an echo, a forgery. */
  push(envelope: Pick<Envelope, 'topic' | 'message'> & Partial<Envelope>): void
  /** Closes every socket and the port. Calling it again is harmless. */
  stop(): Promise<void>
}

/**
 * Starts a relay. Node only.
 *
 * @throws `config/peer-missing`, `flow/aborted`.
 * @example
 * const relay = await startRelay()
 * const client = await SignClient.init({ relayUrl: relay.url, projectId: 'any' })
 */
export async function startRelay({
  signal,
  log,
  now = () => Date.now(),
  pingEvery = 15_000,
}: RelayOptions = {}): Promise<Relay> {
  throwIfAborted(signal)
  const script = relayScript()
  const refusals = new Map<string, string>()
  const published: Envelope[] = []
  const counts = {
    connections: 0,
    refused: {} as Record<string, number>,
    socketsAtOnce: 0,
    calls: {} as Record<string, number>,
    delivered: 0,
    acknowledged: 0,
    duplicates: 0,
  }
  const socketsOf = new Map<string, number>()
  const connections = new Set<Socket>()
  let dead = false

  const hub = messageHub(now, {
    published(envelope) {
      published.push(envelope)
      if (published.length > remembered) published.shift()
    },
    duplicate: () => void counts.duplicates++,
  })
  const admission = await admissionTo({
    now,
    refuses: (projectId) => refusals.get(projectId) ?? refusals.get('*'),
  })
  const http = createServer((_, response) => void response.writeHead(426).end('Upgrade Required'))
  const { WebSocketServer } = await import('ws')
  const server = new WebSocketServer({ server: http })
  http.on('connection', (socket) => {
    if (dead) return void socket.destroy()
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo

  server.on('connection', async (socket, request) => {
    // The client speaks as soon as it is connected: nothing may be lost while its token is judged.
    socket.pause()
    const admitted = await admission(new URL(request.url ?? '/', 'ws://relay').searchParams, port)
    if ('refusal' in admitted) {
      counts.refused[admitted.refusal] = (counts.refused[admitted.refusal] ?? 0) + 1
      log?.debug(`The relay turned a client away: ${admitted.refusal}`)
      socket.resume()
      return socket.close(3000, admitted.refusal)
    }
    if (socket.readyState !== socket.OPEN) return
    const { client } = admitted
    const open = (socketsOf.get(client) ?? 0) + 1
    socketsOf.set(client, open)
    counts.connections++
    counts.socketsAtOnce = Math.max(counts.socketsAtOnce, open)
    socket.on('close', () => {
      const left = (socketsOf.get(client) ?? 1) - 1
      if (left > 0) socketsOf.set(client, left)
      else socketsOf.delete(client)
    })
    serveClient(socket, client, hub, script.step, {
      called(method) {
        counts.calls[method] = (counts.calls[method] ?? 0) + 1
      },
      delivered: () => void counts.delivered++,
      acknowledged: () => void counts.acknowledged++,
    })
    socket.resume()
  })

  const beat = setInterval(() => {
    hub.mail.expire()
    for (const client of server.clients) client.ping()
  }, pingEvery)
  beat.unref()
  const drop = () => {
    for (const socket of connections) socket.destroy()
  }
  let stopping: Promise<void> | undefined
  const stop = () =>
    (stopping ??= (async () => {
      clearInterval(beat)
      server.close()
      const closed = once(http, 'close')
      http.close()
      drop()
      await closed
    })())
  if (signal?.aborted) await stop()
  throwIfAborted(signal)

  return {
    url: `ws://127.0.0.1:${port}`,
    script,
    counts,
    published,
    get sockets() {
      return [...socketsOf.values()].reduce((sum, each) => sum + each, 0)
    },
    get kept() {
      hub.mail.expire()
      return hub.mail.size
    },
    kill() {
      dead = true
      drop()
    },
    restore() {
      dead = false
    },
    drop,
    refuse: (projectId, reason = 'Unauthorized: invalid key') => void refusals.set(projectId, reason),
    admit: (projectId) => void refusals.delete(projectId),
    push: (envelope) =>
      hub.deliver({
        tag: 0,
        from: '',
        publishedAt: now(),
        expiresAt: now() + 300_000,
        ...envelope,
      }),
    stop,
  }
}
