// Compares five views with hand-written views of the same elements: the account, the send form, the swap form, the email form of
// the embedded wallet, and a request in the embedded wallet's frame. The files and data of the views are loaded before the click.
// Also counts the files that a click fetches in a page that loaded none of these files before.
import { readFileSync } from 'node:fs'
import { devWallets, injectedWallets } from 'latchkey/testing'
import { launchChromium } from '../lib/chromium.mjs'
import { median, round } from '../lib/measure.mjs'
import { missing, row } from '../lib/row.mjs'
import { servePages } from '../lib/serve-pages.mjs'
import { startViewWorld } from '../lib/view-world.mjs'

const untilSeen = readFileSync(new URL('./pages/until-seen.js', import.meta.url), 'utf8')
const speeds = [
  ['at full speed', 1, 2],
  ['at a quarter', 4],
]
/** For each view: the button that opens it, and the elements that it shows. */
const views = {
  email: ['email', ['email-input', 'email-submit']],
  account: [
    'account-button',
    [
      'copy-address',
      'wallet-features-send-button',
      'token-ETH',
      'token-tUSD',
      'all-tokens',
      'disconnect-button',
    ],
  ],
  send: [
    'wallet-features-send-button',
    ['send-amount', 'send-token', 'send-max', 'send-receiver', 'send-preview'],
  ],
  swap: [
    'wallet-features-swaps-button',
    ['swap-input-sourceToken', 'swap-max', 'swap-turn', 'swap-pick-toToken', 'swap-action-button'],
  ],
  frame: ['sign', ['header-close']],
}
const names = {
  email: "the embedded wallet's email form",
  account: 'the account view',
  send: 'the send form',
  swap: 'the swap form',
  frame: "the embedded wallet's frame",
  request: "a request in the embedded wallet's frame",
}
const kinds = ['plain', 'app']
const visits = Number(process.env.VISITS ?? 9)

export async function* measure() {
  const browser = await launchChromium()
  if (!browser) return yield missing('views: compared with hand-written views', 'Chromium')
  const site = await servePages(['views', 'plain-views'])
  const frames = await servePages(['plain-frame'])
  const world = await startViewWorld(site.origin)
  try {
    if (world.missing.length > 0)
      return yield missing('views: compared with hand-written views', world.missing.join(' and '))
    const opened = {
      app: (context) => openApp(context, site, world),
      plain: (context) => openPlain(context, site, frames),
    }
    const loggedIn = await browser.newContext()
    await logIn(loggedIn, opened.app, world)
    yield* coldRows(browser, opened.app, loggedIn)
    const shown = {}
    for (const [at, slower, limit] of speeds) {
      const seen = { app: [], plain: [] }
      // The pages alternate, so that noise affects both.
      for (let i = 0; i < visits; i++)
        for (const kind of kinds) {
          const context = await browser.newContext()
          const first = await visit(await opened[kind](context), { kind, slower, shown })
          await context.close()
          const page = await opened[kind](loggedIn)
          const second = await visitFrame(page, { kind, slower, shown })
          await page.close()
          seen[kind].push({ ...first, ...second })
        }
      for (const [view, name] of Object.entries(names)) {
        const [ours, plain] = kinds.toReversed().map((kind) => median(seen[kind].map((times) => times[view])))
        yield row(`views: a click, until ${name} is shown, ${at}`, round(ours), 'ms')
        yield row(`views: ${name}, ${at}, compared with a hand-written view`, round(ours / plain), '×', limit)
      }
    }
  } finally {
    await browser.close()
    await Promise.all([site.close(), frames.close(), world.stop()])
  }
}

async function openPage(context, { url, scripts, functions = {}, world }) {
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  for (const [name, run] of Object.entries(functions)) await page.exposeFunction(name, run)
  for (const content of [untilSeen, `globalThis.world = ${JSON.stringify(world)}`, ...scripts])
    await page.addInitScript({ content })
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  return page
}

function openApp(context, { origin }, { devnet, wallet }) {
  const { networks, accounts, data, zone } = devnet
  const extension = injectedWallets([devWallets({ networks, accounts }).ethereum])
  return openPage(context, {
    url: `${origin}/views.html`,
    world: { networks, data: data.url, zone, wallet },
    functions: { devWallet: extension.call },
    scripts: [extension.script({ kind: 'function', name: 'devWallet' })],
  })
}

function openPlain(context, { origin }, frames) {
  return openPage(context, {
    url: `${origin}/plain-views.html`,
    world: { frame: `${frames.origin}/plain-frame.html` },
    scripts: [],
  })
}

/** Logs in to the embedded wallet by email. All later pages of this browser context are then connected. */
async function logIn(context, open, { mailbox }) {
  const page = await open(context)
  await page.getByTestId('email').click()
  await page.getByTestId('email-input').fill('ann@example.org')
  await page.getByTestId('email-submit').click()
  const frame = page.frameLocator('#w3m-iframe')
  const field = frame.getByLabel('Code from the email')
  await field.waitFor()
  await field.fill(/\b\d{6}\b/.exec(mailbox.mails().at(-1).text)[0])
  await field.press('Enter')
  const later = frame.getByRole('button', { name: 'Later' })
  await later.waitFor()
  // Press a key, because Chromium ignores clicks on a frame for half a second after the frame has moved.
  await later.press('Enter')
  await page.getByTestId('account-button').waitFor()
  await page.close()
}

/** Presses the view's button. Returns the time until the view is painted, in ms. */
async function press(page, view, { hover = true } = {}) {
  const [button, ids] = views[view]
  const target = page.getByTestId(button)
  if (hover) await target.hover()
  // A visitor hovers over the button for about this time.
  await page.waitForTimeout(300)
  await page.evaluate((all) => {
    globalThis.taken = untilSeen(viewSeen(all))
  }, ids)
  if (hover) {
    await page.mouse.down()
    await page.mouse.up()
  } else await target.dispatchEvent('click')
  return page.evaluate(() => globalThis.taken)
}

async function throttle(page, rate) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

async function visit(page, { kind, slower, shown }) {
  const times = {}
  const see = async (view) => {
    times[view] = await press(page, view)
    await sameElements(page, view, shown)
  }
  await throttle(page, slower)
  await see('email')
  await page.locator('dialog[open]').getByTestId('header-close').click()
  if (kind === 'app') await connect(page)
  await see('account')
  await page.waitForTimeout(500)
  await see('send')
  await page.getByTestId('header-back').click()
  await page.getByTestId('wallet-features-swaps-button').waitFor()
  await see('swap')
  return times
}

/** Waits until our view shows as many elements of each kind as the hand-written view. Pictures of tokens arrive after the first paint. */
async function sameElements(page, view, shown) {
  shown[view] ??= await page.evaluate('elementsSeen()')
  await page
    .waitForFunction((wanted) => elementsSeen() === wanted, shown[view], { timeout: 10_000 })
    .catch(async () => {
      const ours = await page.evaluate('elementsSeen()')
      throw new Error(
        `The hand-written view of ${names[view]} has other elements: ${shown[view]}\nOurs: ${ours}`,
      )
    })
}

/** Connects the extension's account, and reads the data that the views show. */
async function connect(page, { forms = true } = {}) {
  await page.evaluate(async (withForms) => {
    const { latchkey } = globalThis
    const wallet = latchkey.connector.state.connectors.find(({ name }) => name === 'Dev Ethereum')
    await latchkey.connect({ connectorId: wallet.id })
    await Promise.all([
      latchkey.portfolio.refresh(),
      latchkey.portfolio.loadNfts(),
      latchkey.activity.load(),
      latchkey.names.identify(),
      ...(withForms ? [latchkey.send.prepare(), latchkey.swap.begin()] : []),
    ])
  }, forms)
  await page.getByTestId('account-button').waitFor()
  await page.waitForLoadState('networkidle')
}

/** Asks the frame for a signature. Measures the second request, because the frame loads code for its first request. */
async function visitFrame(page, { kind, slower, shown }) {
  const id = kind === 'app' ? 'w3m-iframe' : 'wallet-frame'
  await page.getByTestId('sign').waitFor()
  if (kind === 'app') await page.getByTestId('account-button').waitFor()
  const frame = await (await page.waitForSelector(`#${id}`, { state: 'attached' })).contentFrame()
  await page.getByTestId('sign').click()
  await frame.getByRole('button', { name: 'Decline' }).waitFor()
  await page.locator('dialog[open]').getByTestId('header-close').click()
  await frame.getByRole('button', { name: 'Decline' }).waitFor({ state: 'hidden' })
  if (kind === 'plain') await frame.evaluate(() => document.body.replaceChildren())
  await page.waitForTimeout(1000)
  await throttle(page, slower)
  await page.evaluate(() => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        globalThis.clicked = performance.timeOrigin + timeStamp
      },
      { capture: true, once: true },
    )
  })
  await frame.evaluate(() => {
    globalThis.painted = untilButton()
  })
  const times = { frame: await press(page, 'frame') }
  times.request = (await frame.evaluate('painted')) - (await page.evaluate('clicked'))
  await sameElements(page, 'frame', shown)
  await sameElements(frame, 'request', shown)
  return times
}

/** In ms. The delay of each file in a page that prefetched nothing. A view that fetches no file appears much sooner. */
const lateness = 500

/** Delays the scripts of a page, and counts them. `inRow` is how many arrived one after the other. */
async function delayScripts(page) {
  const counts = { files: 0, inRow: 0 }
  await page.route(/\.js$/, async (route) => {
    counts.files++
    // A script that is requested after other scripts arrived may be an import of them.
    const position = counts.inRow + 1
    await new Promise((resolve) => setTimeout(resolve, lateness))
    counts.inRow = Math.max(counts.inRow, position)
    // The view may appear before its last file arrives.
    await route.continue().catch(() => {})
  })
  return counts
}

/** Counts the files that a click fetches one after the other, and all files that it fetches, in a page that prefetched nothing. */
async function* coldRows(browser, open, loggedIn) {
  const counts = []
  const visitCold = async (context, run) => {
    const page = await open(context)
    const see = async (view, until) => {
      await page.waitForLoadState('networkidle')
      const scripts = await delayScripts(page)
      await press(page, view, { hover: false })
      counts.push([view, { ...scripts }])
      if (until) {
        await until()
        counts.push(['request', { ...scripts }])
      }
      await page.unroute(/\.js$/)
    }
    await run(page, see)
    await page.close()
  }
  const saving = await browser.newContext()
  await saving.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await visitCold(saving, async (page, see) => {
    // Load the modal with a view that shows no email field.
    await page.evaluate(() => globalThis.latchkey.open({ view: 'WhatIsAWallet' }))
    await page.locator('dialog[open]').getByTestId('header-close').click()
    await see('email')
    await page.locator('dialog[open]').getByTestId('header-close').click()
    // Don't load the code of the forms here, because the click that opens a form must fetch the code.
    await connect(page, { forms: false })
    await see('account')
    await see('send')
    await page.getByTestId('header-back').click()
    await see('swap')
  })
  await saving.close()
  await visitCold(loggedIn, async (page, see) => {
    await page.getByTestId('account-button').waitFor()
    const frame = page.frameLocator('#w3m-iframe')
    await see('frame', () => frame.getByRole('button', { name: 'Decline' }).waitFor())
  })
  for (const [view, { files, inRow }] of counts) {
    yield row(`views: ${names[view]}, without its files, fetches in a row`, inRow, '', 1)
    yield row(`views: ${names[view]}, without its files, files`, files, '')
  }
}
