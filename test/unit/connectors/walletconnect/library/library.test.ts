import { readFileSync } from 'node:fs'
import { startRelay } from 'latchkey/devnet'
import { expect, it } from 'vitest'
import { withOwnCore } from '../../../../../src/connectors/walletconnect/library/global-core.ts'
import { libraryStorage } from '../../../../../src/connectors/walletconnect/library/storage.ts'
import { memoryStore } from '../../../../../src/platform/memory-store.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test checks which members exist
type Loose = any

// Checks the assumptions of `library.ts` in the library itself. Some of them concern parts that aren't
// public.
it('the WalletConnect library has the parts that Latchkey uses', async () => {
  const relay = await startRelay()
  try {
    const { UniversalProvider } = await import('@walletconnect/universal-provider')
    const { client } = await withOwnCore('here', () =>
      UniversalProvider.init({
        relayUrl: relay.url,
        projectId: 'x',
        logger: 'silent',
        telemetryEnabled: false,
        customStoragePrefix: 'here',
        storage: libraryStorage(memoryStore(), 'x/') as never,
      }),
    )
    const { core } = client as unknown as { core: Record<string, Loose> }
    const { relayer, heartbeat, verify, crypto, expirer, pairing } = core
    await relayer.createProvider()
    for (const [of, names] of [
      [
        relayer,
        'request publish publishCustom transportOpen transportClose transportDisconnect subscribe unsubscribe on off',
      ],
      [relayer, 'createProvider registerProviderListeners unregisterProviderListeners'],
      [relayer, 'confirmOnlineStateOrThrow handleBatchMessageEvents onMessageEvent acknowledgePayload'],
      [relayer.messages, 'get'],
      [relayer.events, 'emit'],
      [relayer.subscriber, 'start stop'],
      [relayer.provider, 'connect disconnect request on off'],
      [relayer.provider.events, 'emit'],
      [pairing, 'activate updateExpiry'],
      [client.proposal, 'getAll delete update'],
      [heartbeat, 'init stop'],
      [crypto, 'getClientId deleteSymKey deleteKeyPair generateSharedKey decode encode'],
      [expirer, 'set del'],
      [verify, 'register'],
      [client, 'connect request disconnect authenticate on off'],
      [client.session, 'getAll delete set'],
      [(client as Loose).auth.pairingTopics, 'getAll delete'],
      [(client as Loose).auth.requests, 'getAll delete'],
      [(client as Loose).engine, 'isValidDisconnect deleteSession onSessionUpdateRequest sendError'],
      [(client as Loose).engine, 'sendResult onSessionProposeResponse'],
      [(client as Loose).engine.events, 'emit on off listenerCount'],
      [pairing.events, 'on off'],
      [relayer.subscriber.events, 'emit'],
    ] as const)
      for (const name of names.split(' ')) expect(typeof (of as Loose)[name], name).toBe('function')
    for (const map of [relayer.subscriber.pending, relayer.subscriber.subscriptions, relayer.publisher.queue])
      expect(map).toBeInstanceOf(Map)
    expect(crypto.keychain.keychain).toBeInstanceOf(Map)
    expect(core.history.records).toBeInstanceOf(Map)
    for (const flag of ['connected', 'connecting', 'transportExplicitlyClosed'])
      expect(typeof relayer[flag], flag).toBe('boolean')
    expect(relayer.subscriber.cached).toEqual([])
    expect(relayer.subscriber.hasAnyTopics).toBe(false)
    expect(typeof verify.verifyUrlV3).toBe('string')
    heartbeat.stop()
  } finally {
    await relay.stop()
  }
})

it('the WalletConnect library is pinned to the last version with a free license', () => {
  const read = (path: string) =>
    JSON.parse(readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8'))
  const name = '@walletconnect/universal-provider'
  expect(read('package.json').devDependencies[name]).toBe('2.21.8')
  const { packages } = read('package-lock.json')
  const versions = Object.entries<{ version: string }>(packages)
    .filter(([path]) => /@walletconnect\/(universal-provider|sign-client|core|types|utils)$/.test(path))
    .map(([path, { version }]) => `${path.slice(path.lastIndexOf('@'))} ${version}`)
  for (const each of versions) expect(each).toMatch(/ 2\.21\.8$/)
})
