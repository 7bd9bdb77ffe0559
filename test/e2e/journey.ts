import type { ChainNamespace } from 'latchkey'
import { expect } from 'vitest'
import { families, poll, type Visitor } from './visitor.ts'

const symbols: Readonly<Record<ChainNamespace, string>> = {
  eip155: 'ETH',
  solana: 'SOL',
  bip122: 'BTC',
  polkadot: 'UNIT',
  cosmos: 'ATOM',
}

/** A way to connect to a wallet. */
export interface Way {
  /** The family with which the journey starts. */
  readonly family: ChainNamespace
  /** The families that the wallet connects with the first click. The visitor connects the other families later. */
  readonly connects: readonly ChainNamespace[]
  connect(visitor: Visitor): Promise<void>
  /**
   * The names of the holders of the first account and of the account after the switch. The second name is `undefined`
   * if both accounts have the same holder.
   */
  readonly holders: readonly [string, string | undefined]
  /**
   * Where the visitor switches the account: in the modal if the wallet shows several accounts, otherwise in the wallet.
   */
  readonly switchesAccount: 'in the modal' | 'in the wallet'
  /** The name of the development wallet, for actions in the wallet. */
  readonly wallet?: string
  /** The family to which the visitor switches. `connectNext` connects this family if it isn't connected yet. */
  readonly next: ChainNamespace
  connectNext?(visitor: Visitor): Promise<void>
  /** Whether the visitor also signs a message and sends a payment on the page. */
  readonly signsAndSends?: boolean
}

/**
 * Walks through the whole journey of a visitor: connects, sees the balance, signs, sends, switches network, account and
 * family, reloads and finds the same state, and disconnects.
 */
export async function journey(visitor: Visitor, way: Way): Promise<void> {
  const { page, press, row, modal, card, is, isClosed, openAccount, networksOf, address, addressOf } = visitor
  const { family, connects, holders, switchesAccount, next } = way
  const [first, second] = networksOf(family)
  const network = () =>
    poll(() => card(family).locator('header').textContent(), { message: `the network of ${family} is shown` })
  const asked = async () =>
    Object.fromEntries((await visitor.wallets.states()).map(({ id, prompts }) => [id, prompts]))

  await way.connect(visitor)
  for (const each of connects) await is(each, 'connected')
  await isClosed()
  await poll(() => address(family), { message: 'the account is the chosen account' }).toBe(
    addressOf(holders[0], family),
  )
  await network().toContain(first?.name)

  await goTo(visitor, family)
  await openAccount()
  await poll(() => row('balance').textContent(), { message: 'the balance arrives' }).toMatch(
    new RegExp(`^[\\d,.]+ ${symbols[family]}$`),
  )

  if (way.signsAndSends) {
    await page.keyboard.press('Escape')
    await isClosed()
    const told = (text: string) =>
      poll(() => card(family).getByRole('status').textContent(), {
        message: `the card of ${family} says ${text}`,
      }).toContain(text)
    await press(card(family).getByRole('button', { name: 'Sign' }))
    await told('Signed')
    await press(card(family).getByRole('button', { name: 'Send' }))
    await told('Sent to erin')
    await openAccount()
  }

  await press(row('account-network'))
  await press(row(`network-switch-${second?.name}`))
  await network().toContain(second?.name)
  await is(family, 'connected')
  await poll(() => row('balance').textContent(), { message: 'the balance arrives' }).toMatch(
    new RegExp(`^[\\d,.]+ ${symbols[family]}$`),
  )

  const before = await address(family)
  if (switchesAccount === 'in the modal') {
    await press(row('account-switch-address'))
    const [, other] = holders
    await press(
      other
        ? row(`switch-address-${addressOf(other, family)}`)
        : modal().locator('[data-testid^=switch-address-]:not([aria-current])'),
    )
  } else {
    await page.keyboard.press('Escape')
    await isClosed()
    await press(page.getByRole('button', { name: `${holders[1]} in ${way.wallet}` }))
  }
  await poll(() => address(family), { message: 'the account changes' }).not.toBe(before)
  const switched = await address(family)
  if (holders[1]) expect(switched).toBe(addressOf(holders[1], family))
  await isClosed()

  await chooseNetwork(visitor, networksOf(next)[0]?.name ?? '')
  if (way.connectNext) {
    await press(row('switch-chain'))
    await way.connectNext(visitor)
  }
  await is(next, 'connected')
  await arrived(visitor, networksOf(next)[0]?.name ?? '')
  await is(family, 'connected')
  const prompts = await asked()
  await goTo(visitor, family)

  await visitor.reload()
  for (const each of new Set([...connects, next])) await is(each, 'connected')
  await poll(() => address(family), { message: 'the account is the chosen account' }).toBe(switched)
  await network().toContain(second?.name)
  expect(await asked(), 'no wallet prompts after a reload').toEqual(prompts)

  // When a family disconnects, another connected family becomes active.
  for (const each of new Set([family, next])) {
    if ((await card(each).getAttribute('data-status')) === 'disconnected') continue
    await goTo(visitor, each)
    await openAccount()
    await press(row('disconnect-button'))
    await is(each, 'disconnected')
    await isClosed()
  }
  await visitor.reload()
  for (const each of families) if (await card(each).count()) await is(each, 'disconnected')
}

/** Makes a family the active one. */
async function goTo(visitor: Visitor, family: ChainNamespace): Promise<void> {
  const names = visitor.networksOf(family).map(({ name }) => name)
  if (names.includes((await visitor.page.getByTestId('network-button').textContent()) ?? '')) return
  const header = (await visitor.card(family).locator('header').textContent()) ?? ''
  const name = names.find((one) => header.includes(one)) ?? ''
  await chooseNetwork(visitor, name)
  await arrived(visitor, name)
}

/**
 * Opens the list of networks and chooses one. A phone has no room for the network button, so the list opens from the
 * account view.
 */
async function chooseNetwork({ page, press, row, openAccount }: Visitor, name: string): Promise<void> {
  const button = page.getByTestId('network-button')
  if (await button.isVisible()) await press(button)
  else {
    await openAccount()
    await press(row('account-network'))
  }
  await press(row(`network-switch-${name}`))
}

async function arrived({ page, press, row, modal, isClosed }: Visitor, name: string): Promise<void> {
  await poll(() => page.getByTestId('network-button').textContent(), {
    message: 'the network button has the name',
  }).toBe(name)
  if (await page.getByTestId('network-button').isVisible()) return isClosed()
  // Closes the view to which the modal has returned.
  if (await modal().isVisible()) {
    await row('account-network').waitFor()
    await press(row('header-close'))
  }
  await isClosed()
}
