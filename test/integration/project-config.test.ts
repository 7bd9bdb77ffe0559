import { afterEach, describe, expect, it } from 'vitest'
import { remoteDefaults } from '../../src/core/options/features.ts'
import type { RemoteFeatureOptions } from '../../src/core/options/options.ts'
import { type MemoryPlatform, memoryPlatform } from '../../src/testing/memory-platform.ts'
import { turn } from '../support/async.ts'
import { type ClientWorldOptions, clientWorld } from '../support/client-world.ts'
import { quickClock } from '../support/loopback.ts'
import { entry, json, type ProjectDesk, projectDesk, silence } from '../support/project-desk.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function desk(...args: Parameters<typeof projectDesk>): Promise<ProjectDesk> {
  const made = await projectDesk(...args)
  closing.push(made.close)
  return made
}

/** Creates a page that counts the answers that have arrived completely. */
function counting() {
  let answers = 0
  const platform = memoryPlatform({
    clock: quickClock() as never,
    async fetch(input, init) {
      const response = await fetch(input, init)
      const body = await response.arrayBuffer()
      answers++
      return new Response(body, response)
    },
  })
  return Object.assign(platform, { answers: () => answers })
}

function world(
  server: Pick<ProjectDesk, 'url'> | undefined,
  options: ClientWorldOptions = {},
  surroundings: MemoryPlatform = memoryPlatform({
    clock: quickClock() as never,
    fetch: (input, init) => fetch(input, init),
  }),
) {
  const made = clientWorld({
    projectId: 'p',
    surroundings,
    ...(server && { endpoints: { config: server.url } }),
    ...options,
  })
  closing.push(() => made.latchkey.dispose())
  const alerts = (text: string) => surroundings.logged.filter(({ message }) => message.includes(text)).length
  return {
    ...made,
    alerts,
    features: () => made.latchkey.options.state.features,
    /** Waits until both requests have failed: for the configuration and for the origins. */
    bothFail: () =>
      expect
        .poll(() => alerts("Loading the project's configuration failed"), {
          message: 'both requests fail',
        })
        .toBe(2),
  }
}

const everything = [
  entry('social_login', true, ['email', 'x', 'google']),
  entry('activity', true),
  entry('reown_branding', true),
  entry('swap', true, ['1inch']),
  entry('onramp', true, ['meld']),
]

describe('the configuration of a project', () => {
  it('is requested only if the host names both the project and the service', async () => {
    const server = await desk()
    const none = world(undefined, { name: 'none' })
    await none.latchkey.ready()
    expect(none.features().socials).toBe(false)
    const nameless = world(server, { name: 'nameless', projectId: undefined })
    await nameless.latchkey.ready()
    await expect
      .poll(() => nameless.latchkey.alert.state.shortMessage, {
        message: 'the alert names the missing project ID',
      })
      .toBe('Project ID Not Configured')
    const asking = world(server, { name: 'asking', projectId: 'marker' })
    await asking.latchkey.ready()
    await expect.poll(() => server.requests.length, { message: 'the next client sends the request' }).toBe(2)
    for (const { path } of server.requests) expect(path).toContain('projectId=marker')
    expect(nameless.features().socials).toBe(false)
  })

  it('decides which features are on', async () => {
    const server = await desk({ config: json({ features: everything }) })
    const { latchkey, features } = world(server)
    await latchkey.ready()
    await expect
      .poll(() => Array.isArray(features().socials) && features().socials !== remoteDefaults.socials, {
        message: 'the configuration is applied',
      })
      .toBe(true)
    await expect.poll(() => server.count('/origins'), { message: 'the origins are requested' }).toBe(1)
    expect(features()).toMatchObject({ email: true, socials: ['x', 'google'], activity: true, send: true })
    expect(latchkey.options.state.remoteFeatures).toMatchObject({ reownBranding: true })
    const url = new URL(server.requests[0]?.path ?? '', server.url)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ projectId: 'p', st: 'latchkey' })
    expect(server.count('/getAnalyticsConfig')).toBe(0)
  })

  it("switches off each feature that it doesn't enable", async () => {
    const off = everything.map((one) => ({ ...one, isEnabled: false }))
    const { latchkey, features } = world(await desk({ config: json({ features: off }) }))
    await latchkey.ready()
    await expect.poll(() => features().activity, { message: 'the configuration is applied' }).toBe(false)
    expect(features()).toMatchObject({
      email: false,
      socials: false,
      swaps: false,
      onramp: false,
      send: true,
    })
    expect(latchkey.options.state.remoteFeatures).toMatchObject({ reownBranding: false })
  })

  it("overrides the host's options, and one warning about this is logged", async () => {
    const server = await desk({ config: json({ features: [entry('social_login', true, ['email'])] }) })
    const { latchkey, features, alerts } = world(server, {
      features: { email: false, socials: ['x'], history: true, send: false },
    })
    await latchkey.ready()
    await expect
      .poll(() => alerts('are ignored: features.email, features.socials, features.activity.'), {
        message: 'the warning about ignored options is shown',
      })
      .toBe(1)
    expect(latchkey.alert.state).toMatchObject({
      shortMessage: 'Local configuration ignored',
      variant: 'warning',
    })
    // The configuration omits some features, which are therefore off.
    expect(features()).toMatchObject({ email: true, socials: false, activity: false, send: false })
    // The configuration also overrides values that the host sets later. The host can set only other features.
    latchkey.options.setFeatures({ email: false, receive: false })
    expect(features()).toMatchObject({ email: true, receive: false })
  })

  it("causes a warning that names each of the host's options that it overrides", async () => {
    const server = await desk({ config: json({ features: [entry('social_login', true, null)] }) })
    const host = { email: false, socials: ['x'], swaps: true, onramp: false, history: true, send: false }
    const { latchkey, alerts } = world(server, { features: host as never })
    await latchkey.ready()
    await expect
      .poll(() => alerts('are ignored: features.swaps, features.onramp, features.activity.'), {
        message: 'the warning lists the options that have no effect, and no others',
      })
      .toBe(1)
  })

  it.each([['meld'], [['meld', 7]], [{ 0: 'meld' }], [7]])(
    'allows no provider if its list of providers is %j, which is invalid',
    async (config) => {
      const server = await desk({
        config: json({ features: [{ ...entry('onramp', true), config }, entry('swap', true, null)] }),
      })
      const { latchkey, features } = world(server, { features: { onramp: true } })
      await latchkey.ready()
      await expect
        .poll(() => features().onramp, { message: 'the configuration switches buying off' })
        .toBe(false)
      expect(features()).toMatchObject({ swaps: true })
    },
  )

  it.each([
    ['an error', json({}, 500)],
    ['HTML', (_: unknown, response: { end(text: string): void }) => response.end('<!doctype html><p>hello')],
    ['another format', json({ features: 'all' })],
    [
      'a body of ten megabytes',
      (_: unknown, response: { end(text: string): void }) =>
        response.end(`{"features":[${'0,'.repeat(5_100_000)}0]}`),
    ],
    ['nothing at all', silence],
  ])(
    "is replaced by the host's options or the defaults if the service answers with %s",
    async (_, config) => {
      const server = await desk({ config: config as never, origins: json({}, 500) })
      const { latchkey, features, alerts, bothFail } = world(server, { features: { email: false } })
      await latchkey.ready()
      await latchkey.open()
      await bothFail()
      latchkey.close()
      expect(features()).toMatchObject({ email: false, activity: true, socials: remoteDefaults.socials })
      expect(alerts('ignored')).toBe(0)
      expect(alerts('allowlist')).toBe(0)
      expect(await latchkey.connect({ connectorId: 'a' })).toHaveLength(1)
    },
  )

  it('applies at the next visit before the service answers, unless the project has changed', async () => {
    const server = await desk({
      config: json({ features: [entry('social_login', true, ['email', 'github'])] }),
    })
    const surroundings = memoryPlatform({
      clock: quickClock() as never,
      fetch: (input, init) => fetch(input, init),
    })
    const first = world(server, { name: 'app' }, surroundings)
    await first.latchkey.ready()
    await expect
      .poll(() => `${first.features().socials}`, { message: 'the configuration is applied' })
      .toBe('github')
    await first.latchkey.dispose()

    server.answers.config = silence
    const second = world(server, { name: 'app' }, surroundings)
    const seen: unknown[] = []
    second.latchkey.options.watch(
      ({ features }) => features.socials,
      (socials) => seen.push(socials),
    )
    await second.latchkey.open()
    expect(seen).toEqual([['github']])
    await second.latchkey.dispose()

    const other = world(server, { name: 'app', projectId: 'other' }, surroundings)
    await other.latchkey.open()
    expect(other.features().socials).toEqual(remoteDefaults.socials)
  })

  it.each(['an option', 'a call before the client is ready'])(
    'is the one that the host gave in %s until the service answers',
    async (how) => {
      const given: RemoteFeatureOptions = { email: false, socials: ['google'], onramp: undefined }
      const server = await desk({ config: json({}, 500), origins: json({}, 500) })
      const surroundings = memoryPlatform({
        clock: quickClock() as never,
        fetch: (input, init) => fetch(input, init),
      })
      const open = (options: ClientWorldOptions = {}) => {
        const isOption = how === 'an option'
        const opened = world(
          server,
          { name: 'app', ...(isOption && { remoteFeatures: given }), ...options },
          surroundings,
        )
        if (!isOption) opened.latchkey.options.setRemoteFeatures(given)
        return opened
      }
      const first = open({ features: { email: true } })
      await first.latchkey.ready()
      await first.bothFail()
      expect(first.features()).toMatchObject({
        email: false,
        socials: ['google'],
        activity: true,
        onramp: true,
      })
      await first.latchkey.dispose()

      server.answers.config = json({ features: [entry('social_login', true, ['email', 'github'])] })
      const second = open()
      await second.latchkey.ready()
      await expect
        .poll(second.features, { message: "the service's answer replaces the host's configuration" })
        .toMatchObject({ email: true, socials: ['github'], activity: false })
      await second.latchkey.dispose()

      // The host's configuration may be newer than the stored one, which says the rest.
      server.answers.config = silence
      const third = open()
      await third.latchkey.open()
      expect(third.features()).toMatchObject({ email: false, socials: ['google'], activity: false })
      await third.latchkey.dispose()

      const basic = open({ basic: true })
      await basic.latchkey.open()
      expect(basic.features()).toMatchObject({ email: false, socials: false, activity: false })
      basic.latchkey.options.updateOptions({ basic: false })
      expect(basic.features()).toMatchObject({ email: false, socials: ['google'], activity: false })
    },
  )

  it('switches off a feature only when the visitor has closed the modal', async () => {
    let answer = () => {}
    const server = await desk({
      config: (request, response) => {
        answer = () => json({ features: [] })(request, response)
      },
    })
    const page = counting()
    const { latchkey, features } = world(server, {}, page)
    await latchkey.ready()
    await latchkey.open()
    latchkey.router.push('AllWallets')
    await expect.poll(() => server.count('/config'), { message: 'the configuration is requested' }).toBe(1)
    answer()
    await expect.poll(page.answers, { message: 'the configuration and the origins arrive' }).toBe(2)
    await turn()
    expect(latchkey.router.state).toMatchObject({ view: 'AllWallets', history: ['Connect', 'AllWallets'] })
    expect(latchkey.modal.state.open).toBe(true)
    expect(features()).toMatchObject({ email: true, activity: true })
    latchkey.close()
    expect(features()).toMatchObject({ email: false, socials: false, activity: false })
  })

  it('leaves no timer and no listener when the client ends', async () => {
    const server = await desk({ config: silence, origins: silence })
    const clock = quickClock()
    const surroundings = memoryPlatform({ clock: clock as never, fetch: (input, init) => fetch(input, init) })
    const { latchkey } = world(server, {}, surroundings)
    await latchkey.ready()
    await expect
      .poll(() => server.requests.length, { message: 'the configuration and the origins are requested' })
      .toBe(2)
    await latchkey.dispose()
    await expect.poll(() => clock.pending, { message: 'every timer is stopped' }).toBe(0)
    expect(surroundings.page.listenerCount()).toBe(0)
  })
})

describe('the origins on which a project may run', () => {
  it.each([
    ["no alert if they include the page's origin", ['https://app.example'], false],
    ["no alert if a pattern among them matches the page's origin", ['https://*.example'], false],
    [
      "an alert if they don't include the page's origin",
      ['https://other.example', 'https://*.app.example'],
      true,
    ],
    ['no alert if their list is empty', [], false],
  ])('cause %s', async (_, allowedOrigins, refused) => {
    const server = await desk({ origins: json({ allowedOrigins }) })
    const page = counting()
    const { latchkey, alerts } = world(server, {}, page)
    await latchkey.ready()
    await expect.poll(page.answers, { message: 'the configuration and the origins arrive' }).toBe(2)
    await turn()
    await expect
      .poll(() => !refused || alerts('The origin https://app.example is not on the allowlist') === 1, {
        message: 'the alert names the refused origin',
      })
      .toBe(true)
    expect(latchkey.alert.state.shortMessage).toBe(refused ? 'Invalid App Configuration' : '')
  })

  it.each([
    [401, 'The project id is invalid'],
    [403, 'The domain is not verified'],
  ])('cause a single alert if the service refuses the requests with status %i', async (status, text) => {
    const server = await desk({ config: json({}, status), origins: json({}, status) })
    const { latchkey, alerts, bothFail } = world(server)
    await latchkey.ready()
    await bothFail()
    expect(alerts(text)).toBe(1)
  })
})
