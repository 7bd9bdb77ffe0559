import { afterEach, describe, expect, it } from 'vitest'
import type { WireBody } from '../../src/services/telemetry/telemetry.ts'
import { type MemoryPlatformOptions, memoryPlatform } from '../../src/testing/memory-platform.ts'
import { version } from '../../src/version.ts'
import { type ClientWorldOptions, clientWorld, one, two } from '../support/client-world.ts'
import { type DeskAnswers, json, type ProjectDesk, projectDesk, silence } from '../support/project-desk.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function desk(...args: Parameters<typeof projectDesk>): Promise<ProjectDesk> {
  const made = await projectDesk(...args)
  closing.push(made.close)
  return made
}

/** Creates a client with a real analytics service, on a page whose URL contains a secret. */
function world(options: ClientWorldOptions, page: MemoryPlatformOptions = {}) {
  const platform = memoryPlatform({
    path: '/shop/cart?session=SECRET#SECRET',
    fetch: (input, init) => fetch(input, init),
    ...page,
  })
  const made = clientWorld({ surroundings: platform, ...options })
  closing.push(() => made.latchkey.dispose())
  return made
}

/** Starts the client, and waits for its first event. */
async function counting(
  { latchkey, platform }: ReturnType<typeof world>,
  server: ProjectDesk,
): Promise<void> {
  await latchkey.ready()
  await expect.poll(() => server.events(), { message: 'the first event arrives' }).toContain('INITIALIZE')
  expect(platform.page.listenerCount('pagehide')).toBeGreaterThan(0)
}

const named = (bodies: readonly WireBody[], event: string) =>
  bodies.find(({ props }) => props.event === event)?.props.properties

describe('the analytics of a client', () => {
  it.each([
    ['no service', false, []],
    ['only the service of the configuration', true, ['/appkit/v1/config', '/projects/v1/origins']],
  ])('send nothing and add no listener if the host names %s', async (_, isConfigured, paths) => {
    const [config, server] = [await desk(), await desk()]
    const asked: string[] = []
    const { latchkey, platform } = world(
      isConfigured ? { projectId: 'p', endpoints: { config: config.url } } : {},
      {
        fetch: (input, init) => {
          asked.push(new URL(String(input)).pathname)
          return fetch(input, init)
        },
      },
    )
    await latchkey.ready()
    const counted = world({ name: 'counted', endpoints: { analytics: server.url } })
    await counting(counted, server)
    await expect.poll(() => asked.toSorted(), { message: 'the configuration is requested' }).toEqual(paths)
    // Without analytics, a client listens for `pagehide` only when it has connected.
    expect(platform.page.listenerCount('pagehide')).toBe(0)
    await latchkey.open()
    latchkey.close()
    await latchkey.connect({ connectorId: 'a' })
    platform.page.dispatch('pagehide')
    expect([asked.toSorted(), platform.page.beacons, platform.logged]).toEqual([paths, [], []])
  })

  it("report each event in one request with the specification's body", async () => {
    const server = await desk()
    const { latchkey } = world({ projectId: 'p 1', endpoints: { analytics: server.url } })
    await latchkey.ready()
    await latchkey.open()
    latchkey.router.push('AllWallets')
    // Going back to a view isn't a click on this view.
    latchkey.router.push('WhatIsAWallet')
    latchkey.router.goBack()
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.switchNetwork('eip155:2')
    latchkey.close()
    await latchkey.disconnect()
    await expect
      .poll(() => server.events(), { message: 'the disconnect arrives' })
      .toContain('DISCONNECT_SUCCESS')
    expect(server.events()).toEqual([
      'INITIALIZE',
      'MODAL_OPEN',
      'CLICK_ALL_WALLETS',
      'CLICK_WALLET_HELP',
      'CONNECT_SUCCESS',
      'SWITCH_NETWORK',
      'MODAL_CLOSE',
      'DISCONNECT_SUCCESS',
    ])
    const bodies = server.bodies()
    expect(named(bodies, 'MODAL_OPEN')).toEqual({ connected: false })
    expect(named(bodies, 'MODAL_CLOSE')).toEqual({ connected: true })
    expect(named(bodies, 'CONNECT_SUCCESS')).toEqual({ method: 'browser', name: 'Wallet a' })
    expect(named(bodies, 'SWITCH_NETWORK')).toEqual({ network: 'eip155:2' })
    expect(named(bodies, 'DISCONNECT_SUCCESS')).toEqual({ namespace: 'all' })
    expect(named(bodies, 'INITIALIZE')).toMatchObject({
      networks: [one.caipNetworkId, two.caipNetworkId, 'solana:main', 'bip122:main'],
      adapters: ['eip155', 'solana', 'bip122'],
      siweConfig: false,
    })

    expect(bodies[1]).toEqual({
      eventId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      url: 'https://app.example/shop/cart',
      domain: 'app.example',
      timestamp: expect.any(Number),
      props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
    })
    expect(new Set(bodies.map(({ eventId }) => eventId)).size).toBe(bodies.length)
    const [first] = server.requests
    expect(first?.method).toBe('POST')
    expect(first?.path).toBe(`/e?projectId=p+1&st=latchkey&sv=html-eip155%2Csolana%2Cbip122-${version}`)
    expect(first?.headers['content-type']).toMatch(/^text\/plain/)
    expect(
      JSON.stringify(server.requests.map(({ path, body, headers }) => [path, body, headers])),
    ).not.toContain('SECRET')
  })

  it('report a connection before the closing of the modal, in any order of the listeners', async () => {
    const server = await desk()
    const made = world({ endpoints: { analytics: server.url }, features: { analytics: false } })
    const { latchkey } = made
    await latchkey.open()
    latchkey.close()
    latchkey.options.setFeatures({ analytics: true })
    await counting(made, server)
    await latchkey.open()
    latchkey.router.push('ConnectingExternal')
    await latchkey.connect({ connectorId: 'a' })
    await expect
      .poll(() => server.events(), { message: 'the closing of the modal arrives' })
      .toContain('MODAL_CLOSE')
    expect(server.events().slice(-2)).toEqual(['CONNECT_SUCCESS', 'MODAL_CLOSE'])
  })

  it('omit the address unless the host includes it', async () => {
    const server = await desk()
    const plain = world({ name: 'plain', endpoints: { analytics: server.url } })
    await counting(plain, server)
    await plain.latchkey.connect({ connectorId: 'a', namespaces: ['eip155'] })
    await expect
      .poll(() => server.events(), { message: 'the connection arrives' })
      .toContain('CONNECT_SUCCESS')
    expect(server.bodies().map(({ props }) => 'address' in props)).not.toContain(true)

    const asked = await desk()
    const open = world({
      name: 'open',
      endpoints: { analytics: asked.url },
      features: { analytics: { address: true } },
    })
    await counting(open, asked)
    await open.latchkey.connect({ connectorId: 'a', namespaces: ['eip155'] })
    await expect
      .poll(() => asked.events(), { message: 'the connection arrives' })
      .toContain('CONNECT_SUCCESS')
    expect(asked.bodies().at(-1)?.props.address).toBe('a-eip155')
  })

  it('start when the visitor has consented, and stop when the visitor withdraws the consent', async () => {
    const server = await desk()
    const { latchkey, platform } = world({
      endpoints: { analytics: server.url },
      features: { analytics: false },
    })
    await latchkey.ready()
    await latchkey.open()
    latchkey.close()
    expect(server.requests).toEqual([])
    latchkey.options.setFeatures({ analytics: true })
    await expect.poll(() => server.events(), { message: 'the first event arrives' }).toContain('INITIALIZE')
    await latchkey.open()
    await expect
      .poll(() => server.events(), { message: 'the opening of the modal arrives' })
      .toContain('MODAL_OPEN')
    latchkey.options.setFeatures({ analytics: false })
    latchkey.close()
    await latchkey.connect({ connectorId: 'nobody' }).catch(() => {})
    platform.page.dispatch('pagehide')
    expect(platform.page.beacons).toEqual([])
    latchkey.options.setFeatures({ analytics: true })
    await expect
      .poll(() => server.events(), { message: 'the analytics start again' })
      .toEqual(['INITIALIZE', 'MODAL_OPEN', 'INITIALIZE'])
  })

  it("send nothing until the project's configuration allows them", async () => {
    let answer: (() => void) | undefined
    const slow = await desk({
      analytics: (request, response) => {
        answer = () => json({ isAnalyticsEnabled: true })(request, response)
      },
    })
    const options = (server: ProjectDesk, name: string) => ({
      name,
      projectId: 'p',
      endpoints: { config: server.url, analytics: server.url },
    })
    const { latchkey, platform } = world(options(slow, 'slow'))
    await latchkey.ready()
    await latchkey.open()
    await expect.poll(() => answer, { message: 'the project is asked about analytics' }).toBeDefined()
    expect(slow.count('/e')).toBe(0)
    platform.page.dispatch('pagehide')
    expect(platform.page.beacons).toEqual([])
    answer?.()
    await expect.poll(() => slow.count('/e'), { message: 'the second event is sent' }).toBe(2)
    expect(slow.events()).toEqual(['INITIALIZE', 'MODAL_OPEN'])

    const refusals: readonly (readonly [string, DeskAnswers['analytics']])[] = [
      ['no', json({ isAnalyticsEnabled: false })],
      ['html', (_, response) => response.end('<html>')],
      ['broken', json({}, 404)],
    ]
    for (const [name, analytics] of refusals) {
      const server = await desk({ analytics })
      const { latchkey: told } = world(options(server, name))
      await told.ready()
      await expect
        .poll(() => told.options.state.features.analytics, {
          message: `the analytics of ${name} are switched off`,
        })
        .toBeFalsy()
      await told.open()
      expect(server.count('/e')).toBe(0)
    }
  })

  it('report failures as error reports, without data that identifies the visitor', async () => {
    const server = await desk()
    const made = world({ endpoints: { analytics: server.url } })
    await counting(made, server)
    const secret =
      'no me@mail.example wc:abc@2?symKey=ff 0x52908400098527886e0f7030069857d2e4169ee7 code 123456'
    made.wallet('a').onOpen = () => Promise.reject(new Error(secret))
    await expect(made.latchkey.connect({ connectorId: 'a' })).rejects.toThrow()
    await expect
      .poll(() => server.bodies().some(({ props }) => props.type === 'error'), {
        message: 'the error arrives',
      })
      .toBe(true)
    const report = server.bodies().find(({ props }) => props.type === 'error')
    expect(report).toEqual({
      eventId: expect.any(String),
      url: 'https://app.example/shop/cart',
      domain: 'app.example',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      props: {
        type: 'error',
        event: 'INTERNAL_SDK_ERROR',
        errorType: 'LatchkeyError',
        errorMessage: 'no [email] [uri] [hex] code [secret]',
        stackTrace: expect.stringMatching(/guard\.ts:\d+/),
      },
    })
    await expect
      .poll(() => server.events(), { message: 'the failed connection arrives' })
      .toContain('CONNECT_ERROR')
    expect(named(server.bodies(), 'CONNECT_ERROR')).toEqual({
      message: 'no [email] [uri] [hex] code [secret]',
    })
    const all = JSON.stringify(server.bodies())
    for (const part of ['mail.example', 'symKey', '52908400098527', '123456', '@'])
      expect(all).not.toContain(part)
  })

  it('send at most twenty queued events, each in a beacon, when the page closes', async () => {
    const server = await desk({ events: silence })
    const { latchkey, platform } = world({ endpoints: { analytics: server.url } })
    await latchkey.ready()
    await expect.poll(() => server.count('/e'), { message: 'the first event arrives and hangs' }).toBe(1)
    for (let turn = 0; turn < 15; turn++) {
      await latchkey.open()
      latchkey.close()
    }
    // The page closes in a later turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    platform.page.dispatch('pagehide')
    const { beacons } = platform.page
    expect(beacons).toHaveLength(20)
    expect([...new Set(beacons.map(({ url }) => url.replace(/\?.*/, '')))]).toEqual([`${server.url}e`])
    expect(new URL(beacons[0]?.url ?? '').searchParams.get('st')).toBe('latchkey')
    const events = beacons.map(({ body }) => (JSON.parse(body) as WireBody).props.event)
    expect(events.at(-1)).toBe('MODAL_CLOSE')
    // When the page becomes visible again, no event must be sent twice.
    platform.page.setVisible(false)
    expect(beacons).toHaveLength(20)
  })

  it('cause no delay and no error if the service fails', async () => {
    const gone = await projectDesk()
    await gone.close()
    for (const [name, url] of [
      ['hangs', (await desk({ events: silence })).url],
      ['refuses', (await desk({ events: json({}, 500) })).url],
      ['gone', gone.url],
    ] as const) {
      const { latchkey, platform } = world({ name, endpoints: { analytics: url } })
      await latchkey.ready()
      await latchkey.open()
      await latchkey.connect({ connectorId: 'a' })
      expect(latchkey.account.active.status).toBe('connected')
      await latchkey.dispose()
      expect(platform.page.listenerCount(), `listeners of ${name}`).toBe(0)
    }
  })

  it('raise one alert for a refused origin until the service accepts an event', async () => {
    const server = await desk({ events: json({}, 403) })
    const { latchkey, platform } = world({ endpoints: { analytics: server.url } })
    const alerts = () =>
      platform.logged.filter(({ message }) => message.includes('https://app.example is not on the allowlist'))
        .length
    await latchkey.ready()
    await latchkey.open()
    await expect.poll(() => server.count('/e'), { message: 'the second event is sent' }).toBe(2)
    await expect.poll(() => alerts(), { message: 'the alert is shown' }).toBe(1)
    expect(latchkey.alert.state.shortMessage).toBe('Invalid App Configuration')
    server.answers.events = json({})
    latchkey.close()
    await expect.poll(() => server.count('/e'), { message: 'the third event is sent' }).toBe(3)
    expect(alerts()).toBe(1)
    server.answers.events = json({}, 403)
    await latchkey.open()
    await expect.poll(() => alerts(), { message: 'the alert is shown again' }).toBe(2)
  })
})

describe('an event', () => {
  it('is dropped if the service does not accept it within ten seconds', async () => {
    const server = await desk({ events: silence })
    const { latchkey, platform } = world({ endpoints: { analytics: server.url } })
    await latchkey.ready()
    await latchkey.open()
    const sent = (count: number) =>
      expect.poll(() => server.count('/e'), { message: `event ${count} arrives` }).toBe(count)
    await sent(1)
    await platform.clock.advance(9999)
    expect(server.count('/e')).toBe(1)
    await platform.clock.advance(1)
    await sent(2)
  })
})
