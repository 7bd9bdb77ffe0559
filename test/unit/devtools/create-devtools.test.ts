// @vitest-environment jsdom
import { createLatchkey, type Latchkey } from 'latchkey'
import { createDevtools } from 'latchkey/devtools'
import { memoryPlatform } from 'latchkey/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeConnector, fakeFamily, network } from '../../support/fake-families.ts'

const clients: Latchkey[] = []
beforeEach(() => {
  // jsdom lacks both methods.
  Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {} })
  const matches = Element.prototype.matches
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, query) {
    return query === ':popover-open' ? false : matches.call(this, query)
  })
  CSSStyleSheet.prototype.replaceSync ??= () => {}
})
afterEach(async () => {
  vi.unstubAllEnvs()
  sessionStorage.clear()
  for (const client of clients.splice(0)) await client.dispose()
})

function clientWith(platform: ReturnType<typeof createDevtools>['platform']) {
  const wallet = new FakeConnector({ id: 'a' })
  const family = fakeFamily('eip155')
  const client = createLatchkey({
    networks: [network('eip155:1', 'One')],
    adapters: [family.factory],
    connectors: [wallet.factory],
    enableWalletConnect: false,
    platform: platform(memoryPlatform()),
  })
  clients.push(client)
  return { client, wallet }
}
const panel = () => document.querySelector('latchkey-devtools')?.shadowRoot
const click = (name: string) =>
  [...(panel()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name)?.click()

describe('the devtools', () => {
  it("show a client's events and changes, and disappear when they are detached", async () => {
    const devtools = createDevtools()
    const { client } = clientWith(devtools.platform)
    const leave = devtools.attach(client)
    await expect.poll(panel, { message: 'the panel is shown' }).toBeTruthy()
    panel()?.querySelector<HTMLButtonElement>('.mark')?.click()
    click('Events')
    await client.ready()
    await client.connect({ connectorId: 'a' })
    const titles = () =>
      [...(panel()?.querySelectorAll('.title') ?? [])].map(({ textContent }) => textContent)
    expect(titles()).toContain('session.established')
    expect(titles()).toContain('account.connected')
    click('State')
    const row = panel()?.querySelector<HTMLDetailsElement>('[data-controller=account]')
    if (row) row.open = true
    row?.dispatchEvent(new Event('toggle'))
    expect(row?.textContent).toContain('a-eip155')
    await client.disconnect()
    expect(row?.textContent).not.toContain('a-eip155')
    leave()
    leave()
    expect(panel()).toBeUndefined()
  })

  it('show one panel if a client is attached several times before the panel is loaded', async () => {
    const devtools = createDevtools()
    const first = clientWith(devtools.platform).client
    devtools.attach(first)()
    const leave = devtools.attach(first)
    devtools.attach(first)
    await expect.poll(panel, { message: 'the panel is shown' }).toBeTruthy()
    // Each attachment imports the panel's module.
    await vi.dynamicImportSettled()
    expect(document.querySelectorAll('latchkey-devtools')).toHaveLength(1)
    leave()
    expect(document.querySelectorAll('latchkey-devtools')).toHaveLength(1)
    devtools.attach(first)()
    expect(document.querySelectorAll('latchkey-devtools')).toHaveLength(0)
  })

  it('can make storage fail, and the client still connects', async () => {
    const devtools = createDevtools()
    const { client } = clientWith(devtools.platform)
    devtools.attach(client)
    await expect.poll(panel, { message: 'the panel is shown' }).toBeTruthy()
    panel()?.querySelector<HTMLButtonElement>('.mark')?.click()
    click('Faults')
    panel()?.querySelector<HTMLInputElement>('input[name=storage-refused]')?.click()
    expect(panel()?.querySelector('.mark')?.textContent).toContain('1 fault on')
    await client.connect({ connectorId: 'a' })
    expect(client.account.state.eip155.status).toBe('connected')
    devtools.attach(client)()
  })

  it('do nothing in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    sessionStorage.setItem('latchkey.devtools.faults', 'storage-refused')
    const devtools = createDevtools()
    const base = memoryPlatform()
    expect(devtools.platform(base)).toBe(base)
    expect(devtools.platform()).toEqual({})
    const { client } = clientWith(devtools.platform)
    const leave = devtools.attach(client)
    await vi.dynamicImportSettled()
    expect(panel()).toBeUndefined()
    leave()
  })
})
