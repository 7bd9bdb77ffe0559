import { type Relay, startRelay } from 'latchkey/devnet'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WalletChannel } from '../../src/core/wallet/connector.ts'
import { openBareWallet } from '../support/bare-wallet.ts'
import { type App, networkIds, openApp } from '../support/walletconnect-app.ts'

let relay: Relay
const releases: (() => unknown)[] = []
beforeEach(async () => {
  relay = await startRelay()
})
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
  await relay.stop()
})

async function connected(
  options: Partial<Parameters<typeof openBareWallet>[0]> = {},
  redirect?: object,
  sessionConfig?: object,
) {
  const page = openApp({ relayUrl: relay.url })
  releases.push(() => page.dispose())
  const by = await openBareWallet({ relayUrl: relay.url, ...options })
  releases.push(() => by.dispose())
  Object.assign(by.client.metadata, { redirect })
  const { approve } = by.client
  if (sessionConfig)
    by.client.approve = ((params: object) =>
      approve.call(by.client, { ...params, sessionConfig } as never)) as never
  const opening = page.open()
  await by.pair(await page.uri())
  const channel = (await opening).channel('eip155') as Extract<WalletChannel, { kind: 'rpc' }>
  const sign = () => channel.request({ method: 'personal_sign', params: [] }, networkIds[0])
  return { page, by, sign, channel }
}

/** Returns the session from the storage of the page's library. */
function storedSession({ platform: { storage } }: App): { sessionConfig?: object } {
  const key = storage.keys().find((one) => one.endsWith('//session')) ?? ''
  return JSON.parse(storage.get(key) ?? '[{}]')[0]
}

describe('a session over WalletConnect', () => {
  it('provides the links that the wallet announces', async () => {
    const redirect = { native: 'bare://', universal: 'https://bare.example' }
    const { page } = await connected({}, redirect)
    expect(page.connector.wallet).toMatchObject({ name: 'Bare Wallet', redirect })
    expect(page.connector.wallet?.staysClosed).toBeUndefined()
    await expect
      .poll(() => storedSession(page).sessionConfig, { message: 'the session is stored' })
      .toMatchObject({ disableDeepLink: true })
  })

  it('reports after a reload that the wallet asks pages not to open its app', async () => {
    const { page } = await connected({}, undefined, { disableDeepLink: true })
    expect(page.connector.wallet?.staysClosed).toBe(true)
    page.dispose()
    const next = openApp({ relayUrl: relay.url, platform: page.platform })
    releases.push(() => next.dispose())
    await next.connector.restore?.()
    expect(next.connector.wallet?.staysClosed).toBe(true)
  })

  it("reports after a reload that pages may open the wallet's app", async () => {
    const { page } = await connected()
    page.dispose()
    const next = openApp({ relayUrl: relay.url, platform: page.platform })
    releases.push(() => next.dispose())
    await next.connector.restore?.()
    expect(next.connector.wallet).toMatchObject({ name: 'Bare Wallet' })
    expect(next.connector.wallet?.staysClosed).toBeUndefined()
  })
})

describe('a request over WalletConnect', () => {
  it('is reported until the wallet has answered it', async () => {
    const answers: ((value: string) => void)[] = []
    const answer = () => new Promise<string>((resolve) => answers.push(resolve))
    const { page, by, sign } = await connected({ answer })
    const sent = () => page.told.requestSent
    const both = [sign(), sign()]
    await expect.poll(() => answers.length, { message: 'the wallet has both requests' }).toBe(2)
    const ids = by.requests.map(({ id }) => id).sort()
    await expect
      .poll(
        () =>
          sent()
            .map((one) => one?.id)
            .sort(),
        { message: 'both requests are reported' },
      )
      .toEqual(ids)
    expect(sent().map((one) => one?.topic)).toEqual([by.topic(), by.topic()])
    const [earlier, later] = sent()
    const answerTo = (id: number | undefined) => answers[by.requests.findIndex((one) => one.id === id)]
    answerTo(later?.id)?.('later')
    await Promise.race(both)
    expect(sent().slice(2)).toEqual([earlier])
    answerTo(earlier?.id)?.('earlier')
    await Promise.all(both)
    expect(sent().slice(3)).toEqual([undefined])
  })

  it.each(['wallet_getAssets', 'wallet_getCallsStatus', 'wallet_getCapabilities', 'wallet_getPermissions'])(
    "isn't reported if it is %s, because wallets answer it without the visitor",
    async (read) => {
      const answers: ((value: string) => void)[] = []
      const answer = () => new Promise<string>((resolve) => answers.push(resolve))
      const { page, by, sign, channel } = await connected({ answer })
      const both = [channel.request({ method: read, params: [] }, networkIds[0])]
      await expect.poll(() => answers.length, { message: 'the wallet has the first request' }).toBe(1)
      both.push(sign())
      await expect.poll(() => answers.length, { message: 'the wallet has both requests' }).toBe(2)
      const signature = by.requests.find(({ method }) => method === 'personal_sign')
      const sent = () => page.told.requestSent.map((one) => one?.id)
      await expect.poll(sent, { message: 'the signature request is reported' }).toContain(signature?.id)
      expect(sent()).toEqual([signature?.id])
      for (const give of answers) give('answer')
      await Promise.all(both)
    },
  )

  it("isn't reported before the relay has accepted it", async () => {
    const { page, sign } = await connected()
    relay.script.always('irn_publish', 'never')
    const calls = relay.counts.calls.irn_publish ?? 0
    const signed = sign()
    signed.catch(() => {})
    await expect
      .poll(() => relay.counts.calls.irn_publish ?? 0, { message: 'the relay gets the request' })
      .toBeGreaterThan(calls)
    expect(page.told.requestSent).toEqual([])
    relay.script.clear()
  })
})
