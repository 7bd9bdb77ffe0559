import type { ChainNamespace } from 'latchkey'
import { describe, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'
import { journey, type Way } from './journey.ts'
import { phone, poll } from './visitor.ts'

/** A wallet that the demo's server injects into the page. */
const injected = (
  family: ChainNamespace,
  name: string,
  switchesAccount: Way['switchesAccount'],
  next: ChainNamespace,
  nextName: string,
): Way => ({
  family,
  connects: [family],
  holders: ['alice', family === 'bip122' ? undefined : 'bob'],
  switchesAccount,
  wallet: name,
  next,
  async connect({ card, press, choose }) {
    await press(card(family).getByRole('button', { name: 'Connect' }))
    await choose(name)
  },
  connectNext: ({ choose }) => choose(nextName),
  signsAndSends: true,
})

const ways: readonly Way[] = [
  injected('eip155', 'Dev Ethereum', 'in the modal', 'solana', 'Dev Solana'),
  injected('solana', 'Dev Solana', 'in the wallet', 'polkadot', 'dev-polkadot'),
  injected('bip122', 'Dev Bitcoin', 'in the modal', 'eip155', 'Dev Ethereum'),
  injected('polkadot', 'dev-polkadot', 'in the modal', 'eip155', 'Dev Ethereum'),
  injected('cosmos', 'Keplr', 'in the wallet', 'eip155', 'Dev Ethereum'),
]

describe.skipIf(!chromiumPath)("a visitor's journey with", () => {
  const demo = demoVisits()
  const { visit } = demo

  for (const way of ways)
    it(`an injected wallet of ${way.family}`, async ({ skip }) => {
      skip(!demo.present().includes(way.family), `no node of ${way.family}`)
      await journey(await visit(), way)
    })

  it('a wallet of several families', { tags: ['all'] }, async () => {
    await journey(await visit(), {
      family: 'eip155',
      connects: ['eip155'],
      holders: ['carol', 'dave'],
      switchesAccount: 'in the modal',
      wallet: 'Dev Multi',
      next: 'solana',
      async connect({ page, press, choose, row, titled }) {
        await press(page.getByTestId('connect-button'))
        await choose('Dev Multi')
        await titled('Select chain')
        await press(row('list-chain-eip155'))
      },
      connectNext: ({ choose }) => choose('Dev Multi'),
    })
  })

  it('WalletConnect by QR code', async () => {
    const other = await visit()
    await journey(await visit(), {
      family: 'eip155',
      connects: demo.present(),
      holders: ['dave', 'carol'],
      switchesAccount: 'in the modal',
      next: 'solana',
      async connect(one) {
        await one.press(one.page.getByTestId('connect-button'))
        await one.press(one.row('wallet-selector-walletconnect'))
        await one.modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
        await one.carryOver(other.page)
      },
    })
    await poll(() => other.page.getByTestId('headless-sessions').textContent(), {
      message: 'the headless sessions says No session',
    }).toContain('No session')
  })

  it('WalletConnect on a phone, by the link of a wallet', { tags: ['ci'] }, async () => {
    const one = await visit({ screen: phone })
    await journey(one, {
      family: 'eip155',
      connects: demo.present(),
      holders: ['dave', 'carol'],
      switchesAccount: 'in the modal',
      next: 'solana',
      async connect({ page, press, row }) {
        await press(page.getByTestId('connect-button'))
        await press(row('wallet-selector-custom-headless'))
      },
    })
  })

  it('WalletConnect on a phone, by QR code', { tags: ['all'] }, async () => {
    const other = await visit()
    const { page, press, row, modal, carryOver, is, address, addressOf } = await visit({ screen: phone })
    await press(page.getByTestId('connect-button'))
    await press(row('all-wallets'))
    await press(row('wallet-selector-walletconnect'))
    await modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
    await carryOver(other.page)
    for (const family of demo.present()) {
      await is(family, 'connected')
      await poll(() => address(family), { message: 'the account is the chosen account' }).toBe(
        addressOf('dave', family),
      )
    }
  })
})
