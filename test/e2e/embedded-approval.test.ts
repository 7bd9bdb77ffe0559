import { base58 } from '@scure/base'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { verifyMessage, verifyTypedData } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvedMethods } from '../../src/connectors/embedded/protocol/methods.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { formatSignInMessage } from '../../src/siwx/message.ts'
import { embeddedWalletApp } from '../support/embedded-wallet-app.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { codeTo } from '../support/wallet-device.ts'
import { type RunningWalletService, startWalletService } from '../support/wallet-service.ts'
import { decideThere, readToEnd, reviewButton, reviewInWindow } from './approve-in-window.ts'
import { chromiumPath, launchChromium, launchPartitioned } from './chromium.ts'
import { clickUntilGone } from './click-until-gone.ts'
import { enterCode } from './frame-answers.ts'
import { type FrameHost, frameHost } from './frame-host.ts'
import { answerTo, ask, type FrameGuest, frameGuest, isAnswered, rpc } from './frame-visits.ts'
import { lookAtFrame } from './look-at-frame.ts'
import { phone } from './visitor.ts'

declare const wallet: { show(shown: boolean): void; send(type: string, payload?: object): string }

describe.skipIf(!chromiumPath)('the approval of a request in the embedded wallet', () => {
  let devnet: Devnet
  let browser: Browser
  let host: FrameHost
  let service: RunningWalletService
  /** A page of another site than the wallet's. The browser partitions storage, as browsers do by default. */
  let apart: { browser: Browser; host: FrameHost; service: RunningWalletService }

  beforeAll(async () => {
    const { folder } = await embeddedWalletApp()
    devnet = await leaseDevnet({ families: ['eip155', 'solana'] })
    host = await frameHost()
    service = await startWalletService({
      assets: folder,
      origins: [host.origin],
      networks: networks(),
      lifetimes: { cooldown: 0 },
    })
    browser = await launchChromium()
    const away = await frameHost('localhost')
    apart = {
      browser: await launchPartitioned(),
      host: away,
      service: await startWalletService({
        assets: folder,
        origins: [away.origin],
        networks: networks(),
        lifetimes: { cooldown: 0 },
      }),
    }
  }, leaseTimeout)
  afterAll(async () => {
    await browser?.close()
    await apart?.browser.close()
    const ends = [apart?.service.stop(), apart?.host.close(), service?.stop(), host?.close()]
    await Promise.all([...ends, devnet?.stop()])
  })

  const networks = () =>
    devnet.networks.map(({ caipNetworkId, name, rpcUrls, nativeCurrency }) => ({
      ...{ id: caipNetworkId, name, nativeCurrency, testnet: true },
      rpcUrl: rpcUrls.default.http[0]!,
      tokens: tokens(caipNetworkId),
    }))
  const tokens = (network: string) =>
    devnet.tokens
      .filter(({ asset }) => asset.startsWith(`${network}/erc20:`))
      .map(({ asset, symbol, decimals }) => ({ contract: asset.split(':').at(-1)!, symbol, decimals }))
  const ether = () => devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!
  const sol = () => devnet.networks.find(({ chainNamespace }) => chainNamespace === 'solana')!
  const guest = (given: { readonly path?: string; readonly context?: BrowserContext } = {}) =>
    frameGuest({ browser, host, service, ...given }, { eip155: ether().id, solana: sol().caipNetworkId })

  const node = async ({ rpcUrls }: ChainNetwork, method: string, params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(rpcUrls.default.http[0]!, { method: 'POST', headers, body })
    return ((await response.json()) as { readonly result: unknown }).result
  }

  /** Creates an unsigned Solana transfer from the account to itself, in base58. */
  async function transfer(account: string): Promise<string> {
    const { value } = (await node(sol(), 'getLatestBlockhash', [])) as {
      readonly value: { readonly blockhash: string }
    }
    const own = new PublicKey(account)
    const made = new Transaction({ feePayer: own, recentBlockhash: value.blockhash }).add(
      SystemProgram.transfer({ fromPubkey: own, toPubkey: own, lamports: 1 }),
    )
    return base58.encode(made.serialize({ requireAllSignatures: false }))
  }

  /** Approves a request in the frame itself. */
  const decideHere = async (frame: Frame) => {
    const open = frame.locator('button[data-gate=open]')
    await expect
      .poll(
        async () => {
          await frame.locator('.content').evaluateAll((all) => {
            for (const one of all) one.scrollTo(0, one.scrollHeight)
          })
          if ((await open.count()) > 0) await open.click({ timeout: 2000 }).catch(() => {})
          await open.waitFor({ state: 'detached', timeout: 600 }).catch(() => {})
          return frame.locator('button[data-gate]').count()
        },
        { message: 'the request is approved' },
      )
      .toBe(0)
  }

  /** Creates the typed data of an unlimited allowance (EIP-2612). */
  const permit = (owner: string) =>
    JSON.stringify({
      domain: {
        name: 'USD Coin',
        version: '2',
        chainId: Number(ether().id),
        verifyingContract: `0x${'a'.repeat(40)}`,
      },
      primaryType: 'Permit',
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      message: {
        owner,
        spender: `0x${'b'.repeat(40)}`,
        value: String(2n ** 256n - 1n),
        nonce: '0',
        deadline: '4102444800',
      },
    })

  /** Ways in which a page can disguise the frame. The frame's IntersectionObserver v2 notices none of them. */
  const disguises = {
    'a mask on the frame': (frame: HTMLElement) => {
      frame.style.setProperty('mask', 'linear-gradient(transparent 88%, #000 88%)')
    },
    'a mask around the frame': () => {
      document.documentElement.style.cssText =
        'height: 100%; mask: linear-gradient(transparent 86%, #000 86%)'
    },
    'a mask of SVG': (frame: HTMLElement) => {
      const svg =
        "<svg xmlns='http://www.w3.org/2000/svg' width='360' height='1180'><rect y='1080' width='360' height='100'/></svg>"
      frame.style.setProperty('mask-image', `url("data:image/svg+xml,${encodeURIComponent(svg)}")`)
    },
    'round corners': (frame: HTMLElement) => {
      frame.style.setProperty('border-radius', '0 100% 0 0 / 0 85% 0 0')
    },
    zoom: (frame: HTMLElement) => {
      document.documentElement.style.setProperty('zoom', '0.4')
      frame.style.cssText += 'width: 900px; height: 2900px'
    },
  } satisfies Record<string, (frame: HTMLElement) => void>

  /** Clicks at the position of the frame's main button, as if the page showed its own button there. */
  async function clickThere({ page, frame }: FrameGuest): Promise<void> {
    // Computes the place relative to the frame, because zoom changes the frame's pixels.
    const at = await frame.locator('button.primary').evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return { x: (left + width / 2) / innerWidth, y: (top + height / 2) / innerHeight }
    })
    const box = await page.locator('#wallet').evaluate((one) => one.getBoundingClientRect().toJSON())
    await page.mouse.click(box.x + box.width * at.x, box.y + box.height * at.y)
  }

  it('makes the wallet sign exactly the bytes that the visitor approved in the window', async () => {
    const { page, frame, address } = await guest()
    const typed = permit(address)
    const id = await rpc(page, 'eth_signTypedData_v4', [address, typed])
    const popup = await reviewInWindow(page, frame)
    expect(new URL(popup.url()).origin).toBe(service.url)
    await popup.getByText(host.origin, { exact: true }).waitFor()
    expect((await popup.locator('.content').textContent())?.replaceAll(/\s/g, '')).toContain('b'.repeat(40))
    await decideThere(popup)
    const { domain, types, primaryType, message } = JSON.parse(typed)
    const signature = (await answerTo(page, id)).payload as `0x${string}`
    expect(await verifyTypedData({ address, domain, types, primaryType, message, signature })).toBe(true)
  })

  const themeOf = (popup: Page) => (mode: string) =>
    popup.evaluate((one) => {
      document.documentElement.dataset.theme = one
    }, mode)

  it("needs a second button for an unlimited allowance, and a double click can't reach this button", async () => {
    const { page, frame, address } = await guest()
    const typed = permit(address)
    const id = await rpc(page, 'eth_signTypedData_v4', [address, typed])
    const popup = await reviewInWindow(page, frame)
    await popup.getByText('Sign typed data').waitFor()
    await lookAtFrame(popup, popup.mainFrame(), 'danger', themeOf(popup))
    // At first, there is no button that approves.
    expect(await popup.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    const next = popup.getByRole('button', { name: 'Continue' })
    await readToEnd(popup)
    const box = (await next.boundingBox())!
    await next.dblclick()
    await popup.getByRole('heading', { name: 'Approve anyway?' }).waitFor()
    const approve = popup.getByRole('button', { name: 'Approve anyway' })
    // Further clicks at the same place don't approve either.
    for (let click = 0; click < 5; click++)
      await popup.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    expect(await isAnswered(page, id)).toBe(false)
    expect(popup.isClosed()).toBe(false)
    // After half a second, a click at the same place leads back to the request.
    const back = popup.getByRole('button', { name: 'Back' })
    await expect
      .poll(
        async () => {
          if ((await back.count()) > 0) await back.click()
          return next.count()
        },
        { message: 'the window shows the request again' },
      )
      .toBe(1)
    await readToEnd(popup)
    await next.click()
    // A script of the page can't click, and an early click of the visitor doesn't count.
    await approve.evaluate((button: HTMLElement) => button.click())
    await approve.click({ force: true })
    await popup.getByText("That click didn't count.").waitFor()
    expect(await isAnswered(page, id)).toBe(false)
    const first = popup.locator('.content > *').first()
    expect((await first.textContent())?.replaceAll(/\s/g, '')).toMatch(/0xb{40}.*unlimited/i)
    await lookAtFrame(popup, popup.mainFrame(), 'danger-again', themeOf(popup))
    await readToEnd(popup)
    await approve.click({ noWaitAfter: true })
    const { domain, types, primaryType, message } = JSON.parse(typed)
    const signature = (await answerTo(page, id)).payload as `0x${string}`
    expect(await verifyTypedData({ address, domain, types, primaryType, message, signature })).toBe(true)
  })

  it('shows known tokens and simulated changes in the window', async () => {
    const one = await guest()
    const { page, frame, address } = one
    await node(ether(), 'anvil_setBalance', [address, '0xde0b6b3a7640000'])
    const [token] = tokens(ether().caipNetworkId)
    const spender = 'c'.repeat(40)
    const amount = (5n * 10n ** BigInt(token!.decimals)).toString(16).padStart(64, '0')
    const { host: nodes } = new URL(service.url)
    const approve = { to: token!.contract, data: `0x095ea7b3${spender.padStart(64, '0')}${amount}` }
    const cases = [
      [approve, `spend 5 ${token!.symbol}`, `Your balances stay the same, according to ${nodes}`],
      [
        { to: `0x${spender}`, value: '0x2386f26fc10000' },
        '0.01 ',
        `You send 0.01 ETH, according to ${nodes}`,
      ],
      [
        { to: token!.contract, data: `0xa9059cbb${spender.padStart(64, '0')}${amount}` },
        `5 ${token!.symbol}`,
        'The simulation reverts',
      ],
    ] as const
    for (const [transaction, effect, simulation] of cases) {
      const id = await rpc(page, 'eth_sendTransaction', [{ gas: '0x186a0', ...transaction }])
      const popup = await reviewInWindow(page, frame)
      const text = () => popup.locator('.content').innerText()
      await expect.poll(text, { message: 'the simulation is shown' }).toContain(simulation)
      expect(await text()).toContain(effect)
      await lookAtFrame(popup, popup.mainFrame(), `simulated-${simulation.slice(0, 8)}`, themeOf(popup))
      await decideThere(popup, 'Decline')
      expect((await answerTo(page, id)).payload).toEqual({ message: 'User rejected the request.' })
    }
    await page.context().close()
  })

  it('ignores clicks in the window while its content still changes', async () => {
    const { page, frame, address } = await guest()
    const id = await rpc(page, 'personal_sign', ['changing', address])
    const popup = await reviewInWindow(page, frame)
    const changes = await popup.evaluateHandle(() => {
      const content = document.querySelector<HTMLElement>('.content')!
      return setInterval(() => content.toggleAttribute('data-changed'), 50)
    })
    await popup.locator('button[data-gate=counting]').waitFor()
    const approve = popup.getByRole('button', { name: 'Approve' })
    for (let click = 0; click < 3; click++) await approve.click({ force: true })
    await popup.getByText("That click didn't count.").waitFor()
    expect(await isAnswered(page, id)).toBe(false)
    await changes.evaluate((timer) => clearInterval(timer))
    await decideThere(popup)
    expect((await answerTo(page, id)).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
  })

  const decline = async ({ page, frame }: FrameGuest, id: string) => {
    await clickUntilGone(frame.getByRole('button', { name: 'Decline' }), 'the request is declined')
    expect((await answerTo(page, id)).payload).toEqual({ message: 'User rejected the request.' })
  }

  it('needs the window for every kind of request', async () => {
    const one = await guest()
    const { page, frame, address, pubkey } = one
    const to = `0x${'c'.repeat(40)}`
    const message = base58.encode(new TextEncoder().encode('Good evening'))
    const transaction = await transfer(pubkey)
    const place = new URL(host.origin)
    const signIn = (change: object) =>
      formatSignInMessage({
        ...{ domain: place.host, uri: host.origin, accountAddress: address, version: '1' },
        ...{ chainId: ether().caipNetworkId, nonce: 'abcdefgh1', issuedAt: '2026-01-01T00:00:00Z' },
        ...change,
      })
    const kinds: readonly (readonly [method: string, params: unknown])[] = [
      ['personal_sign', ['Good evening', address]],
      ['personal_sign', [signIn({ domain: 'bank.example', uri: 'https://bank.example' }), address]],
      ['personal_sign', [signIn({ resources: ['urn:recap:eyJhdHQiOnt9fQ'] }), address]],
      ['eth_signTypedData_v4', [address, permit(address)]],
      ['eth_sendTransaction', [{ to, value: '0x1', gas: '0x5208' }]],
      ['wallet_sendCalls', [{ version: '2.0.0', atomicRequired: false, calls: [{ to, value: '0x1' }] }]],
      ['solana_signMessage', { message, pubkey }],
      ['solana_signTransaction', { transaction, pubkey }],
      ['solana_signAllTransactions', { transactions: [transaction], pubkey }],
      ['solana_signAndSendTransaction', { transaction, pubkey }],
    ]
    await node(ether(), 'anvil_setBalance', [address, '0xde0b6b3a7640000'])
    const seen = new Set<string>()
    for (const [method, params] of kinds) {
      const id = await rpc(page, method, params)
      await reviewButton(frame).waitFor()
      const controls = await frame
        .locator('button, a, input, select, textarea, summary, [role=button], [tabindex="0"]')
        .allInnerTexts()
      expect(new Set(controls), method).toEqual(
        new Set([`Review in ${new URL(service.url).host}`, 'Decline', 'Save file', 'Later']),
      )
      expect(await frame.locator('[data-gate]').count(), method).toBe(0)
      await decline(one, id)
      seen.add(method)
    }
    // The wallet doesn't support these methods, and refuses them without asking the visitor.
    const refused = ['wallet_grantPermissions', 'wallet_revokePermissions', 'eth_sendUserOperation']
    expect([...seen, ...refused].sort()).toEqual([...approvedMethods].sort())
  })

  it('is impossible while the service is down, when the frame only offers to try again', async () => {
    const page = await (await browser.newContext()).newPage()
    await page.route(`${service.url}/api/config`, (route) => route.abort())
    await page.goto(`${host.origin}/?wallet=${encodeURIComponent(service.url)}`)
    await page.evaluate(() => wallet.show(true))
    const frame = page.frameLocator('#wallet')
    await frame.getByText("The wallet can't be reached").waitFor()
    expect(await frame.getByRole('button').allInnerTexts()).toEqual(['Try again'])
    await page.unroute(`${service.url}/api/config`)
    await page.context().close()
  })

  it('is possible in the frame for a plain sign-in to the page itself', async () => {
    const { page, frame, address, pubkey } = await guest()
    const common = { domain: new URL(host.origin).host, uri: `${host.origin}/login`, version: '1' } as const
    const time = { nonce: 'abcdefgh1', issuedAt: '2026-01-01T00:00:00Z' } as const
    const message = formatSignInMessage({
      ...{ ...common, ...time, accountAddress: address, chainId: ether().caipNetworkId },
      statement: 'Welcome back.',
    })
    const id = await rpc(page, 'personal_sign', [message, address])
    await frame.getByText('Welcome back.').first().waitFor()
    expect(await reviewButton(frame).count()).toBe(0)
    await decideHere(frame)
    const signature = (await answerTo(page, id)).payload as `0x${string}`
    expect(await verifyMessage({ address, message, signature })).toBe(true)

    const second = formatSignInMessage({
      ...{ ...common, ...time, accountAddress: pubkey, chainId: sol().caipNetworkId },
    })
    const params = { message: base58.encode(new TextEncoder().encode(second)), pubkey }
    const other = await rpc(page, 'solana_signMessage', params)
    await frame.getByText('Solana account').first().waitFor()
    await decideHere(frame)
    expect((await answerTo(page, other)).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
  })

  it('opens one window, which a second click brings to the front', async () => {
    const { page, frame, address } = await guest()
    const id = await rpc(page, 'personal_sign', ['once', address])
    const popup = await reviewInWindow(page, frame)
    // In Playwright, all pages have the focus at all times, so the test counts the calls of `focus`.
    const shown = await popup.evaluateHandle(() => {
      const focused = { count: 0 }
      window.focus = () => void focused.count++
      return focused
    })
    await page.bringToFront()
    await lookAtFrame(page, frame, 'review-open', (mode) => ask(page, 'SYNC_THEME', { themeMode: mode }))
    await frame.getByRole('button', { name: 'Show the window' }).click()
    await expect
      .poll(() => shown.evaluate(({ count }) => count), { message: 'the window gets the focus' })
      .toBe(1)
    expect(page.context().pages()).toHaveLength(2)
    await decideThere(popup)
    expect((await answerTo(page, id)).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
    expect(page.context().pages()).toHaveLength(1)
  })

  it('works in a new tab on a phone, and returns to the page', async () => {
    const context = await browser.newContext(phone)
    const { page, frame, address } = await guest({ context })
    const message = 'on the phone'
    const id = await rpc(page, 'personal_sign', [message, address])
    const popup = await reviewInWindow(page, frame)
    await popup.getByText(message, { exact: true }).waitFor()
    await decideThere(popup)
    const signature = (await answerTo(page, id)).payload as `0x${string}`
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    expect(context.pages()).toEqual([page])
  })

  describe.each([
    ['Cross-Origin-Opener-Policy: same-origin', '/coop/same-origin', true],
    ['a sandbox without pop-ups', '/without-popups', false],
  ])('on a page with %s', (_, path, opens) => {
    it('shows why there is no window, and ends the request with an error', async () => {
      const { page, frame, address } = await guest({ path })
      const id = await rpc(page, 'personal_sign', ['cut off', address])
      const opening = opens ? page.context().waitForEvent('page') : undefined
      await reviewButton(frame).waitFor()
      await page.waitForTimeout(700)
      await reviewButton(frame).click()
      const causes = frame.getByRole('alert')
      await causes.getByText('same-origin-allow-popups').waitFor()
      await causes.getByText('Allow pop-ups for this page').waitFor()
      await lookAtFrame(page, frame, 'window-blocked', (mode) => ask(page, 'SYNC_THEME', { themeMode: mode }))
      const apart = await opening
      if (apart) {
        await apart.getByText('This window can’t approve anything').waitFor()
        expect(await apart.locator('button').count()).toBe(0)
        await lookAtFrame(apart, apart.mainFrame(), 'window-apart', (colorScheme) =>
          apart.emulateMedia({ colorScheme }),
        )
      }
      await expect
        .poll(() => isAnswered(page, id), { message: 'the request ends', timeout: 15_000 })
        .toBe(true)
      expect((await answerTo(page, id)).payload).toMatchObject({ code: 'window-blocked' })
    })
  })

  it('works on a page with Cross-Origin-Opener-Policy: same-origin-allow-popups', {
    tags: ['all'],
  }, async () => {
    const { page, frame, address } = await guest({ path: '/coop/same-origin-allow-popups' })
    const id = await rpc(page, 'personal_sign', ['kept together', address])
    await decideThere(await reviewInWindow(page, frame))
    expect((await answerTo(page, id)).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
  })

  describe.each([
    ['shared', () => ({ browser, host, service })],
    ['partitioned', () => apart],
  ] as const)('on a hostile page, with %s storage', (storage, place) => {
    const there = () => frameGuest(place(), { eip155: ether().id })
    // What the frame notices doesn't depend on the storage. So with partitioned storage, testing one disguise is
    // enough.
    const tried = Object.entries(disguises).slice(0, storage === 'shared' ? undefined : 1)
    it.each(tried)(
      'needs more than one click, even if the page disguises the frame with %s',
      async (_, disguise) => {
        const one = await there()
        const { page, frame, address } = one
        // The viewport is so large that the visitor doesn't have to scroll.
        await page.setViewportSize({ width: 1280, height: 1200 })
        await page.evaluate(() => {
          document.getElementById('wallet')!.style.cssText += 'inset: 0 auto auto 0; height: 1180px'
        })
        await page.evaluate(`(${disguise})(document.getElementById('wallet'))`)
        const id = await rpc(page, 'eth_signTypedData_v4', [address, permit(address)])
        await frame.locator('button.primary:not([aria-disabled=true])').waitFor()
        // Waits until the buttons accept clicks, and until Chromium accepts clicks in the frame again after the frame has
        // moved.
        await page.waitForTimeout(1200)
        const opening = page.context().waitForEvent('page')
        await clickThere(one)
        const popup = await opening
        await popup.getByText('Sign typed data').waitFor()
        expect(await isAnswered(page, id)).toBe(false)
        // The visitor reads the window, and closes it.
        await popup.close()
        expect((await answerTo(page, id)).payload).toEqual({ message: 'User rejected the request.' })
        await page.context().close()
      },
    )

    it("doesn't work in a window that the page itself has opened", async () => {
      const { page, address } = await there()
      const opening = page.context().waitForEvent('page')
      await page.evaluate(
        ([url, account]) => {
          const opened = open(`${url}/sdk#approve`, '_blank')
          const request = {
            ...{
              origin: 'https://bank.example',
              raw: '',
              network: { caipNetworkId: 'eip155:1', name: 'One' },
            },
            call: { method: 'personal_sign', params: ['forged', account] },
          }
          setInterval(() => opened?.postMessage({ wallet: 'ask', question: { request } }, '*'), 50)
        },
        [place().service.url, address] as const,
      )
      const popup = await opening
      await popup.getByText('This window can’t approve anything').waitFor()
      expect(await popup.getByText('forged').count()).toBe(0)
      expect(await popup.locator('button').count()).toBe(0)
    })

    it("can't come from a window that has navigated to another origin", async () => {
      const { page, frame, address } = await there()
      const moved = await rpc(page, 'personal_sign', ['moved', address])
      const popup = await reviewInWindow(page, frame)
      const elsewhere = `${place().host.origin}/evil.html`
      // A script of the window navigates. A navigation by the visitor to another site would remove the opener.
      await popup.evaluate((url) => {
        location.href = url
      }, elsewhere)
      await popup.waitForURL(elsewhere)
      await popup.evaluate(() =>
        opener.postMessage({ wallet: 'answer', answer: { approved: true, digest: '' } }, '*'),
      )
      await ask(page, 'GET_CHAIN_ID')
      expect(await isAnswered(page, moved)).toBe(false)
      await popup.close()
      expect((await answerTo(page, moved)).payload).toEqual({ message: 'User rejected the request.' })

      const other = await rpc(page, 'personal_sign', ['another', address])
      const second = await reviewInWindow(page, frame)
      const digest = '0'.repeat(64)
      await second
        .evaluate((answer) => opener.postMessage({ wallet: 'answer', answer }, location.origin), {
          approved: true,
          digest,
        })
        .catch(() => {})
      expect((await answerTo(page, other)).payload).toEqual({ message: 'User rejected the request.' })
    })

    it('is no longer possible in the window after the page cancels the request or removes the frame', async () => {
      const { page, frame, address } = await there()
      const id = await rpc(page, 'personal_sign', ['cancelled', address])
      const popup = await reviewInWindow(page, frame)
      const closed = popup.waitForEvent('close')
      await ask(page, 'RPC_ABORT', { id })
      await closed
      await rpc(page, 'personal_sign', ['removed', address])
      const second = await reviewInWindow(page, frame)
      await page.evaluate(() => document.getElementById('wallet')!.remove())
      await second.getByText('This request is no longer open').waitFor()
      expect(await second.locator('button').count()).toBe(0)
    })

    it('the wallet refuses login codes from the page, and sends no mail to an address that the page names', async () => {
      const { page, frame, email } = await there()
      const refused = (name: string) => ({
        type: `@w3m-frame/${name}_ERROR`,
        payload: { message: expect.stringContaining(`doesn't accept ${name} from a page`) },
      })
      await ask(page, 'SIGN_OUT')
      const login = await page.evaluate((address) => wallet.send('CONNECT_EMAIL', { email: address }), email)
      const { mailbox } = place().service
      const otp = await codeTo({ mailbox, email, after: 1 })
      // Even if the page learns the code, the page can't use it.
      for (const name of ['CONNECT_OTP', 'UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP'])
        expect(await ask(page, name, { otp })).toMatchObject(refused(name))
      expect(await ask(page, 'CONNECT_DEVICE')).toMatchObject(refused('CONNECT_DEVICE'))
      expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: false })
      await enterCode(frame, otp)
      expect((await answerTo(page, login)).payload).toEqual({ action: 'CONNECT' })
      const forced = await page.evaluate(() =>
        wallet.send('UPDATE_EMAIL', { email: 'attacker@example.test' }),
      )
      await frame.getByRole('button', { name: 'Decline' }).click()
      expect((await answerTo(page, forced)).payload).toEqual({ message: 'User rejected the request.' })
      expect(mailbox.mails().some(({ to }) => to.includes('attacker@example.test'))).toBe(false)
    })

    if (storage === 'partitioned')
      it('works without storage that the frame and the window share', async () => {
        const { page, frame, address } = await there()
        const message = 'in a partition'
        const id = await rpc(page, 'personal_sign', [message, address])
        const popup = await reviewInWindow(page, frame)
        // In the window, the visitor isn't logged in, and there is no share of the key.
        const names = await popup.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
        expect(names).toEqual([])
        await decideThere(popup)
        const signature = (await answerTo(page, id)).payload as `0x${string}`
        expect(await verifyMessage({ address, message, signature })).toBe(true)
      })
  })
})
