import { describe, expect, it } from 'vitest'
import { exchangeReader, poolGives } from '../support/swap-world.ts'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'
import { look, seenViews, swapViews } from './look.ts'
import { phone, poll, type Visitor } from './visitor.ts'

const ether = 10n ** 18n

describe.skipIf(!chromiumPath)('a visitor who swaps', { timeout: 180_000 }, () => {
  const demo = demoVisits({ data: true, exchange: true, only: ['eip155', 'solana'] })

  /** Opens a page for a connected visitor, in the account view, with the balances of the chain. */
  async function arrive(screen?: typeof phone) {
    const one = await demo.visit(screen && { screen })
    await one.press(one.card('eip155').getByRole('button', { name: 'Connect' }))
    await one.choose('Dev Ethereum')
    await one.is('eip155', 'connected')
    await one.isClosed()
    await one.openAccount()
    const owner = one.addressOf('alice', 'eip155')
    return { ...one, reader: exchangeReader(demo.devnet, owner) }
  }
  async function choose({ press, row }: Visitor, side: 'sourceToken' | 'toToken', symbol: string) {
    await press(row(`swap-pick-${side}`))
    await press(row(`swap-token-${symbol}`))
    await poll(() => row(`swap-pick-${side}`).textContent(), { message: 'the swap pick is shown' }).toContain(
      symbol,
    )
  }
  const got = ({ row }: Visitor) => row('swap-input-toToken').textContent()
  const prompts = async ({ wallets }: Visitor) => (await wallets.prompts('ethereum')) ?? 0
  /** Formats an amount as the modal does: cut off after 6 decimals. */
  const shown = (value: bigint, decimals: number) => {
    const digits = value.toString().padStart(decimals + 1, '0')
    const fraction = digits.slice(-decimals).slice(0, 6).replace(/0+$/, '')
    const whole = Number(digits.slice(0, -decimals)).toLocaleString('en')
    return fraction ? `${whole}.${fraction}` : whole
  }

  it("swaps Ether for a token and back, at the rate of the pool's reserves", async () => {
    const visitor = await arrive()
    const { page, press, row, titled, reader } = visitor
    await look(page, 'account-with-swap')
    await press(row('wallet-features-swaps-button'))
    await titled('Swap')
    await poll(() => row('swap-pick-sourceToken').textContent(), {
      message: 'the swap pick source token says ETH',
    }).toContain('ETH')
    await look(page, 'swap-empty')
    await press(row('swap-pick-toToken'))
    await titled('Select token')
    await row('swap-token-tUSD').waitFor()
    await look(page, 'swap-select-token')
    await press(row('swap-token-tUSD'))
    await poll(() => row('swap-action-button').textContent(), {
      message: 'the swap action button says Enter amount',
    }).toBe('Enter amount')

    const pool = await reader.reserves('tUSD')
    const expected = poolGives(2n * ether, pool.coin, pool.token)
    await row('swap-input-sourceToken').fill('2')
    await poll(() => got(visitor), { message: 'the amount to receive is right' }).toBe(shown(expected, 6))
    await press(row('swap-details'))
    await poll(() => row('swap-minimum').textContent(), { message: 'the swap minimum is shown' }).toBe(
      `${shown((expected * 99n) / 100n, 6)} tUSD`,
    )
    await poll(() => row('swap-route').textContent(), { message: 'the swap route says ETH → tUSD' }).toBe(
      'ETH → tUSD',
    )
    await look(page, 'swap')

    const before = await reader.balance('tUSD')
    await press(row('swap-action-button'))
    await titled('Review swap')
    await poll(() => row('swap-confirm').isEnabled(), {
      message: 'the button that confirms is enabled',
    }).toBe(true)
    await poll(() => row('swap-gives').textContent(), { message: 'the swap gives says 2 ETH' }).toBe('2 ETH')
    await poll(() => row('swap-gets').textContent(), { message: 'the swap gets is shown' }).toBe(
      `${shown(expected, 6)} tUSD`,
    )
    await look(page, 'swap-preview')
    const asked = await prompts(visitor)
    await visitor.wallets.command('ethereum', { manner: 'reject' })
    await press(row('swap-confirm'))
    await poll(() => row('why-not').textContent(), {
      message: 'the modal says that nothing was swapped',
    }).toContain('Nothing was swapped.')
    await visitor.wallets.command('ethereum', { manner: 'approve' })
    await poll(() => row('swap-confirm').isEnabled(), {
      message: 'one click asks the wallet again',
    }).toBe(true)
    await poll(() => row('swap-confirm').textContent(), { message: 'the button says Try again' }).toBe(
      'Try again',
    )
    await row('swap-confirm').dblclick()
    await row('swap-confirmed').waitFor()
    const gained = (await reader.balance('tUSD')) - before
    expect(gained).toBe(expected)
    await poll(() => row('swap-received').textContent(), { message: 'the swap received is shown' }).toBe(
      `You received ${shown(gained, 6)} tUSD.`,
    )
    expect((await prompts(visitor)) - asked).toBe(2)
    await titled('Swapped')
    await look(page, 'swap-done', { own: true })

    // Exchanges the two tokens in the form, and swaps back.
    await press(row('swap-another'))
    await titled('Swap')
    await choose(visitor, 'toToken', 'tUSD')
    await press(row('swap-turn'))
    await poll(() => row('swap-pick-sourceToken').textContent(), {
      message: 'the swap pick source token says tUSD',
    }).toContain('tUSD')
    const now = await reader.reserves('tUSD')
    const back = poolGives(1_000_000_000n, now.token, now.coin)
    await row('swap-input-sourceToken').fill('1000')
    await poll(() => got(visitor), { message: 'the amount to receive is right' }).toBe(shown(back, 18))
    await press(row('swap-action-button'))
    await poll(() => row('swap-confirm').textContent(), {
      message: 'the button that confirms says Approve',
    }).toBe('Approve')
    await look(page, 'swap-approve', { own: true })
    await press(row('swap-confirm'))
    await poll(() => row('swap-confirm').textContent(), {
      message: 'the button that confirms says Swap',
    }).toBe('Swap')
    await poll(() => row('swap-confirm').isEnabled(), {
      message: 'the button that confirms is enabled',
    }).toBe(true)
    await poll(() => reader.allowance('tUSD'), { message: 'the allowance is set' }).toBe(1_000_000_000n)
    await press(row('swap-confirm'))
    await row('swap-confirmed').waitFor()
    await poll(() => row('swap-received').textContent(), { message: 'the swap received is shown' }).toBe(
      `You received ${shown(back, 18)} ETH.`,
    )
    await poll(() => reader.allowance('tUSD'), { message: 'the allowance is used up' }).toBe(0n)
    expect((await prompts(visitor)) - asked).toBe(4)
    await press(row('swap-done'))
    await titled('Account')
    await press(row('tab-activity'))
    await row('tab-activity').waitFor()
  })

  it('cancels a swap after the approval, and revokes the approval', async () => {
    const visitor = await arrive()
    const { page, press, row, titled, reader } = visitor
    await press(row('wallet-features-swaps-button'))
    await choose(visitor, 'sourceToken', 'LKT')
    await choose(visitor, 'toToken', 'ETH')
    await row('swap-input-sourceToken').fill('3.5')
    await press(row('swap-action-button'))
    await poll(() => row('swap-confirm').textContent(), {
      message: 'the button that confirms says Approve',
    }).toBe('Approve')
    await press(row('swap-confirm'))
    await poll(() => row('swap-confirm').textContent(), {
      message: 'the button that confirms says Swap',
    }).toBe('Swap')
    await press(row('swap-cancel'))
    await titled('Swap')
    await row('open-approval').waitFor()
    await poll(() => reader.allowance('LKT'), { message: 'the allowance is set' }).toBe((35n * ether) / 10n)
    await look(page, 'swap-given-up', { own: true })
    await press(row('approval-revoke'))
    await poll(() => row('open-approval').count(), { message: 'the open approval is not shown' }).toBe(0)
    await poll(() => reader.allowance('LKT'), { message: 'the allowance is revoked' }).toBe(0n)
  })

  it('sees why there is no quote, and that the balance is too low', async () => {
    const visitor = await arrive(phone)
    const { page, press, row } = visitor
    await press(row('wallet-features-swaps-button'))
    await choose(visitor, 'toToken', 'tUSD')
    await row('swap-input-sourceToken').fill('1.0000000000000000001')
    await poll(() => row('swap-action-button').textContent(), {
      message: 'the swap action button says Enter amount',
    }).toBe('Enter amount')
    await row('swap-input-sourceToken').fill('99999999')
    await poll(() => row('swap-action-button').textContent(), {
      message: 'the swap action button says Insufficient balance',
    }).toBe('Insufficient balance')
    await page.route(`${demo.devnet.data!.url}/v1/convert/quotes*`, (route) =>
      route.fulfill({ json: { quotes: [] } }),
    )
    await row('swap-input-sourceToken').fill('1')
    await row('why-not').waitFor()
    await look(page, 'swap-no-quote', { own: true })
    await page.unroute(`${demo.devnet.data!.url}/v1/convert/quotes*`)
    await press(row('swap-again'))
    await poll(() => got(visitor), { message: 'the amount to receive is right' }).toMatch(/^2,\d{3}/)
  })

  it('stays in the swap view after a switch to a network with swaps', async () => {
    const visitor = await arrive()
    const { page, press, row, titled, networksOf } = visitor
    const [here, there] = networksOf('eip155')
    await page.route(`${demo.devnet.data!.url}/v1/convert/tokens*`, (route) =>
      new URL(route.request().url()).searchParams.get('chainId') === here!.caipNetworkId
        ? route.fulfill({ json: { tokens: [] } })
        : route.continue(),
    )
    await press(row('wallet-features-swaps-button'))
    await titled('Switch network')
    await row(`network-switch-${there!.name}`).waitFor()
    await look(page, 'swap-elsewhere', { own: true })
    await press(row(`network-switch-${there!.name}`))
    await titled('Swap')
    await poll(() => row('swap-pick-sourceToken').textContent(), {
      message: 'the swap pick source token says ETH',
    }).toContain('ETH')
  })

  it('starts with the tokens that the host sets', async () => {
    const { page, row, press } = await arrive()
    const open = (preset: object) =>
      page.evaluate(
        (args) =>
          (globalThis as unknown as { latchkey: { open(options: object): Promise<void> } }).latchkey.open({
            view: 'Swap',
            arguments: args,
          }),
        preset,
      )
    await press(row('header-close'))
    await open({ fromToken: 'tusd', toToken: 'LKT', amount: '12.5' })
    await poll(() => row('swap-pick-toToken').textContent(), {
      message: 'the swap pick to token says LKT',
    }).toContain('LKT')
    await poll(() => row('swap-input-sourceToken').inputValue(), {
      message: 'the swap input source token has its value',
    }).toBe('12.5')
    await poll(() => row('swap-input-toToken').textContent(), {
      message: 'the swap input to token is shown',
    }).toMatch(/^49\./)
    await press(row('header-close'))
    await open({ fromToken: 'LKT', toToken: 'ETH', amount: '3' })
    await poll(() => row('swap-pick-toToken').textContent(), {
      message: 'the swap pick to token says ETH',
    }).toContain('ETH')
    await poll(() => row('swap-input-sourceToken').inputValue(), {
      message: 'the swap input source token has the new value',
    }).toBe('3')
  })

  it('has seen every expected view at the end of these tests', () => {
    expect([...seenViews()]).toEqual(expect.arrayContaining([...swapViews]))
  })
})
