import { systemClock } from '../../src/platform/system-clock.ts'
import { type Namespaces, openClient, type WireError } from '../../src/wallets/walletconnect/sign-client.ts'

export interface WireRequest {
  readonly method: string
  readonly params: unknown
}

/** The user of the wallet, who approves or rejects, and whose keys sign. */
export interface Person {
  /**
   * Returns the accounts to approve for a proposal, as CAIP-10 ids. If this throws, the wallet answers with the error.
   */
  approve(chains: readonly string[]): Promise<readonly string[]>
  /** Returns the current accounts. Called when the wallet announces its accounts again. */
  accounts?(chains: readonly string[]): Promise<readonly string[]>
  /** Whether the wallet supports a requested method. Default: all methods. */
  readonly has?: (method: string) => boolean
  /** Answers a request. Can use `wallet` to report changes before the answer. */
  request(call: WireRequest, network: string, wallet: Served): Promise<unknown>
}

/** The wallet's functions for one `ContractWorld`. */
export interface Served {
  pair(uri: string): Promise<void>
  emit(event: string, data: unknown, network: string): Promise<void>
  /** Announces the current accounts to the open sessions. */
  update(): Promise<void>
  leave(): Promise<void>
  /** The number of sessions that the page has ended. */
  readonly ended: number
}

/**
 * A WalletConnect client that serves the wallets of many tests. A session's pairing tells which wallet the session belongs to.
 */
export interface WalletEnd {
  serve(person: Person): Served
  stop(): Promise<void>
}

interface Tenant {
  readonly person: Person
  readonly served: Served
  readonly sessions: Set<string>
  ended: number
}

export async function openWalletEnd(relayUrl: string): Promise<WalletEnd> {
  const quiet = { debug() {}, warn() {}, error() {} }
  const opened = await openClient({
    ...{ relayUrl, projectId: 'wallet', name: 'Keys', storage: undefined, clock: systemClock, log: quiet },
  })
  const { client } = opened
  await opened.up()
  const pairings = new Map<string, Tenant>()
  const sessions = new Map<string, Tenant>()

  client.on('session_proposal', async ({ id, params: { pairingTopic, optionalNamespaces } }) => {
    const tenant = pairings.get(pairingTopic)
    if (!tenant) return
    try {
      const namespaces: Namespaces = {}
      for (const [namespace, { chains = [], methods, events }] of Object.entries(optionalNamespaces)) {
        const accounts = [...(await tenant.person.approve(chains))]
        const approved = methods.filter((method) => tenant.person.has?.(method) ?? true)
        namespaces[namespace] = { accounts, methods: approved, events: [...events] }
      }
      const { topic } = await client.approve({ id, namespaces })
      tenant.sessions.add(topic)
      sessions.set(topic, tenant)
    } catch (error) {
      const reason = wireError(error)
      await client.reject({ id, reason }).catch(() => {})
    }
  })
  client.on('session_request', async ({ id, topic, params: { chainId, request } }) => {
    const tenant = sessions.get(topic)
    if (!tenant) return
    const { method, params } = request
    const said = await tenant.person.request({ method, params }, chainId, tenant.served).then(
      (result) => ({ result: result ?? null }),
      (error: unknown) => ({ error: wireError(error) }),
    )
    await client.respond({ topic, response: { id, jsonrpc: '2.0', ...said } }).catch(() => {})
  })
  client.on('session_delete', ({ topic }) => {
    const tenant = sessions.get(topic)
    if (tenant?.sessions.delete(topic)) tenant.ended++
    sessions.delete(topic)
  })

  return {
    serve(person) {
      const each = async (run: (topic: string) => Promise<unknown>) => {
        for (const topic of [...tenant.sessions]) await run(topic).catch(() => {})
      }
      const served: Served = {
        async pair(uri) {
          pairings.set(uri.slice('wc:'.length, uri.indexOf('@')), tenant)
          await client.pair({ uri })
        },
        emit: (name, data, chainId) =>
          each((topic) => client.emit({ topic, event: { name, data }, chainId })),
        update: () =>
          each(async (topic) => {
            const { namespaces } = client.session.get(topic)
            const now: Namespaces = {}
            for (const [namespace, scope] of Object.entries(namespaces)) {
              const chains = [...new Set(scope.accounts.map((one) => one.slice(0, one.lastIndexOf(':'))))]
              const accounts = [...((await person.accounts?.(chains)) ?? scope.accounts)]
              now[namespace] = { methods: scope.methods, events: scope.events, accounts }
            }
            await client.update({ topic, namespaces: now })
          }),
        leave: () =>
          each(async (topic) => {
            tenant.sessions.delete(topic)
            sessions.delete(topic)
            await client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
          }),
        get ended() {
          return tenant.ended
        },
      }
      const tenant: Tenant = { person, served, sessions: new Set(), ended: 0 }
      return served
    },
    stop: opened.end,
  }
}

/**
 * Converts an error to WalletConnect's error codes: https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
 */
function wireError(error: unknown): WireError {
  const { code, message = String(error) } = error as { code?: number; message?: string }
  if (code === 4001 || message === 'Request rejected') return { code: 5000, message: 'User rejected.' }
  return { code: code ?? -32000, message }
}
