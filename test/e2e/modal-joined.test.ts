import { describe, expect, it } from 'vitest'
import { viewNames } from '../../src/ui-react/views/registry.ts'
import { chromiumPath } from './chromium.ts'
import { type HostVisitor, hostVisits } from './host-visits.ts'
import { look } from './look.ts'
import { requestsOf } from './requests.ts'
import { poll } from './visitor.ts'

describe.skipIf(!chromiumPath)("the modal in a host's page", () => {
  const { visit, walletOf, networksOf } = hostVisits()

  /** Connects an installed wallet of a family, with clicks. */
  async function connect(
    { page, press, is, isClosed }: HostVisitor,
    namespace: 'eip155' | 'solana',
    id: string,
  ) {
    await page.evaluate(
      (one) => (globalThis as unknown as { latchkey: { open(options: object): unknown } }).latchkey.open(one),
      { view: 'Connect', namespace },
    )
    const row = page.getByTestId('lk-card').getByTestId(`wallet-selector-${id}`)
    const other = page.getByTestId('lk-card').getByTestId('switch-chain')
    await row.or(other).first().waitFor()
    if (await other.isVisible()) await press('switch-chain')
    await press(`wallet-selector-${id}`)
    await is(namespace, 'alice')
    await isClosed()
  }
  const connectBoth = async (visitor: HostVisitor) => {
    await connect(visitor, 'eip155', 'dev.latchkey.ethereum')
    await connect(visitor, 'solana', 'Dev Solana')
  }
  /** Connects a wallet with the pairing uri of the QR code. */
  async function pair({ press, copied }: HostVisitor, wallet: Awaited<ReturnType<typeof walletOf>>) {
    await press('wallet-selector-walletconnect')
    await wallet.pair(await copied())
  }
  const goToSolana = async ({ onPage, press }: HostVisitor) => {
    await onPage('network-button')
    await press(`network-switch-${networksOf('solana')[0]?.name}`)
  }

  describe('on a desktop with one family connected over WalletConnect', () => {
    async function connectedOnEthereum(installed: readonly 'solana'[] = []): Promise<HostVisitor> {
      // Without a catalogue, the list has only the wallets that the page finds.
      const visitor = await visit({ installed, options: { includeWalletIds: ['none'] } })
      const wallet = await walletOf('dave', { onProposal: async () => ({ families: ['eip155'] }) })
      await visitor.pressButton()
      await pair(visitor, wallet)
      await visitor.is('eip155', 'dave')
      await visitor.is('solana', undefined)
      await visitor.isClosed()
      return visitor
    }

    it('offers the QR code for a second family if there is no other way', { tags: ['ci'] }, async () => {
      const visitor = await connectedOnEthereum()
      const { page, press, titled, rows, modal, is } = visitor
      await goToSolana(visitor)
      await titled('Switch chain')
      await press('switch-chain')
      await titled('Connect wallet')
      await poll(rows, { message: 'the list is complete' }).toEqual(['wallet-selector-walletconnect'])
      expect(await modal().textContent()).not.toContain('No wallet found')
      await poll(() => modal().getByTestId('wallet-selector-walletconnect').textContent(), {
        message: 'the wallet selector walletconnect is shown',
      }).toContain('Replaces dave’s wallet')
      await look(page, 'second-family')
      // The page requests all families from the wallet again, and the new session replaces the first.
      await pair(visitor, await walletOf('carol'))
      await is('solana', 'carol')
      await is('eip155', 'carol')
    })

    it('offers the installed wallets, and the QR code in the list of all wallets', async () => {
      const visitor = await connectedOnEthereum(['solana'])
      const { press, titled, rows, modal } = visitor
      await goToSolana(visitor)
      await press('switch-chain')
      await titled('Connect wallet')
      await poll(rows, { message: 'the list is complete' }).toEqual([
        'wallet-selector-Dev Solana',
        'all-wallets',
      ])
      await press('all-wallets')
      await press('wallet-selector-walletconnect')
      await modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
    })
  })

  it('connects with a button that then shows the account and its balance', {
    tags: ['ci'],
  }, async () => {
    const visitor = await visit({ installed: ['ethereum'] })
    const { page, button, pressButton, press, titled, is, isClosed, modal } = visitor
    await poll(() => button().textContent(), { message: 'the button says Connect wallet' }).toBe(
      'Connect wallet',
    )
    await look(page, 'latchkey-button-connect')
    await pressButton()
    await titled('Connect wallet')
    await press('wallet-selector-dev.latchkey.ethereum')
    await is('eip155', 'alice')
    await isClosed()
    await poll(() => button().textContent(), { message: 'the button is shown' }).toMatch(
      /^[\d,]+\.\d{3} ETH0xf3\.\.\.b92266$/,
    )
    await pressButton()
    await titled('Account')
    await poll(() => modal().getByTestId('balance').textContent(), {
      message: 'the balance arrives',
    }).toMatch(/^[\d,]+\.\d{3} ETH$/)
    await press('disconnect-button')
    await is('eip155', undefined)
    await isClosed()
    await poll(() => button().textContent(), { message: 'the button says Connect wallet' }).toBe(
      'Connect wallet',
    )
  })

  it('opens the account view with the connect button after a connection', { tags: ['all'] }, async () => {
    const visitor = await visit({ installed: ['ethereum'] })
    await connect(visitor, 'eip155', 'dev.latchkey.ethereum')
    const { page, onPage, titled } = visitor
    await poll(() => page.getByTestId('each-button').getByTestId('connect-button').textContent(), {
      message: 'the connect button is shown',
    }).toBe('Connected')
    await onPage('connect-button')
    await titled('Account')
    await poll(() => page.getByTestId('each-button').getByTestId('connect-button').textContent(), {
      message: 'the connect button is shown',
    }).toBe('Connected')
  })

  it('has a single button that switches back from a network that the host does not use', async () => {
    const visitor = await visit({ installed: ['ethereum'], options: { enableNetworkSwitch: false } })
    await connect(visitor, 'eip155', 'dev.latchkey.ethereum')
    const { page, wallets, button, pressButton, titled } = visitor
    await look(page, 'latchkey-button-account', { own: true })
    wallets.ethereum.eip155?.wallet.switchTo(1)
    await poll(() => button().textContent(), { message: 'the button says Switch network' }).toBe(
      'Switch network',
    )
    await look(page, 'latchkey-button-unsupported', { own: true })
    await pressButton()
    await titled('Switch network')
  })

  it('explains an error in the modal, without a link to another host', async () => {
    const visitor = await visit({ installed: ['ethereum'] })
    const { page, wallets, pressButton, press, modal, links } = visitor
    wallets.ethereum.eip155?.wallet.script.next('eth_requestAccounts', 'pending')
    await pressButton()
    await press('wallet-selector-dev.latchkey.ethereum')
    await modal().getByText('wallet/request-pending').waitFor()
    await press('what-is-this')
    await modal().getByTestId('error-explanation').waitFor()
    await poll(() => modal().getByTestId('error-explanation').textContent(), {
      message: 'the error explanation is shown',
    }).toMatch(/\w+ .*\./)
    await look(page, 'error-explained', { own: true })
    expect(await modal().locator('a').count()).toBe(0)
    expect(await links()).toEqual([])
  })

  it("marks and disables the networks that the wallet didn't approve", async () => {
    const visitor = await visit()
    const { page, pressButton, onPage, press, modal, is, isClosed } = visitor
    const [first, second] = networksOf('eip155')
    const wallet = await walletOf('dave', {
      // The session has no method to switch, so the page can't ask the wallet to switch.
      onProposal: async () => ({ networks: [first!.caipNetworkId], methods: ['personal_sign'] }),
    })
    await pressButton()
    await pair(visitor, wallet)
    await is('eip155', 'dave')
    await isClosed()
    await onPage('network-button')
    const row = modal().getByTestId(`network-switch-${second!.name}`)
    await poll(() => row.textContent(), { message: 'the row says Not approved by the wallet' }).toContain(
      'Not approved by the wallet',
    )
    await poll(() => row.isDisabled(), { message: 'the row is disabled' }).toBe(true)
    await look(page, 'networks-not-approved', { own: true })
    await row.click({ force: true })
    await press('header-close')
    await isClosed()
    await poll(() => page.getByTestId('each-button').getByTestId('network-button').textContent(), {
      message: 'the network button has the name',
    }).toBe(first!.name)
  })

  it('shows that it prepares the connection until it has a link to the wallet', async () => {
    const visitor = await visit({
      options: { customWallets: [{ id: 'lantern', name: 'Lantern', desktop_link: 'lantern://' }] },
      silentRelay: true,
    })
    const { page, pressButton, press, modal } = visitor
    await pressButton()
    await press('wallet-selector-custom-lantern')
    await modal().getByText('Preparing the connection').waitFor()
    await poll(() => modal().getByRole('button', { name: 'Open Lantern' }).isDisabled(), {
      message: 'the button is disabled',
    }).toBe(true)
    await look(page, 'preparing', { own: true })
  })

  /** Opens a page for a visitor who taps while offline, so that the modal's code can't load. */
  async function tappedOffline() {
    // With Save-Data, the page prefetches nothing before the tap.
    const before = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    const visitor = await visit({ installed: ['ethereum'], before })
    const { page, pressButton } = visitor
    const notice = () => page.getByRole('alert').filter({ hasText: "Couldn't load" })
    await page.context().setOffline(true)
    await pressButton()
    await notice().waitFor()
    /** Goes online, and waits. The browser takes a moment: until then, a tap shows the same error again. */
    async function comeBack() {
      await page.context().setOffline(false)
      await poll(
        () =>
          page.evaluate(() =>
            fetch('/').then(
              ({ ok }) => ok,
              () => false,
            ),
          ),
        { message: 'the browser is online again' },
      ).toBe(true)
    }
    return { ...visitor, notice, comeBack }
  }

  it('reports that its code could not be loaded, and opens at the next tap', async () => {
    const { page, modal, pressButton, titled, notice, comeBack } = await tappedOffline()
    expect(await modal().count()).toBe(0)
    await look(page, 'modal-not-loaded', { own: true })
    await comeBack()
    await pressButton()
    await titled('Connect wallet')
    expect(await notice().count()).toBe(0)
  })

  it('opens at the next tap if a prefetch has loaded its code since the failure', async () => {
    const { page, pressButton, titled, notice, comeBack } = await tappedOffline()
    await comeBack()
    await page.mouse.move(0, 0)
    const requests = requestsOf(page)
    await page.getByTestId('connect-button').first().hover()
    await poll(() => requests.count, { message: 'the missing code is requested' }).toBeGreaterThan(0)
    await requests.answered()
    await pressButton()
    await titled('Connect wallet')
    expect(await notice().count()).toBe(0)
  })

  it('loads no code between the click and the list, and no code of WalletConnect before its row is used', async () => {
    const { page, pressButton, modal } = await visit({ installed: ['ethereum'] })
    const scripts = () =>
      page.evaluate(() => {
        const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        const code = all.filter(({ name }) => name.endsWith('.js'))
        return code.map(({ name, startTime: at, decodedBodySize: bytes }) => ({ name, at, bytes }))
      })
    const requests = requestsOf(page)
    const asked = async (name: RegExp) => (await scripts()).some((one) => name.test(one.name))
    await poll(() => asked(/shell-/), { message: 'the modal is prefetched' }).toBe(true)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      const list = () =>
        document.querySelector('[data-testid=lk-host]')?.shadowRoot?.querySelector('.list .row')
      addEventListener(
        'click',
        ({ timeStamp: clicked }) => {
          const follow = () => {
            if (list())
              requestAnimationFrame((painted) => Object.assign(globalThis, { paint: { clicked, painted } }))
            else requestAnimationFrame(follow)
          }
          requestAnimationFrame(follow)
        },
        { capture: true, once: true },
      )
    })
    await pressButton()
    await poll(() => asked(/connecting-multi-chain-/), { message: 'the next views are prefetched' }).toBe(
      true,
    )
    await requests.answered()
    const paint = await page.evaluate(
      () => (globalThis as unknown as { paint: { clicked: number; painted: number } }).paint,
    )
    const after = (await scripts()).filter(({ at }) => at > paint.clicked)
    expect(after.filter(({ at }) => at < paint.painted)).toEqual([])
    // The file of WalletConnect's library is by far the largest.
    const large = ({ bytes }: { readonly bytes: number }) => bytes > 200_000
    expect(after.filter(large)).toEqual([])
    await modal().getByTestId('wallet-selector-walletconnect').hover()
    await poll(async () => (await scripts()).filter(({ at }) => at > paint.clicked).some(large), {
      message: 'the library loads when the mouse is over its row',
    }).toBe(true)
  })

  it('names all families of a session before it disconnects them', async () => {
    const visitor = await visit()
    const { page, pressButton, press, is, isClosed, modal } = visitor
    const wallet = await walletOf('dave')
    await pressButton()
    await pair(visitor, wallet)
    await is('eip155', 'dave')
    await is('solana', 'dave')
    await isClosed()
    await pressButton()
    await poll(() => modal().getByTestId('disconnect-button').textContent(), {
      message: 'the disconnect button says Also disconnects Solana',
    }).toContain('Also disconnects Solana')
    await look(page, 'disconnect-shared', { own: true })
    await press('disconnect-button')
    await is('eip155', undefined)
    await is('solana', undefined)
    await poll(() => wallet.sessions.length, { message: 'the wallet is asked' }).toBe(0)
  })

  it('disconnects only one family if each family has its own wallet', async () => {
    const visitor = await visit({ installed: ['ethereum', 'solana'] })
    await connectBoth(visitor)
    const { press, pressButton, is, modal } = visitor
    await pressButton()
    await poll(() => modal().getByTestId('disconnect-button').textContent(), {
      message: 'the disconnect button says Disconnect',
    }).toBe('Disconnect')
    await press('disconnect-button')
    await is('solana', undefined)
    await is('eip155', 'alice')
  })

  it('disconnects all families with "disconnect all"', { tags: ['all'] }, async () => {
    const visitor = await visit({ installed: ['ethereum', 'solana'] })
    await connectBoth(visitor)
    const { page, press, pressButton, is, titled } = visitor
    await pressButton()
    await press('account-switch-address')
    await titled('Your accounts')
    await look(page, 'profile-disconnect-all', { own: true })
    await press('disconnect-all-button')
    await is('solana', undefined)
    await is('eip155', undefined)
    await visitor.comeBack()
    await is('eip155', undefined)
  })

  it('has no rows for views that are unavailable', async () => {
    const visitor = await visit({ installed: ['ethereum', 'solana'] })
    await connectBoth(visitor)
    const { page, modal, press, pressButton, titled } = visitor
    const shown = () => modal().locator('[data-view]').getAttribute('data-view')
    const rows = () =>
      modal()
        .locator('.list > button')
        .evaluateAll((all) => all.map((one) => one.dataset.testid))
    await pressButton()
    await titled('Account')
    // The rows for send, swap, buy, receive and activity are hidden until they can be used.
    await poll(rows, { message: 'the list is complete' }).toEqual([
      'account-network',
      'account-switch-address',
      'disconnect-button',
    ])
    for (const [row, view] of [
      ['account-network', 'Networks'],
      ['account-switch-address', 'Profile'],
    ] as const) {
      await press(row)
      await poll(shown, { message: 'the modal shows the view' }).toBe(view)
      expect(viewNames).toContain(view)
      await press('header-back')
      await poll(shown, { message: 'the modal shows the view' }).toBe('Account')
    }
    const refused = await page.evaluate(() =>
      (globalThis as unknown as { latchkey: { open(options: object): Promise<void> } }).latchkey
        .open({ view: 'Swap' })
        .catch(({ code }: { code: string }) => code),
    )
    expect(refused).toBe('config/endpoint-off')
  })

  describe('the theme', () => {
    const isDark = ({ modal, button }: HostVisitor) =>
      Promise.all(
        [modal(), button()].map((part) =>
          part.evaluate((one) => {
            const canvas = document.createElement('canvas').getContext('2d')!
            canvas.fillStyle = getComputedStyle(one).backgroundColor
            canvas.fillRect(0, 0, 1, 1)
            const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
            return red + green + blue < 384
          }),
        ),
      )

    it("is dark by default, even if the visitor's system uses light mode", async () => {
      const visitor = await visit({ installed: ['ethereum'] })
      await connect(visitor, 'eip155', 'dev.latchkey.ethereum')
      await visitor.pressButton()
      for (const colorScheme of ['light', 'dark'] as const) {
        await visitor.page.emulateMedia({ colorScheme })
        await poll(() => isDark(visitor), { message: 'the page and the modal are dark' }).toEqual([
          true,
          true,
        ])
      }
    })

    it("follows the visitor's system if the host chooses this", {
      tags: ['all'],
    }, async () => {
      const visitor = await visit({ installed: ['ethereum'], options: { themeMode: 'system' } })
      await connect(visitor, 'eip155', 'dev.latchkey.ethereum')
      await visitor.pressButton()
      await visitor.titled('Account')
      for (const colorScheme of ['light', 'dark', 'light'] as const) {
        await visitor.page.emulateMedia({ colorScheme })
        await poll(() => isDark(visitor), { message: colorScheme }).toEqual(
          colorScheme === 'dark' ? [true, true] : [false, false],
        )
      }
    })
  })
})
