import { devWallets, injectedWallets } from 'latchkey/testing'

/** Opens the account page of a site that `servePages` serves, and connects a test wallet by clicks. */
export async function connectAccount(page, { origin }, { networks, accounts, data, zone }) {
  const wallet = injectedWallets([devWallets({ networks, accounts }).ethereum])
  await page.exposeFunction('devWallet', wallet.call)
  await page.addInitScript({ content: wallet.script({ kind: 'function', name: 'devWallet' }) })
  const world = JSON.stringify({ networks, data: data.url, zone })
  await page.addInitScript({ content: `globalThis.world = ${world}` })
  await page.goto(`${origin}/account.html`)
  await page.getByTestId('connect-button').click()
  await page.getByRole('button', { name: 'Dev Ethereum' }).first().click()
  await page.getByTestId('account-button').waitFor()
}
