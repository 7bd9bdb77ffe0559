// @module-tag ci
import { afterEach, describe, expect, it } from 'vitest'
import { countEvents } from '../../src/servers/telemetry/read-events.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { clientWorld } from '../support/client-world.ts'
import { type RunningDesk, sendEvent, startDesk, wireEvent } from '../support/desk.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Creates a client that gets its configuration from its host's own server, and sends its events there. */
async function joined(projects: Record<string, object>, projectId = 'shop') {
  const desk: RunningDesk = await startDesk({ projects })
  closing.push(() => desk.stop())
  const platform = memoryPlatform({
    path: '/shop/cart?session=SECRET#SECRET',
    // Adds the header `origin`, as browsers do.
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), origin: 'http://localhost:5173' },
      }),
  })
  const { url } = desk.services
  const made = clientWorld({ projectId, surroundings: platform, endpoints: { config: url, analytics: url } })
  closing.push(() => made.latchkey.dispose())
  return { ...made, desk, logged: () => JSON.stringify(platform.logged) }
}

describe("a client with its host's own server", () => {
  it("uses the server's configuration, and sends events that the operator can read", {
    tags: ['ci'],
  }, async () => {
    const { latchkey, desk } = await joined({
      shop: { origins: ['http://localhost:*'], features: { social_login: ['email', 'x'], activity: false } },
    })
    await latchkey.ready()
    await expect
      .poll(() => latchkey.options.state.features.activity, {
        message: 'the configuration of the server is applied',
      })
      .toBe(false)
    expect(latchkey.options.state.features.socials).toEqual(['x'])
    const told = async () =>
      (await countEvents(desk.database.query, { since: 0 })).map(({ name }) => name).sort()
    // The first events happen before the code for telemetry has loaded, so they aren't reported.
    await expect.poll(told, { message: 'the first event arrives' }).toEqual(['INITIALIZE'])
    await latchkey.open()
    await latchkey.connect({ connectorId: 'a' })
    latchkey.close()
    await expect
      .poll(told, { message: 'the events of the visit arrive' })
      .toEqual(['CONNECT_SUCCESS', 'INITIALIZE', 'MODAL_CLOSE', 'MODAL_OPEN'])
    const page = await desk.read('/events')
    expect(page).toContain('/shop/cart')
    expect(page).not.toContain('SECRET')
    expect(desk.errors).toEqual([])
  })

  it("sends no events when the server has switched off the project's analytics", async () => {
    const { latchkey, desk } = await joined({ shop: { analytics: false }, other: {} })
    await latchkey.ready()
    await latchkey.open()
    await latchkey.connect({ connectorId: 'a' })
    await expect
      .poll(() => latchkey.options.state.features.analytics, { message: 'the analytics are switched off' })
      .toBe(false)
    latchkey.close()
    await sendEvent(desk, wireEvent({}, { event: 'MARKER' }), { project: 'other' })
    const told = async () => (await countEvents(desk.database.query, { since: 0 })).map(({ name }) => name)
    await expect.poll(told, { message: 'an event of another project arrives' }).toEqual(['MARKER'])
  })

  it("warns the developer when the server doesn't list the page's origin", async () => {
    const { latchkey, logged } = await joined({ shop: { origins: ['https://shop.example'] } })
    await latchkey.ready()
    await latchkey.open()
    await expect
      .poll(logged, { message: 'the warning is logged' })
      .toContain('is not on the allowlist of this project')
  })
})
