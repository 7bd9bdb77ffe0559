import jsQR from 'jsqr'
import type { Page, Route } from 'playwright-core'
import { PNG } from 'pngjs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { devZone } from '../../src/devnet/dev-zone.ts'
import { deployToken } from '../../src/devnet/nodes/erc20.ts'
import { dataClient } from '../support/data-service.ts'
import { loopback } from '../support/loopback.ts'
import { deployNfts } from '../support/nft-contracts.ts'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'
import { accountViews, look, seenViews } from './look.ts'
import { type Requests, requestsOf } from './requests.ts'
import { phone, poll, type Visitor } from './visitor.ts'

const wallets = { eip155: 'Dev Ethereum', solana: 'Dev Solana' } as const
type Family = keyof typeof wallets
/** Answers a request in place of the data service. The chain is real. */
type Failure = (route: Route) => unknown

describe.skipIf(!chromiumPath)('a visitor with an account', () => {
  const demo = demoVisits({ data: true, only: ['eip155', 'solana'] })

  /** Opens a page for a connected visitor, in the account view. */
  async function arrive(
    family: Family,
    {
      screen,
      wallet = wallets[family],
      holder,
      prepare,
    }: {
      readonly screen?: typeof phone
      readonly wallet?: string
      readonly holder?: string
      readonly prepare?: (page: Page) => Promise<void>
    } = {},
  ): Promise<Visitor> {
    const one = await demo.visit({ ...(screen && { screen }), prepare })
    if (holder) await one.wallets.command('multi', { holder })
    await one.press(one.card(family).getByRole('button', { name: 'Connect' }))
    await one.choose(wallet)
    await one.is(family, 'connected')
    await one.isClosed()
    await one.openAccount()
    return one
  }
  async function fill({ press, row }: Visitor, amount: string, receiver: string): Promise<void> {
    await press(row('wallet-features-send-button'))
    await row('send-token').waitFor()
    await row('send-amount').fill(amount)
    await row('send-receiver').fill(receiver)
  }
  async function preview({ press, row }: Visitor): Promise<void> {
    await poll(() => row('send-preview').isEnabled(), {
      message: 'the button for the review is enabled',
    }).toBe(true)
    await press(row('send-preview'))
    await row('review-fee').waitFor()
  }
  const whole = ({ row }: Visitor) =>
    row('whole-address').evaluate((address) => address.textContent?.replaceAll(/\s/g, ''))
  const sentRow = ({ modal }: Visitor) => modal().locator('[data-testid^=transaction-]').first()

  it('sends an NFT, even if other NFTs of the account are hostile', async () => {
    const svg = (inside: string) =>
      `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`)}`
    const script = '<script>parent.hacked = 1; hacked = 1</script><rect onload="parent.hacked = 1"/>'
    const answers: readonly string[] = [
      JSON.stringify({ name: 'Light', image: svg('<rect width="9" height="9" fill="teal"/>') }),
      JSON.stringify({ name: 'x'.repeat(10_000_000) }),
      '<!doctype html><script>parent.hacked = 1</script>',
      JSON.stringify({ name: 'Script', image: 'javascript:hacked=1' }),
      JSON.stringify({ name: '\u202eSVG\u200b', image: svg(script) }),
    ]
    const metadata = await loopback(({ path }, response) => {
      const answer = answers[Number(path.slice(1))]
      if (answer !== undefined) return void response.end(answer)
      // The body of this answer doesn't end.
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
    onTestFinished(() => metadata.close())
    const node = demo.devnet.nodes.find(({ network }) => network === 'eip155:31337')!
    const owner = demo.devnet.accounts.alice!.eip155!.address as `0x${string}`
    const nfts = await deployNfts(node.url, metadata.url)
    for (let id = 0; id < 6; id++) await nfts.mint(owner)

    const visitor = await arrive('eip155')
    const { page, press, row, addressOf } = visitor
    await press(row('tab-nfts'))
    await press(row('all-nfts'))
    const nameOf = (id: number) => row(`nft-${id}`).locator('.name').textContent()
    for (const [id, name] of [
      'Light',
      'Lighthouses #1',
      'Lighthouses #2',
      'Script',
      'SVG',
      'Lighthouses #5',
    ].entries())
      await poll(() => nameOf(id), { message: `the name of NFT ${id} is shown` }).toBe(name)
    const pictures = () =>
      Promise.all([0, 1, 2, 3, 4, 5].map((id) => row(`nft-${id}`).locator('img').count()))
    await poll(pictures, { message: 'only pictures are shown' }).toEqual([1, 0, 0, 0, 1, 0])
    await look(page, 'account-nfts', { own: true })
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)

    await press(row('nft-0'))
    await poll(() => row('nft-name').textContent(), { message: 'the NFT has its own view' }).toBe('Light')
    await look(page, 'account-nft')
    await press(row('nft-send'))
    await row('send-receiver').fill(`bob.${devZone}`)
    await preview(visitor)
    expect(await row('review-amount').textContent()).toBe('Light')
    await press(row('review-send'))
    await visitor.titled('Transaction sent')
    await poll(() => row('sent').getAttribute('data-status'), {
      message: 'the chain confirms the transaction',
    }).toBe('confirmed')
    expect(await row('sent-amount').textContent()).toBe('Light')
    expect(await nfts.ownerOf(0n)).toBe(addressOf('bob', 'eip155'))
    await press(row('sent-done'))
    await row('nft-5').waitFor()
    await poll(() => row('nft-0').count(), { message: 'the sent NFT is not listed' }).toBe(0)
    // Returns the NFTs, because other tests use the same account.
    for (let id = 1n; id < 6n; id++) await nfts.move(owner, addressOf('bob', 'eip155') as `0x${string}`, id)
  })

  it.each(['Ether', 'a token'] as const)(
    'sends %s to a name, and sees the confirmation and the new balance',
    async (what) => {
      const visitor = await arrive('eip155')
      const { page, press, row, addressOf } = visitor
      const token = demo.devnet.tokens.find(({ asset }) => asset.startsWith('eip155:'))!
      const symbol = what === 'Ether' ? 'ETH' : token.symbol
      const balanceOf = () => row(`token-${symbol}`).locator('.note').textContent()
      // The view shows only the first two tokens.
      const showAll = async () => {
        if (what !== 'Ether') await press(row('all-tokens'))
      }
      await showAll()
      await row(`token-${symbol}`).waitFor()
      await poll(() => row('total').textContent(), {
        message: 'the value of all tokens stands first',
      }).toMatch(/^\$[\d,]+\.\d\d$/)
      const before = await balanceOf()
      await look(page, 'account-tokens', { own: true })
      await press(row('wallet-features-send-button'))
      await row('send-token').waitFor()
      if (what !== 'Ether') {
        await press(row('send-token'))
        await row(`token-${symbol}`).waitFor()
        await look(page, 'select-token')
        await press(row(`token-${symbol}`))
      }
      await row('send-amount').fill('1.5')
      await row('send-receiver').fill(`bob.${devZone}`)
      await poll(() => whole(visitor), { message: 'the whole address is shown' }).toBe(
        addressOf('bob', 'eip155'),
      )
      await look(page, 'send')
      await preview(visitor)
      await poll(() => row('review-amount').textContent(), { message: 'the review amount is shown' }).toBe(
        `1.5 ${symbol}`,
      )
      await poll(() => visitor.modal().locator('.facts .name').textContent(), {
        message: 'the name of the recipient is shown',
      }).toBe(`bob.${devZone}`)
      await poll(() => whole(visitor), { message: 'the whole address is shown' }).toBe(
        addressOf('bob', 'eip155'),
      )
      await look(page, 'review-send')
      await press(row('review-send'))
      await visitor.titled('Transaction sent')
      await poll(() => row('sent').getAttribute('data-status'), {
        message: 'the chain confirms the transaction',
      }).toBe('confirmed')
      expect(await row('sent-amount').textContent()).toBe(`1.5 ${symbol}`)
      expect(await whole(visitor)).toBe(addressOf('bob', 'eip155'))
      await look(page, 'sent')
      await press(row('sent-done'))
      await row('tab-activity').waitFor()
      await press(row('tab-activity'))
      await poll(() => sentRow(visitor).textContent(), { message: 'the transaction is listed' }).toMatch(
        new RegExp(`Sent.*1\\.500 ${symbol}`),
      )
      await poll(() => sentRow(visitor).locator('time').count(), {
        message: 'the transaction is confirmed',
      }).toBe(1)
      await look(page, 'account-activity', { own: true })
      await poll(() => sentRow(visitor).getAttribute('href'), {
        message: 'the row of the transaction has its link',
      }).toMatch(/0x[0-9a-f]{64}$/)
      await press(row('all-activity'))
      await visitor.titled('Activity')
      await sentRow(visitor).waitFor()
      await visitor.modal().getByRole('heading', { name: 'Today' }).waitFor()
      await look(page, 'transactions')
      await press(row('header-back'))
      // The modal has returned to the account view.
      await poll(() => row('tab-activity').getAttribute('aria-selected'), {
        message: 'the activity tab has aria-selected true',
      }).toBe('true')
      await press(row('tab-tokens'))
      await showAll()
      await poll(balanceOf, { message: 'the balance changes' }).not.toBe(before)
    },
  )

  it('sees the whole row of a transaction, even if the symbol of the token is long', {
    tags: ['all'],
  }, async () => {
    const visitor = await arrive('eip155')
    const { page, press, row, titled, addressOf, networksOf } = visitor
    const url = networksOf('eip155')[0]!.rpcUrls.default.http[0]!
    const holders = [addressOf('alice', 'eip155') as `0x${string}`]
    const token = { name: 'Long', symbol: 'W'.repeat(32), decimals: 6, amountEach: 10n ** 20n, holders }
    await deployToken(url, token)
    await press(row('tab-activity'))
    await press(row('all-activity'))
    await titled('Activity')
    await poll(() => sentRow(visitor).textContent(), {
      message: 'the row of the transaction says WWW',
    }).toContain('WWW')
    await look(page, 'transactions-long')
  })

  it.each(['SOL', 'a token of Solana'] as const)('sends %s to an address', async (what) => {
    const visitor = await arrive('solana')
    const { press, row, addressOf } = visitor
    const token = demo.devnet.tokens.find(({ asset }) => asset.startsWith('solana:'))!
    const symbol = what === 'SOL' ? 'SOL' : token.symbol
    await press(row('wallet-features-send-button'))
    await row('send-token').waitFor()
    if (what !== 'SOL') {
      await press(row('send-token'))
      await press(row(`token-${symbol}`))
    }
    await row('send-amount').fill('0.25')
    await row('send-receiver').fill(addressOf('bob', 'solana'))
    await preview(visitor)
    await press(row('review-send'))
    await press(row('sent-done'))
    await press(row('tab-activity'))
    await poll(() => sentRow(visitor).textContent(), { message: 'the transaction is listed' }).toMatch(
      new RegExp(`Sent.*0\\.250 ${symbol}`),
    )
    await poll(() => sentRow(visitor).locator('time').count(), {
      message: 'the transaction is confirmed',
    }).toBe(1)
  })

  it.each(['eip155', 'solana'] as const)(
    'sees the address on %s as text and as a readable QR code, and can copy it',
    async (family) => {
      const visitor = await arrive(family)
      const { page, press, row, modal, addressOf, titled } = visitor
      await press(row('wallet-features-receive-button'))
      const code = modal().getByTestId('qr-code')
      await code.waitFor()
      const { data, width, height } = PNG.sync.read(await code.locator('..').screenshot())
      const address = addressOf('alice', family)
      const chain = demo.devnet.networks.find(({ chainNamespace }) => chainNamespace === family)!
      expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(
        family === 'eip155' ? `ethereum:${address}@${chain.id}` : `solana:${address}`,
      )
      await poll(() => whole(visitor), { message: 'the whole address is shown' }).toBe(address)
      await press(row('receive-copy'))
      await poll(() => page.evaluate(() => navigator.clipboard.readText()), {
        message: 'the clipboard has the address',
      }).toBe(address)
      await look(page, `receive-${family}`)
      await press(row('receive-networks'))
      await titled('Compatible networks')
      await look(page, `compatible-networks-${family}`)
    },
  )

  it('registers a name, and gets a payment to this name', async () => {
    // A name stays on the chain. So if the test is repeated, it needs another account without a name.
    const service = dataClient(demo.devnet.data!.url)
    const unnamed = async (holder: string) => {
      const address = demo.devnet.accounts[holder]!.eip155!.address
      return (await service.get(`/v1/profile/reverse/${address}`, { sender: address })).body.length === 0
    }
    const holder = (await unnamed('dave')) ? 'dave' : 'ivan'
    const one = await arrive('eip155', { wallet: 'Dev Multi', holder })
    const { page, press, row, modal } = one
    await press(row('account-choose-name'))
    await row('choose-name').waitFor()
    await look(page, 'choose-account-name')
    await press(row('choose-name'))
    await row('name-input').fill('bob!')
    await modal().getByText('Letters, digits and hyphens only').waitFor()
    // The name `alice` is taken.
    await row('name-input').fill('alice')
    await modal().getByText('Registered', { exact: true }).waitFor()
    expect(await row(`name-alice.${devZone}`).count(), 'a name that is taken is not suggested').toBe(0)
    await poll(() => row('name-submit').isDisabled(), {
      message: 'the button that submits is disabled',
    }).toBe(true)
    await look(page, 'register-account-name')
    const name = `${holder}-${Date.now().toString(36)}`
    await row('name-input').fill(name)
    await one.wallets.command('multi', { manner: 'reject' })
    await press(row('name-submit'))
    await modal().getByTestId('why-not').waitFor()
    await poll(() => row('name-input').inputValue(), { message: 'the name input has its value' }).toBe(name)
    await one.wallets.command('multi', { manner: 'approve' })
    await press(row('name-submit'))
    await modal().getByText(`Others can now send to ${name}.${devZone}.`).waitFor()
    await look(page, 'register-account-name-success')
    await press(row('name-go'))
    await poll(() => row('account-name').textContent(), { message: 'the account name is shown' }).toBe(
      `${name}.${devZone}`,
    )

    const alice = await arrive('eip155')
    await fill(alice, '0.01', `${name}.${devZone}`)
    await preview(alice)
    await poll(() => whole(alice), { message: 'the whole address is shown' }).toBe(
      alice.addressOf(holder, 'eip155'),
    )
    await alice.press(alice.row('review-send'))
    await alice.press(alice.row('sent-done'))
    await alice.press(alice.row('tab-activity'))
    await poll(() => sentRow(alice).textContent(), { message: 'the transaction is listed' }).toMatch(
      /Sent.*0\.010 ETH/,
    )
  })

  it('sees on a phone that nothing was sent, and can repeat the send right away', async () => {
    const visitor = await arrive('eip155', { screen: phone })
    const { press, row, modal, addressOf, titled, wallets: held } = visitor
    await fill(visitor, '0.1', addressOf('carol', 'eip155'))
    await preview(visitor)
    await held.command('ethereum', { manner: 'reject' })
    await press(row('review-send'))
    await poll(() => modal().getByTestId('why-not').textContent(), {
      message: 'the reason says Nothing was sent.',
    }).toContain('Nothing was sent.')
    await poll(() => row('review-send').isEnabled(), { message: 'the send can be repeated' }).toBe(true)
    expect(await modal().getByTestId('why-not').textContent()).toContain('Nothing was sent.')
    // The form keeps its values.
    await press(row('review-cancel'))
    await titled('Send')
    expect(await row('send-amount').inputValue()).toBe('0.1')
    expect(await row('send-receiver').inputValue()).toBe(addressOf('carol', 'eip155'))
    await preview(visitor)
    await held.command('ethereum', { manner: 'approve' })
    await press(row('review-send'))
    await titled('Transaction sent')
  })

  it('returns to the form when the wallet switches to another account', async () => {
    const visitor = await arrive('eip155')
    const { row, addressOf, titled, wallets: held } = visitor
    await fill(visitor, '0.1', addressOf('carol', 'eip155'))
    await preview(visitor)
    await held.command('ethereum', { holder: 'bob' })
    await titled('Send')
    expect(await row('send-amount').inputValue()).toBe('')
    expect(await row('send-receiver').inputValue()).toBe('')
  })

  describe.each<[string, Failure]>([
    ['is down', (route) => route.fulfill({ status: 503, body: '{}' })],
    [
      'answers with an HTML page',
      (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>Welcome' }),
    ],
    [
      'answers in another format',
      (route) => route.fulfill({ json: { balances: 'many', data: 7, names: null } }),
    ],
    ['never answers', () => {}],
  ])('with a data service that %s', (what, fail) => {
    it('sees only data from the node, and can receive and send', {
      tags: what === 'is down' ? [] : ['all'],
    }, async () => {
      const one = await demo.visit()
      const { page, row, press, addressOf, titled } = one
      const asked: string[] = []
      await page.route(`${demo.devnet.data!.url}/**`, (route) => {
        asked.push(route.request().url())
        return fail(route)
      })
      await press(one.card('eip155').getByRole('button', { name: 'Connect' }))
      await one.choose(wallets.eip155)
      await one.is('eip155', 'connected')
      await one.isClosed()
      await one.openAccount()
      await poll(() => row('balance').textContent(), { message: 'the balance arrives' }).toMatch(
        /^[\d,.]+ ETH$/,
      )
      expect(await row('balance').textContent()).not.toMatch(/^0\.000/)
      expect(asked.length).toBeGreaterThan(0)
      if (what !== 'never answers') {
        await row('tokens-again').waitFor()
        await press(row('tab-activity'))
        await row('try-again').waitFor()
      }
      await look(page, `account-service-${what.replaceAll(' ', '-')}`, { own: what === 'is down' })
      expect(await one.modal().getByTestId('total').count()).toBe(0)
      // Receiving and sending work without the service.
      await press(row('wallet-features-receive-button'))
      await one.modal().getByTestId('qr-code').waitFor()
      await press(row('header-back'))
      await fill(one, '0.01', addressOf('carol', 'eip155'))
      await preview(one)
      await press(row('review-send'))
      await press(row('sent-done'))
      await titled('Account')
      await row('tab-activity').waitFor()
      await press(row('tab-activity'))
      await poll(() => sentRow(one).textContent(), { message: 'the transaction is listed' }).toMatch(
        /Sent.*0\.010 ETH/,
      )
    })
  })

  it('causes no requests while idle', async () => {
    const asked: string[] = []
    let requests!: Requests
    const visitor = await arrive('eip155', {
      prepare(page) {
        requests = requestsOf(page)
        // Views that the visitor may open next are fetched once, when the browser is idle.
        page.on('request', (request) => request.resourceType() !== 'script' && asked.push(request.url()))
        return page.clock.install()
      },
    })
    const { page, row } = visitor
    await row('token-ETH').waitFor()
    const during = async () => {
      // A request that is open when the clock jumps would reach its time limit, and be sent again.
      await requests.answered()
      // From now on, only the test advances the clock.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
      // Waits until earlier requests, and the requests that follow from them, have their answers.
      await requests.answered()
      await page.evaluate(() => fetch('/'))
      await requests.answered()
      const before = asked.length
      await page.clock.runFor(10_000)
      // This request arrives after all requests that the clock has caused.
      await page.evaluate(() => fetch('/'))
      await requests.answered()
      await page.clock.resume()
      return asked.slice(before, -1)
    }
    // The open account view may read the balances once, which takes at most three requests.
    const open = await during()
    expect(open.length, open.join(' ')).toBeLessThanOrEqual(3)
    await page.keyboard.press('Escape')
    await visitor.isClosed()
    expect(await during()).toEqual([])
  })

  it('has seen every expected view at the end of these tests', () => {
    expect([...seenViews()]).toEqual(expect.arrayContaining([...accountViews]))
  })
})
