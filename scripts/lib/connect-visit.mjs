// Opens a benchmark's page, taps the button and a wallet, and counts the files of Latchkey that the page fetches.

/** A wallet that announces itself like an extension, and connects at once. */
const extension = `{
  const account = '0x' + '11'.repeat(20)
  const answers = { eth_requestAccounts: [account], eth_accounts: [account], eth_chainId: '0x1' }
  const provider = {
    async request({ method }) {
      if (method in answers) return answers[method]
      throw Object.assign(new Error('not supported'), { code: 4200 })
    },
    on() {},
    removeListener() {},
  }
  const icon = 'data:image/svg+xml;base64,' + btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const info = { uuid: '7c1ff2a4-0c1d-4c0e-9d3c-6f6f1a0b2c3d', name: 'Extension', icon, rdns: 'org.example.extension' }
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}`

/**
 * Returns the paths of our files that `app.html` fetches: at load, until the list is shown, and until the page is connected and idle. Before the tap,
 * the page never becomes idle. Only the first `filesOfList` files arrive before the list is shown. So if the list needs more files, it never appears.
 */
export async function connectVisit(browser, { origin, isOurs }, { filesOfList }) {
  const context = await browser.newContext({ hasTouch: true, isMobile: true })
  try {
    const page = await context.newPage()
    await page.addInitScript({ content: extension })
    await page.addInitScript('globalThis.requestIdleCallback = () => 0')
    const asked = []
    const held = []
    let most = Number.POSITIVE_INFINITY
    await page.route(/\.js$/, (route) => {
      const { pathname } = new URL(route.request().url())
      if (!isOurs(pathname)) return route.continue()
      if (asked.length >= most) return held.push(route)
      asked.push(pathname)
      return route.continue()
    })
    await page.goto(`${origin}/app.html`, { waitUntil: 'networkidle' })
    const atLoad = [...asked]
    most = atLoad.length + filesOfList
    await page.tap('[data-testid=connect-button]')
    const row = page.locator('dialog[open] button.row', { hasText: 'Extension' })
    await row.waitFor()
    const untilList = asked.slice(atLoad.length)
    most = Number.POSITIVE_INFINITY
    for (const route of held) {
      asked.push(new URL(route.request().url()).pathname)
      await route.continue()
    }
    await row.tap()
    await page.waitForFunction(() => document.getElementById('who').textContent !== '')
    await page.waitForLoadState('networkidle')
    return { atLoad, untilList, all: [...asked] }
  } finally {
    await context.close()
  }
}
