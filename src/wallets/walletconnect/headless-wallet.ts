import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { type ChainNamespace, chainNamespaces } from '../../core/chain/namespace.ts'
import { findNetwork } from '../../core/chain/network.ts'
import { Emitter } from '../../core/emitter.ts'
import type { Cacao } from '../../core/sign-in/sign-in.ts'
import { systemClock } from '../../platform/system-clock.ts'
import { systemFetch } from '../../platform/system-fetch.ts'
import type { Logger, NodeHealth } from '../../ports.ts'
import { ProviderError } from '../provider-error.ts'
import { direct } from '../wallet-request.ts'
import { answerRequest, requireApproval } from './answer-request.ts'
import { proposedBy, readAuthPayload, signCacaos } from './cacaos.ts'
import { familyWallet } from './families.ts'
import type { FamilyWallet } from './family-wallet.ts'
import type { HeadlessEvents, HeadlessRequest, HeadlessWallet, HeadlessWalletOptions } from './headless.ts'
import { headlessPairings } from './pairings.ts'
import { approvalOf } from './session-approval.ts'
import { headlessSessions } from './sessions.ts'
import { type Namespaces, openClient } from './sign-client.ts'
import { declined, unchanged, wireError } from './wire-errors.ts'

/**
 * Creates a wallet without a user interface. It answers WalletConnect pairings, and supports each
 * family for which it has a key. It refuses requests that a session hasn't approved. It signs on
 * mainnets only with `allowMainnet`. Needs the package `@walletconnect/sign-client`.
 *
 * @throws `config/peer-missing`
 * @example
 * const wallet = await headlessWallet({
 *   relayUrl: relay.url,
 *   networks: devnet.networks,
 *   accounts: [devnet.accounts.alice],
 * })
 * await wallet.pair(uri)
 */
export async function headlessWallet(options: HeadlessWalletOptions): Promise<HeadlessWallet> {
  const { clock = systemClock, fetch = systemFetch, intercept = direct, allowSighash } = options
  // Requests and simulations share the health of the nodes.
  const health: NodeHealth = new Map()
  const log: Logger = { debug() {}, warn() {}, error() {}, ...options.log }
  const networks = options.networks.filter(({ testnet }) => testnet === true || options.allowMainnet === true)
  const wallets = new Map<ChainNamespace, FamilyWallet>()
  for (const namespace of chainNamespaces) {
    const secrets = options.accounts.flatMap((account) => account[namespace]?.secret ?? [])
    const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
    if (secrets.length > 0 && own.length > 0)
      wallets.set(
        namespace,
        familyWallet(namespace, {
          ...{ secrets, networks: own, fetch, log, allowSighash, clock, health },
        }),
      )
  }
  const approver = { networks, wallets }
  const opened = await openClient({
    relayUrl: options.relayUrl,
    projectId: options.projectId ?? 'headless',
    name: options.name ?? 'Headless Wallet',
    storage: options.storage,
    clock,
    log,
  })
  const { client, idOn } = opened
  const events = new Emitter<HeadlessEvents>(log)
  const requests: HeadlessRequest[] = []
  /**
   * The number of times that each request arrived, by topic and id. The id alone isn't enough, because pages choose the ids of
   * their requests.
   */
  const arrivals = new Map<string, number>()
  const arrived = (topic: string, id: number) => arrivals.get(`${topic} ${id}`) ?? 0
  const sessions = headlessSessions(client, approver, {
    log,
    ended: (topic) => events.emit('ended', { topic }),
  })
  const pairings = headlessPairings(opened, clock)

  client.on('session_proposal', async ({ id, params }) => {
    const { pairingTopic, proposer, requiredNamespaces = {}, optionalNamespaces = {} } = params
    const proposal = {
      id: idOn(pairingTopic, id),
      peer: proposer.metadata,
      requiredNamespaces,
      optionalNamespaces,
    }
    const waiting = pairings.waiting(pairingTopic)
    events.emit('proposal', proposal)
    try {
      const request = { method: 'session_proposal', params: [proposal] }
      const namespaces = (await intercept(request, async () => {
        const limits = (await options.onProposal?.(proposal)) ?? {}
        return approvalOf(proposal, approver, limits)
      })) as Namespaces
      const { sessionProperties } = options
      const { topic } = await client.approve({
        id,
        namespaces,
        ...(sessionProperties && { sessionProperties }),
      })
      const session = sessions.get(topic)
      events.emit('session', session)
      waiting?.resolve(session)
    } catch (error) {
      const reason = wireError(error)
      await client.reject({ id, reason }).catch((failure) => log.debug('The page has disconnected', failure))
      waiting?.reject(declined(error))
    }
  })

  if (options.oneClick !== false)
    client.on('session_authenticate', async ({ id: known, topic: pairing, params }) => {
      const { requester, authPayload, expiryTimestamp } = params
      const id = idOn(pairing, known)
      const expiresAt = (expiryTimestamp ?? Number.POSITIVE_INFINITY) * 1000
      const waiting = pairings.waiting(pairing)
      const peer = requester.metadata
      try {
        const payload = readAuthPayload(authPayload)
        const proposed = { requiredNamespaces: {}, optionalNamespaces: proposedBy(payload) }
        const proposal = { id, peer, ...proposed }
        events.emit('proposal', proposal)
        const request = { method: 'session_authenticate', params: [payload], topic: pairing }
        const auths = (await intercept(request, async () =>
          signCacaos(payload, {
            approver,
            limits: (await options.onProposal?.(proposal)) ?? {},
            textOf: (p) => client.formatAuthMessage({ request: p, iss: p.iss }),
            approved: async (asked, sign) => {
              const request = { ...asked, id, topic: pairing, peer, expiresAt }
              events.emit('request', request)
              try {
                const network = findNetwork(networks, request.network)
                if (!network) throw new ProviderError(3005, 'Unauthorized chain.')
                await requireApproval(request, network, { ...options, clock, health })
                if (clock.now() >= expiresAt) throw new ProviderError(8000, 'Session request expired.')
                const result = await sign()
                events.emit('answer', { request, result })
                return result
              } catch (error) {
                events.emit('answer', { request, error: wireError(error) })
                throw error
              }
            },
          }),
        )) as readonly Cacao[]
        const { session } = await client.approveSessionAuthenticate({ id: known, auths })
        if (!session) throw new ProviderError(5101, 'Unsupported methods.')
        const settled = sessions.get(session.topic)
        events.emit('session', settled)
        waiting?.resolve(settled)
      } catch (error) {
        await client
          .rejectSessionAuthenticate({ id: known, reason: wireError(error) })
          .catch((failure) => log.debug('The page has disconnected', failure))
        waiting?.reject(declined(error))
      }
    })

  client.on('session_request', async ({ id: known, topic, params }) => {
    const id = idOn(topic, known)
    const { method, params: input, expiryTimestamp } = params.request
    const network = params.chainId as CaipNetworkId
    const request: HeadlessRequest = {
      ...{ id, topic, network, method, params: input },
      ...(expiryTimestamp !== undefined && { expiresAt: expiryTimestamp * 1000 }),
    }
    const before = arrived(topic, id)
    arrivals.set(`${topic} ${id}`, before + 1)
    requests.push(request)
    if (before > 0) return log.warn(`The request ${id} arrived twice`)
    events.emit('request', request)
    const list: readonly unknown[] = Array.isArray(input) ? input : [input]
    const said = await intercept({ method, params: list, topic }, () =>
      answerRequest(request, approver, sessions, { ...options, clock, health }),
    ).then(
      (result) => ({ result: result ?? null }),
      (error: unknown) => ({ error: wireError(error) }),
    )
    events.emit('answer', { request, ...said })
    const answer = 'error' in said ? { error: unchanged(said.error) } : said
    await client
      .respond({ topic, response: { id: known, jsonrpc: '2.0', ...answer } })
      .catch((error) => log.debug(`The page has disconnected before the answer to ${id}`, error))
  })
  for (const event of ['session_delete', 'session_expire'] as const)
    client.on(event, ({ topic }) => sessions.end(topic))

  let stopping: Promise<void> | undefined
  return {
    requests,
    arrivals: (id, topic) =>
      topic === undefined
        ? Math.max(0, ...requests.map((one) => (one.id === id ? arrived(one.topic, id) : 0)))
        : arrived(topic, id),
    get sessions() {
      return sessions.all()
    },
    on: (event, listener) => events.on(event, listener),
    pair: pairings.pair,
    async update(topic, change) {
      if ('networks' in change) await sessions.update(topic, change.networks)
      else await client.update({ topic, namespaces: change.namespaces })
    },
    extend: async (topic) => void (await client.extend({ topic })),
    emit: (topic, event, network) => client.emit({ topic, event, chainId: network }),
    ping: (topic) => client.ping({ topic }),
    disconnect: sessions.disconnect,
    stop() {
      stopping ??= opened.end().finally(() => {
        pairings.end()
        events.clear()
      })
      return stopping
    },
  }
}
