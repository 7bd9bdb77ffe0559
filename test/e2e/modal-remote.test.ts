import { afterEach, describe, expect, it } from 'vitest'
import { entry, json, type ProjectDesk, projectDesk, silence } from '../support/project-desk.ts'
import { chromiumPath } from './chromium.ts'
import { type HostVisitor, hostVisits } from './host-visits.ts'
import { look } from './look.ts'
import { phone, poll } from './visitor.ts'

const wallet = 'wallet-selector-dev.latchkey.ethereum'

describe.skipIf(!chromiumPath)('a page with remote configuration and telemetry', () => {
  const { visit, addressOf } = hostVisits()
  const desks: ProjectDesk[] = []
  afterEach(async () => {
    for (const one of desks.splice(0)) await one.close()
  })
  async function desk(...args: Parameters<typeof projectDesk>): Promise<ProjectDesk> {
    const made = await projectDesk(...args)
    desks.push(made)
    return made
  }
  async function connect({ page, pressButton, modal, is, isClosed }: HostVisitor): Promise<void> {
    await pressButton()
    // If the page remembers an earlier connection, the button reconnects the wallet of this connection without showing
    // the list.
    const row = modal().getByTestId(wallet)
    const connected = async () => {
      if ((await row.count()) > 0) await row.click({ timeout: 3_000 }).catch(() => {})
      return page.getByTestId('who-eip155').textContent()
    }
    await poll(connected, { message: 'a wallet is connected' }).not.toBe('nobody')
    await is('eip155', 'alice')
    await isClosed()
  }

  for (const [device, screen] of [
    ['a desktop', undefined],
    ['a phone', phone],
  ] as const)
    it(`reports what a visitor clicks on ${device}, and nothing that identifies the visitor`, {
      tags: screen ? ['all'] : [],
    }, async () => {
      const server = await desk()
      const visitor = await visit({
        installed: ['ethereum'],
        ...(screen && { screen }),
        options: { projectId: 'orchard', endpoints: { analytics: server.url } },
      })
      await expect.poll(() => server.events(), { message: 'the first event arrives' }).toContain('INITIALIZE')
      await connect(visitor)
      await visitor.pressButton()
      await visitor.press('account-network')
      await visitor.titled('Choose network')
      await visitor.page.keyboard.press('Escape')
      await expect
        .poll(() => server.events().filter((event) => event === 'MODAL_CLOSE').length, {
          message: 'the last event arrives',
        })
        .toBe(2)
      expect(server.events()).toEqual([
        'INITIALIZE',
        'MODAL_OPEN',
        'SELECT_WALLET',
        'CONNECT_SUCCESS',
        'MODAL_CLOSE',
        'MODAL_OPEN',
        'CLICK_NETWORKS',
        'MODAL_CLOSE',
      ])
      const of = (event: string) =>
        server.bodies().find(({ props }) => props.event === event)?.props.properties
      expect(of('SELECT_WALLET')).toEqual({ name: 'Dev Ethereum', platform: 'browser' })
      expect(of('CONNECT_SUCCESS')).toEqual({ method: 'browser', name: 'Dev Ethereum' })
      // The query of the page's URL contains the page's options, and must not be sent.
      const { origin } = new URL(visitor.page.url())
      for (const { url, domain } of server.bodies())
        expect([url, domain]).toEqual([`${origin}/`, '127.0.0.1'])
      for (const { headers } of server.requests) {
        expect(headers.referer).toBe(`${origin}/`)
        expect(headers.cookie).toBeUndefined()
      }
      const sent = JSON.stringify(server.requests.map(({ path, headers, body }) => [path, headers, body]))
      expect(sent).not.toContain('options=')
      expect(sent.toLowerCase()).not.toContain(addressOf('alice', 'eip155').slice(2).toLowerCase())
      // The browser sends one simple request per event, without a preflight.
      expect(server.requests.every(({ method }) => method === 'POST')).toBe(true)
    })

  it('delivers queued events when the visitor closes the page, even if the service hangs', async () => {
    const server = await desk({ events: silence })
    const visitor = await visit({
      installed: ['ethereum'],
      options: { endpoints: { analytics: server.url } },
    })
    await expect.poll(() => server.events().length, { message: 'the first event arrives and hangs' }).toBe(1)
    // The page continues, although the request of the first event hangs.
    await connect(visitor)
    await visitor.pressButton()
    await visitor.press('account-network')
    await visitor.titled('Choose network')
    expect(server.events()).toEqual(['INITIALIZE'])
    // A browser opens at most six connections per host. The page abandons the hanging request, so the other requests
    // are delivered.
    server.answers.events = json({}, 202)
    // `close` returns before the page has run its handlers.
    const closed = visitor.page.waitForEvent('close')
    await visitor.page.close({ runBeforeUnload: true })
    await closed
    await expect.poll(() => server.events().length, { message: 'the events that waited arrive' }).toBe(7)
    expect(server.events().toSorted()).toEqual(
      [
        'INITIALIZE',
        'MODAL_OPEN',
        'SELECT_WALLET',
        'CONNECT_SUCCESS',
        'MODAL_CLOSE',
        'MODAL_OPEN',
        'CLICK_NETWORKS',
      ].toSorted(),
    )
    expect(new Set(server.bodies().map(({ eventId }) => eventId)).size).toBe(7)
  })

  it('hides a feature that the project has switched off', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const withoutActivity = json({ features: [entry('reown_branding', true)] })
    const server = await desk({
      nfts: json({ data: [], next: null }),
      // The page asks again if it gets no answer for ten seconds.
      config: (request, response) => void answered.then(() => withoutActivity(request, response)),
    })
    const visitor = await visit({
      installed: ['ethereum'],
      options: { projectId: 'orchard', endpoints: { config: server.url, data: server.url } },
    })
    const activity = () => visitor.modal().getByRole('tab', { name: 'Activity' })
    await connect(visitor)
    await visitor.pressButton()
    await activity().click()
    await expect
      .poll(() => server.count('/config'), { message: 'the page reads the configuration' })
      .toBeGreaterThan(0)
    answer()
    // The configuration has arrived, but the visitor's view stays.
    await poll(() => visitor.page.evaluate(() => localStorage.getItem('@latchkey/projectConfig') !== null), {
      message: 'the configuration of the project is stored',
    }).toBe(true)
    expect(await activity().getAttribute('aria-selected')).toBe('true')
    await visitor.page.keyboard.press('Escape')
    await visitor.isClosed()
    await visitor.pressButton()
    await visitor.modal().getByRole('tab', { name: 'NFTs' }).waitFor()
    expect(await activity().count()).toBe(0)
    await look(visitor.page, 'remote-no-activity')

    server.answers.config = silence
    await visitor.comeBack()
    await connect(visitor)
    await visitor.pressButton()
    await visitor.modal().getByRole('tab', { name: 'NFTs' }).waitFor()
    expect(await activity().count()).toBe(0)
  })
})
