import type { WebSocket } from 'ws'
import { throwIfAborted } from '../core/async/abort.ts'
import type { StartOptions } from './family-devnet.ts'
import { admissionTo } from './relay/admission.ts'
import { serveClient } from './relay/client-socket.ts'
import { openGate, type RelayGate } from './relay/gate.ts'
import { gateRoutes } from './relay/gate-routes.ts'
import { type Envelope, sizeOf } from './relay/mailbox.ts'
import { messageHub } from './relay/message-hub.ts'
import { type RelayScript, relayScript } from './relay/relay-script.ts'
import { serveLoopback } from './server/loopback-server.ts'

export { type RelayGate, type RelayGateMode, type RelayGateStep, relayGateModes } from './relay/gate.ts'
export type { Envelope } from './relay/mailbox.ts'
export type { RelayScript, RelayStep } from './relay/relay-script.ts'

/**
 * The limits for the envelopes (published messages) that `published` keeps. `published` always keeps the newest envelope, even if
 * this envelope is larger than the limit.
 */
const maxKept = { envelopes: 10_000, bytes: 8_000_000 } as const

/** In ms. */
const sweepEvery = 15_000

export interface RelayOptions extends StartOptions {
  /** Returns the Unix time in ms. This time decides whether tokens are valid and when envelopes expire. */
  readonly now?: (() => number) | undefined
  /** The interval of pings in ms. Default: 15 s, because a client gives up on a relay after 30 s of silence. */
  readonly pingEvery?: number | undefined
  /**
   * Whether only a client's newest subscription of a topic gets messages, as on the public relay. Default: all subscriptions of
   * the client get messages.
   */
  readonly newestOnly?: boolean | undefined
}

export interface RelayCounts {
  /** The number of accepted sockets. */
  readonly connections: number
  /** Rejected sockets by reason. */
  readonly refused: Readonly<Record<string, number>>
  /** The maximum number of sockets that one client had open at the same time. */
  readonly socketsAtOnce: number
  /** Calls by method. Unknown methods count as `unknown`. */
  readonly calls: Readonly<Record<string, number>>
  /** Pushes that were sent, and pushes that clients acknowledged. */
  readonly delivered: number
  readonly acknowledged: number
  /** How often a client published a message that the topic already had. */
  readonly duplicates: number
}

/** A WalletConnect relay on loopback. It carries encrypted messages and can't read them. */
export interface Relay {
  /** A URL such as `ws://127.0.0.1:3000`, for the option `relayUrl`. It stays the same after `kill` and `restore`. */
  readonly url: string
  readonly script: RelayScript
  readonly counts: RelayCounts
  /** The number of open sockets. */
  readonly sockets: number
  /** The number of topics to which the open sockets are subscribed. */
  readonly subscriptions: number
  /** The number of envelopes that haven't expired. */
  readonly kept: number
  /** Closes all sockets, and rejects new sockets until `restore`. Keeps the stored messages. */
  kill(): void
  restore(): void
  /** Closes all sockets. Clients can reconnect at once. */
  drop(): void
  /** Rejects a project id from now on. `*` means all project ids. Default for `reason`: the text of the public relay. */
  refuse(projectId: string, reason?: string): void
  admit(projectId: string): void
  /** The last published envelopes, oldest first: at most 10,000 envelopes and 8 MB. */
  readonly published: readonly Envelope[]
  /**
   * Pushes an envelope to the topic's subscribers, even if they already have the envelope. Tests use this method for repeated or
   * forged messages.
   */
  push(envelope: Pick<Envelope, 'topic' | 'message'> & Partial<Envelope>): void
  /**
   * Opens a gate: another address of this relay, for one page. Connections through a gate can fail on request. The gate stops
   * with the relay. Programs in other languages set the mode of all gates by a request such as `POST /gate/dead?seconds=20` to
   * the relay's port.
   */
  openGate(): Promise<RelayGate>
  /** Closes all sockets and the port. Further calls do nothing. */
  stop(): Promise<void>
}

/**
 * Starts a relay. Node only.
 * @throws `config/peer-missing`, `validation/invalid-input` for an invalid origin, `flow/aborted`.
 * @example
 * const relay = await startRelay()
 * const client = await SignClient.init({ relayUrl: relay.url, projectId: 'any' })
 */
export async function startRelay({
  signal,
  log,
  allowedOrigins,
  now = () => Date.now(),
  pingEvery = 15_000,
  newestOnly = false,
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
  const gates = new Set<RelayGate>()
  let rememberedBytes = 0

  const hub = messageHub(now, {
    published(envelope) {
      published.push(envelope)
      rememberedBytes += sizeOf(envelope)
      while (
        published.length > maxKept.envelopes ||
        (published.length > 1 && rememberedBytes > maxKept.bytes)
      )
        rememberedBytes -= sizeOf(published.shift() ?? envelope)
    },
    duplicate: () => void counts.duplicates++,
  })
  hub.newestOnly('relay', newestOnly)
  const admission = await admissionTo({
    now,
    refuses: (projectId) => refusals.get(projectId) ?? refusals.get('*'),
  })
  const server = await serveLoopback({
    allowedOrigins,
    pingEvery,
    routes: gateRoutes(() => gates),
    async accept(socket, url) {
      // The client sends as soon as it is connected. Without this pause, messages that arrive while the client's token is checked
      // would be lost.
      socket.pause()
      const ports = [server.port, ...[...gates].map((gate) => Number(new URL(gate.url).port))]
      const admitted = await admission(url.searchParams, ports)
      if ('refusal' in admitted) return turnAway(socket, admitted.refusal)
      if (socket.readyState === socket.OPEN) serve(socket, admitted.client)
    },
  })

  function turnAway(socket: WebSocket, reason: string): void {
    counts.refused[reason] = (counts.refused[reason] ?? 0) + 1
    log?.debug(`The relay turned a client away: ${reason}`)
    socket.resume()
    // A close frame has room for 123 bytes.
    socket.close(3000, Buffer.from(reason).subarray(0, 123))
  }

  function serve(socket: WebSocket, client: string): void {
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
  }

  const sweeping = setInterval(() => hub.mail.expire(), sweepEvery)
  sweeping.unref()
  const stop = async () => {
    clearInterval(sweeping)
    await Promise.all([server, ...gates].map((each) => each.stop()))
  }
  if (signal?.aborted) await stop()
  throwIfAborted(signal)

  return {
    url: `ws://127.0.0.1:${server.port}`,
    script,
    counts,
    published,
    get sockets() {
      return [...socketsOf.values()].reduce((sum, each) => sum + each, 0)
    },
    get subscriptions() {
      return hub.topics
    },
    get kept() {
      hub.mail.expire()
      return hub.mail.size
    },
    kill() {
      server.refuse(true)
      server.drop()
    },
    restore() {
      server.refuse(false)
    },
    drop: server.drop,
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
    async openGate() {
      const only = Symbol('gate')
      const gate: RelayGate = await openGate({
        port: server.port,
        newestOnly: (on) => hub.newestOnly(only, on),
        stopped: () => void gates.delete(gate),
      })
      gates.add(gate)
      return gate
    },
    stop,
  }
}
