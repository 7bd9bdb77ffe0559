import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'
import { look } from './look.ts'
import { poll } from './visitor.ts'

/** Tests the panel in the demo's development build, on real nodes, with clicks and keys. */
describe.skipIf(!chromiumPath)('the devtools in the demo', () => {
  const demo = demoVisits({ development: true, only: ['eip155', 'solana'] })

  async function opened() {
    const one = await demo.visit()
    await one.press(one.page.getByRole('link', { name: 'With devtools' }))
    const mark = one.page.getByTestId('devtools')
    await mark.click()
    const tab = (name: string) => one.page.getByRole('tab', { name, exact: true })
    const open = async (name: string) => {
      await tab(name).click()
      return one.page.getByRole('tabpanel', { name })
    }
    return { ...one, mark, tab, open }
  }
  async function connect({ page, press, choose, is, isClosed }: Awaited<ReturnType<typeof opened>>) {
    await press(page.getByTestId('connect-button'))
    await choose('Dev Ethereum')
    await is('eip155', 'connected')
    await isClosed()
  }
  const row = (panel: Locator, title: string | RegExp) =>
    panel.locator('details').filter({ hasText: title }).first()
  const text = (of: Locator) => poll(() => of.textContent(), { message: 'the panel shows its text' })
  const switched = (panel: Locator, group: string, label: string) =>
    panel.getByRole('group', { name: group }).getByLabel(label, { exact: false }).first()

  it("show states, events, wallet requests, and the nodes' traffic", async () => {
    const one = await opened()
    await connect(one)
    const state = await one.open('State')
    await row(state, 'account').locator('summary').click()
    await text(row(state, 'account').locator('pre')).toContain(
      demo.devnet.accounts.alice?.eip155?.address ?? '?',
    )
    const events = await one.open('Events')
    await row(events, 'session.established').waitFor()
    const wallets = await one.open('Wallets')
    await row(wallets, 'eth_requestAccounts').locator('summary').click()
    await text(row(wallets, 'eth_requestAccounts').locator('pre')).toContain('Dev Ethereum')
    const network = await one.open('Network')
    await row(network, 'eth_getBalance').locator('summary').click()
    await text(row(network, 'eth_getBalance').locator('pre')).toContain('http://127.0.0.1')
    await poll(() => one.wallets.prompts('ethereum'), { message: 'the wallet is asked' }).toBe(1)
  })

  it('make a wallet decline without a prompt until the fault is switched off', async () => {
    const one = await opened()
    const before = (await one.wallets.prompts('ethereum')) ?? 0
    const faults = await one.open('Faults')
    await switched(faults, 'Wallets', 'Rejecting').check()
    await text(one.mark).toContain('1 fault on')
    await one.press(one.page.getByTestId('connect-button'))
    await one.choose('Dev Ethereum')
    await one.modal().getByText('declined', { exact: false }).first().waitFor()
    expect(await one.wallets.prompts('ethereum')).toBe(before)
    await one.press(one.modal().getByTestId('header-close'))
    await one.isClosed()
    await faults.getByRole('button', { name: 'Turn all off' }).click()
    await text(one.mark).toBe('Latchkey')
    await connect(one)
    await poll(() => one.wallets.prompts('ethereum'), { message: 'the wallet is asked' }).toBe(before + 1)
  })

  it('make the nodes unreachable, even after a reload, until the fault is switched off', {
    tags: ['all'],
  }, async () => {
    const one = await opened()
    const faults = await one.open('Faults')
    await switched(faults, 'Nodes and services', 'Down').check()
    await connect(one)
    const network = await one.open('Network')
    await row(network, /eth_getBalance.*failed/).waitFor()
    await one.reload()
    await text(one.mark).toContain('1 fault on')
    await one.is('eip155', 'connected')
    await one.mark.click()
    await one.open('Faults')
    await one.page.getByRole('button', { name: 'Turn all off' }).click()
    await one.reload()
    // After a balance failed to load, the client waits half a minute before the next request.
    await expect
      .poll(() => one.card('eip155').textContent(), { message: 'the card of the family is shown' })
      .toMatch(/\d ETH/)
  })

  it('make the storage fail, and the page works without it', { tags: ['all'] }, async () => {
    const one = await opened()
    const faults = await one.open('Faults')
    await switched(faults, 'Storage', 'Refused').check()
    await one.reload()
    await connect(one)
    await one.reload()
    await one.is('eip155', 'disconnected')
  })

  it('show the requests to wallet-standard wallets', { tags: ['all'] }, async () => {
    const one = await opened()
    await one.press(one.page.getByTestId('connect-button'))
    await one.choose('Dev Solana')
    await one.is('solana', 'connected')
    await one.isClosed()
    const wallets = await one.open('Wallets')
    await row(wallets, 'standard:connect').locator('summary').click()
    await text(row(wallets, 'standard:connect').locator('pre')).toContain('Dev Solana')
  })

  it('can be used with only the keyboard', async () => {
    const { page, mark, tab } = await opened()
    const focused = (of: Locator) =>
      poll(() => of.evaluate((node) => node.matches(':focus')), { message: 'the focus moves' })
    await focused(tab('State')).toBe(true)
    await page.keyboard.press('ArrowRight')
    await poll(() => tab('Events').getAttribute('aria-selected'), {
      message: 'the tab Events has aria-selected true',
    }).toBe('true')
    await page.keyboard.press('End')
    await focused(tab('Faults')).toBe(true)
    await page.keyboard.press('Escape')
    await poll(() => mark.getAttribute('aria-expanded'), {
      message: 'the mark has aria-expanded false',
    }).toBe('false')
    await focused(mark).toBe(true)
    await page.keyboard.press('Enter')
    await focused(tab('State')).toBe(true)
  })

  it("open in a separate window that the open modal doesn't block", { tags: ['all'] }, async () => {
    const one = await opened()
    const [own] = await Promise.all([
      one.page.waitForEvent('popup'),
      one.page.getByRole('button', { name: 'Open in a window' }).click(),
    ])
    await one.press(one.page.getByTestId('connect-button'))
    await one.titled('Connect wallet')
    await own.getByRole('tab', { name: 'Faults' }).click()
    await own.getByRole('group', { name: 'Wallets' }).getByLabel('Rejecting').check()
    await one.choose('Dev Ethereum')
    await one.modal().getByText('declined', { exact: false }).first().waitFor()
    await own.getByRole('tab', { name: 'Wallets' }).click()
    await own.locator('details').filter({ hasText: 'eth_requestAccounts' }).first().waitFor()
    await own.close()
    await one.mark.waitFor()
    await text(one.mark).toContain('1 fault on')
  })

  it('have no accessibility faults in any panel', async () => {
    const one = await opened()
    await connect(one)
    for (const name of ['State', 'Events', 'Wallets', 'Network', 'Faults']) {
      const panel = await one.open(name)
      const first = panel.locator('details').first()
      if ((await first.count()) > 0) await first.locator('summary').click()
      await look(one.page, `devtools-${name.toLowerCase()}`)
    }
  })
})
