import { fileURLToPath } from 'node:url'
import type { Devnet } from 'latchkey/devnet'
import type { DevWallets } from 'latchkey/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { stands } from '../ui/reach.ts'
import { buildPage, type ServedPage, servePage, strictPolicy } from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { injectDevWallets } from './inject-dev-wallets.ts'
import { look } from './look.ts'
import { requestsOf } from './requests.ts'
import { poll } from './visitor.ts'

describe.skipIf(!chromiumPath)('the modal on a hostile page', () => {
  let devnet: Devnet
  let browser: Browser
  let site: ServedPage
  let page: Page
  let wallets: DevWallets

  beforeAll(async () => {
    const folder = fileURLToPath(new URL('../fixtures/react-page', import.meta.url))
    const [node, chromium, built] = await Promise.all([
      leaseDevnet({ families: ['eip155'] }),
      launchChromium(),
      buildPage(folder),
    ])
    ;[devnet, browser] = [node, chromium]
    const rpc = encodeURIComponent(node.networks[0]!.rpcUrls.default.http[0]!)
    const frame = `<!doctype html><title>Host</title><iframe sandbox="allow-scripts" src="/?rpc=${rpc}"></iframe>`
    site = await servePage(new Map([...built.files, ['/framed.html', frame]]), strictPolicy)
  }, leaseTimeout)
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close(), devnet?.stop()])
  })
  afterEach(() => page?.context().close())

  /** Opens the page. `before` runs in the page before all other scripts. */
  async function visit(before: () => void = () => {}, { honest = true, path = '/' } = {}) {
    page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await page.addInitScript(before)
    if (honest) ({ wallets } = await injectDevWallets(page, devnet, ['ethereum']))
    const url = new URL(path, site.origin)
    url.searchParams.set('rpc', devnet.networks[0]!.rpcUrls.default.http[0]!)
    await page.goto(url.href)
  }
  const modal = () => page.getByTestId('lk-modal')
  const rows = () => modal().locator('[data-testid^=wallet-selector]')
  const open = async () => {
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await modal().getByTestId('header-text').waitFor()
  }
  const uncaught = () => page.evaluate(() => (globalThis as unknown as { uncaught: string[] }).uncaught)
  const connectHonestly = async () => {
    await modal().getByRole('button', { name: 'Dev Ethereum' }).click()
    await poll(() => page.getByTestId('address-app').textContent(), {
      message: 'the account of the page is shown',
    }).toBe(`eip155:31337:${devnet.accounts.alice!.eip155!.address}`)
  }

  describe('window.ethereum', () => {
    for (const [what, before] of [
      [
        'throws',
        () =>
          Object.defineProperty(window, 'ethereum', {
            get: () => {
              throw new Error('mine')
            },
          }),
      ],
      ['is frozen', () => Object.assign(window, { ethereum: Object.freeze({ request: 7 }) })],
      [
        'lists invalid providers',
        () => Object.assign(window, { ethereum: { providers: [null, 7, {}, { request: 'x' }] } }),
      ],
      [
        'is a trap',
        () =>
          Object.assign(window, {
            ethereum: new Proxy(
              {},
              {
                get: () => {
                  throw new Error('mine')
                },
                has: () => {
                  throw new Error('mine')
                },
              },
            ),
          }),
      ],
    ] as const)
      it(`that ${what} doesn't prevent the visitor from connecting a wallet`, {
        tags: ['is a trap', 'lists invalid providers'].includes(what) ? [] : ['all'],
      }, async () => {
        await visit(before)
        await open()
        await connectHonestly()
        expect(await uncaught()).toEqual([])
      })
  })

  it('drops invalid announcements, and shows a letter for an invalid image', async () => {
    await visit(() => {
      const provider = { request: async () => [] }
      const good = {
        uuid: '350670db-19fa-4704-a166-e52e178b59d2',
        name: 'Nameless',
        icon: 'data:image/png;base64,AA==',
        rdns: 'test.valid',
      }
      const announce = (detail: unknown) =>
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      const all = () => {
        announce(Object.freeze({ info: { ...good, uuid: 'not a uuid', rdns: 'test.uuid' }, provider }))
        announce(Object.freeze({ info: { ...good, rdns: 'no domain' }, provider }))
        announce(Object.freeze({ info: { ...good, rdns: 'test.name', name: ' ' }, provider }))
        announce({ info: { ...good, rdns: 'test.thawed' }, provider })
        announce(Object.freeze({ info: { ...good, rdns: 'test.mute' }, provider: {} }))
        announce(null)
        announce(
          Object.freeze({
            info: { ...good, rdns: 'test.icon', icon: 'javascript:alert(1)', name: 'Iconless' },
            provider: { request: async () => [] },
          }),
        )
        announce(
          Object.freeze({
            info: {
              ...good,
              rdns: 'test.html',
              icon: 'data:text/html,<script>alert(1)</script>',
              name: 'Webless',
            },
            provider: { request: async () => [] },
          }),
        )
      }
      window.addEventListener('eip6963:requestProvider', all)
    })
    await open()
    expect((await rows().allInnerTexts()).map((text) => text.split('\n')[0])).toHaveLength(3)
    for (const name of ['Iconless', 'Webless']) {
      const row = modal().getByRole('button', { name })
      expect(await row.locator('img').count()).toBe(0)
    }
    expect(await uncaught()).toEqual([])
  })

  it('connects the chosen one of two wallets with the same name', async () => {
    await visit()
    await open()
    await page.evaluate(() => {
      const info = Object.freeze({
        uuid: '350670db-19fa-4704-a166-e52e178b59d2',
        name: 'Dev Ethereum',
        icon: 'data:image/png;base64,AA==',
        rdns: 'dev.latchkey.ethereum',
      })
      const request = async () => ['0x000000000000000000000000000000000000dEaD']
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', {
          detail: Object.freeze({ info, provider: { request } }),
        }),
      )
    })
    await poll(() => rows().count(), { message: 'the list has both wallets' }).toBe(2)
    // The visitor gets a warning about both wallets, and can distinguish them.
    expect(await rows().allInnerTexts()).toEqual([
      expect.stringMatching(/Several claim to be dev\.latchkey\.ethereum\s+Found first/),
      expect.stringMatching(/Several claim to be dev\.latchkey\.ethereum\s+No\. 2/),
    ])
    await look(page, 'same-source', { own: true })
    await page.getByTestId('wallet-selector-dev.latchkey.ethereum').click()
    await poll(() => page.getByTestId('address-app').textContent(), {
      message: 'the account of the page is shown',
    }).toContain(devnet.accounts.alice!.eip155!.address)
  })

  it('restores the wallet that shows the account, although a copy announced itself first', async () => {
    // This script is added before the wallet's own script, so the forged wallet announces itself first.
    await visit(() => {
      if (!sessionStorage.getItem('forged')) return
      const info = Object.freeze({
        uuid: '350670db-19fa-4704-a166-e52e178b59d2',
        name: 'Dev Ethereum',
        icon: 'data:image/png;base64,AA==',
        rdns: 'dev.latchkey.ethereum',
      })
      const asked: string[] = []
      const request = async ({ method }: { method: string }) => {
        asked.push(method)
        return method === 'eth_chainId' ? '0x7a69' : ['0x000000000000000000000000000000000000dEaD']
      }
      Object.assign(globalThis, { asked })
      const detail = Object.freeze({ info, provider: { request } })
      window.addEventListener('eip6963:requestProvider', () =>
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
      )
    })
    await open()
    await connectHonestly()
    await page.evaluate(() => sessionStorage.setItem('forged', 'yes'))
    await page.reload()
    await poll(() => page.getByTestId('address-app').textContent(), {
      message: 'the account of the page is shown',
    }).toBe(`eip155:31337:${devnet.accounts.alice!.eip155!.address}`)
    const asked = await page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
    expect(asked).toContain('eth_accounts')
    expect(asked).not.toContain('eth_requestAccounts')
    expect(wallets.ethereum.eip155!.wallet.script.count('eth_requestAccounts')).toBe(1)
    expect(await uncaught()).toEqual([])
  })

  describe('with five thousand forged wallets around the genuine one', () => {
    /** Announces forged wallets before and after the genuine wallet's announcement. */
    const flood = () => {
      const announce = (rdns: string, name: string, provider: object) => {
        const info = Object.freeze({
          uuid: '350670db-19fa-4704-a166-e52e178b59d2',
          icon: 'data:image/png;base64,AA==',
          name,
          rdns,
        })
        const detail = Object.freeze({ info, provider })
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      }
      const forge = (from: number, to: number) => {
        if (!sessionStorage.getItem('flooded')) return
        for (let each = from; each < to; each++) {
          const request = async () => ['0x000000000000000000000000000000000000dEaD']
          if (each % 2) announce('io.metamask', 'MetaMask', { request })
          else announce(`test.wallet${each}`, `Wallet ${each}`, { request })
        }
      }
      window.addEventListener('eip6963:requestProvider', () => forge(0, 2500))
      addEventListener('DOMContentLoaded', () =>
        window.addEventListener('eip6963:requestProvider', () => forge(2500, 5000)),
      )
      // The genuine wallet is also announced with the name of a well-known wallet.
      window.addEventListener('eip6963:announceProvider', (event) => {
        const { info, provider } = (event as CustomEvent).detail
        if (info.rdns === 'dev.latchkey.ethereum') announce('io.rabby', 'Rabby Wallet', provider)
      })
    }
    const account = () =>
      poll(() => page.getByTestId('address-app').textContent(), {
        message: 'the account of the page is shown',
      })
    const alice = () => `eip155:31337:${devnet.accounts.alice!.eip155!.address}`

    it('lists a well-known wallet first, and warns of the flood', async () => {
      await visit(() => sessionStorage.setItem('flooded', 'yes'))
      await page.addInitScript(flood)
      await page.reload()
      await open()
      const text = 'This page announces too many wallets'
      await poll(() => modal().innerText(), { message: 'the modal warns of the flood' }).toContain(text)
      await look(page, 'flood', { own: true })
      expect(await rows().count()).toBe(100)
      await modal().getByTestId('wallet-selector-io.rabby').click()
      await account().toBe(alice())
      await page.reload()
      await account().toBe(alice())
      expect(wallets.ethereum.eip155!.wallet.script.count('eth_requestAccounts')).toBe(1)
      expect(await uncaught()).toEqual([])
    })

    it('restores the wallet that the visitor connected before', async () => {
      await visit(flood)
      await open()
      expect(await rows().count()).toBe(2)
      await connectHonestly()
      await page.evaluate(() => sessionStorage.setItem('flooded', 'yes'))
      await page.reload()
      await account().toBe(alice())
      expect(wallets.ethereum.eip155!.wallet.script.count('eth_requestAccounts')).toBe(1)
      expect(await uncaught()).toEqual([])
    })
  })

  it('shows the domains of two wallets if their names look the same', async () => {
    await visit(() => {
      window.addEventListener('eip6963:requestProvider', () => {
        const info = Object.freeze({
          uuid: '350670db-19fa-4704-a166-e52e178b59d2',
          name: 'D\u0435v\u00a0Eth\u200berеum',
          icon: 'data:image/png;base64,AA==',
          rdns: 'com.not-so-genuine',
        })
        window.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', {
            detail: Object.freeze({ info, provider: { request: async () => [] } }),
          }),
        )
      })
    })
    await open()
    const texts = await rows().allInnerTexts()
    expect(texts).toHaveLength(2)
    expect(texts.filter((text) => text.includes('com.not-so-genuine'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('dev.latchkey.ethereum'))).toHaveLength(1)
    await look(page, 'twins', { own: true })
  })

  it('shows a hundred of a thousand wallets, and more on request', async () => {
    await visit(() => {
      window.addEventListener('eip6963:requestProvider', () => {
        for (let each = 0; each < 1000; each++) {
          const tail = String(each).padStart(12, '0')
          const info = Object.freeze({
            uuid: `350670db-19fa-4704-a166-${tail}`,
            name: `Wallet ${each}`,
            icon: 'data:image/png;base64,AA==',
            rdns: `test.wallet${each}`,
          })
          const provider = { request: async () => [] }
          window.dispatchEvent(
            new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
          )
        }
      })
    })
    await open()
    await expect.poll(() => rows().count(), { message: 'the list has a hundred wallets' }).toBe(100)
    await modal().getByRole('button', { name: 'Show 100 more' }).scrollIntoViewIfNeeded()
    await look(page, 'many-wallets')
    await modal().getByRole('button', { name: 'Show 100 more' }).click()
    await expect.poll(() => rows().count(), { message: 'the list has two hundred wallets' }).toBe(200)
    await modal().getByRole('button', { name: 'Show 100 more' }).click()
    await expect.poll(() => rows().count(), { message: 'the list has three hundred wallets' }).toBe(300)
    await page.getByTestId('header-close').click()
    await poll(() => modal().isVisible(), { message: 'the modal closes' }).toBe(false)
    expect(await uncaught()).toEqual([])
  })

  it("shows names only as shortened text that can't affect the text around it", async () => {
    await visit(() => {
      const names = [
        '<img src=x onerror="window.pwned=1">',
        '\u202Egnihsihp\u202C \u2066',
        '👩‍👩‍👧‍👦'.repeat(20),
        'W'.repeat(10_000),
        'a\u0300'.repeat(60),
      ]
      window.addEventListener('eip6963:requestProvider', () => {
        names.forEach((name, each) => {
          const info = Object.freeze({
            uuid: `350670db-19fa-4704-a166-00000000000${each}`,
            name,
            icon: 'data:image/png;base64,AA==',
            rdns: `test.name${each}`,
          })
          const provider = {
            request: async () => {
              throw { code: -32603, message: `${name} <b>failed</b>` }
            },
          }
          window.dispatchEvent(
            new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
          )
        })
      })
    })
    await open()
    await expect.poll(() => rows().count(), { message: 'the list has all wallets' }).toBe(6)
    const width = (await modal().locator('.card').boundingBox())!.width
    for (const row of await rows().all()) {
      await expect.poll(() => row.locator('bdi.name').count(), { message: 'the row is shown' }).toBe(1)
      expect((await row.boundingBox())!.width).toBeLessThan(width)
      expect((await row.boundingBox())!.height).toBeLessThan(100)
    }
    await page.getByTestId('wallet-selector-test.name0').click()
    await poll(() => modal().textContent(), { message: 'the modal says <img src=x' }).toContain('<img src=x')
    expect(await modal().locator('b, img[src=x]').count()).toBe(0)
    expect(await page.evaluate(() => (globalThis as { pwned?: number }).pwned)).toBeUndefined()
    expect(await uncaught()).toEqual([])
  })

  it('replaces a broken image with a letter, and runs no script in an image', async () => {
    await visit(() => {
      const icons = [
        'data:image/png;base64,bm90IGEgcGljdHVyZQ==',
        `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="parent.pwned=1"><script>parent.pwned=1</script></svg>')}`,
      ]
      window.addEventListener('eip6963:requestProvider', () => {
        icons.forEach((icon, each) => {
          const info = Object.freeze({
            uuid: `350670db-19fa-4704-a166-00000000000${each}`,
            name: `Icon ${each}`,
            icon,
            rdns: `test.icon${each}`,
          })
          window.dispatchEvent(
            new CustomEvent('eip6963:announceProvider', {
              detail: Object.freeze({ info, provider: { request: async () => [] } }),
            }),
          )
        })
      })
    })
    await open()
    await poll(() => page.getByTestId('wallet-selector-test.icon0').locator('img').count(), {
      message: 'the wallet selector test icon0 is not shown',
    }).toBe(0)
    await expect
      .poll(() => page.getByTestId('wallet-selector-test.icon0').textContent(), {
        message: 'the wallet selector test icon0 is shown',
      })
      .toMatch(/^I/)
    expect(await page.evaluate(() => (globalThis as { pwned?: number }).pwned)).toBeUndefined()
    expect(await uncaught()).toEqual([])
  })

  it('shows a letter in place of an image that does not load', async () => {
    await visit(undefined, { path: '/?stalls=dev.latchkey.ethereum' })
    await open()
    const row = page.getByTestId('wallet-selector-dev.latchkey.ethereum')
    await expect.poll(() => row.locator('img').count(), { message: 'the row has an image' }).toBe(1)
    await poll(() => row.locator('img').count(), { message: 'the row has no image' }).toBe(0)
    await expect.poll(() => row.locator('bdi').first().textContent(), { message: 'the row says D' }).toBe('D')
    await connectHonestly()
  })

  it('lists a wallet that announces itself while the modal is open', async () => {
    await visit(undefined, { honest: false })
    await open()
    expect(await rows().count()).toBe(0)
    await page.evaluate(() => {
      const info = Object.freeze({
        uuid: '350670db-19fa-4704-a166-e52e178b59d2',
        name: 'Late',
        icon: 'data:image/png;base64,AA==',
        rdns: 'test.late',
      })
      const provider = { request: async () => [] }
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
      )
    })
    await poll(() => rows().allInnerTexts(), { message: 'the list is complete' }).toEqual([
      expect.stringContaining('Late'),
    ])
  })

  for (const [what, answer] of [
    ['no accounts', []],
    ['a text', 'accounts'],
    ['nothing', null],
    ['no addresses', [7, 'zzz', {}]],
    ['ten thousand texts', Array.from({ length: 10_000 }, (_, each) => `account ${each}`)],
  ] as const)
    it(`offers a retry after a wallet answers with ${what}`, {
      tags: ['no accounts', 'ten thousand texts'].includes(what) ? [] : ['all'],
    }, async () => {
      await visit()
      await open()
      wallets.ethereum.eip155!.wallet.script.next('eth_requestAccounts', { answer })
      await modal().getByRole('button', { name: 'Dev Ethereum' }).click()
      await modal()
        .getByRole('button', { name: /try again/i })
        .click()
      await poll(() => page.getByTestId('address-app').textContent(), {
        message: 'the account of the page says 0xf39F',
      }).toContain('0xf39F')
      expect(await uncaught()).toEqual([])
    })

  it('tells the visitor about an open request in the wallet', async () => {
    await visit()
    await open()
    wallets.ethereum.eip155!.wallet.script.next('eth_requestAccounts', 'pending')
    await modal().getByRole('button', { name: 'Dev Ethereum' }).click()
    await modal().getByText('A request is waiting').waitFor()
    await modal()
      .getByRole('button', { name: /try again/i })
      .click()
    await poll(() => page.getByTestId('address-app').textContent(), {
      message: 'the account of the page says 0xf39F',
    }).toContain('0xf39F')
    expect(await uncaught()).toEqual([])
  })

  it("sends a wallet only one request, even if the visitor clicks the wallet's row several times", async () => {
    await visit()
    await open()
    const { script } = wallets.ethereum.eip155!.wallet
    let release = () => {}
    script.next('eth_requestAccounts', {
      until: new Promise<void>((resolve) => {
        release = resolve
      }),
    })
    await modal().getByRole('button', { name: 'Dev Ethereum' }).dblclick()
    await poll(() => script.count('eth_requestAccounts'), { message: 'the wallet is asked' }).toBe(1)
    release()
    await poll(() => page.getByTestId('address-app').textContent(), {
      message: 'the account of the page says 0xf39F',
    }).toContain('0xf39F')
    expect(script.count('eth_requestAccounts')).toBe(1)
  })

  it("stays open after a double click on the page's button, and closes at a later press beside the card", async () => {
    await visit()
    const button = page.getByRole('button', { name: 'Connect wallet' })
    // Loads the modal, so that it appears between the two clicks.
    await button.hover()
    await page.getByTestId('lk-host').waitFor({ state: 'attached' })
    await button.dblclick()
    await modal().getByTestId('header-text').waitFor()
    await page.evaluate(stands)
    expect(await modal().isVisible()).toBe(true)
    // The press must come later than the second press of a double click.
    await expect
      .poll(
        async () => {
          await page.mouse.click(5, 5)
          return modal().isVisible()
        },
        { message: 'a press beside the card closes the modal' },
      )
      .toBe(false)
  })

  describe("switching a wallet's network", () => {
    const unknown = { error: { code: 4902, message: 'Unrecognized chain' } }
    const begin = async () => {
      await visit()
      await open()
      await connectHonestly()
      await poll(() => modal().isVisible(), { message: 'the modal closes' }).toBe(false)
      return wallets.ethereum.eip155!.wallet.script
    }
    const goTo = async (name: string) => {
      await page.getByTestId('network-button').click()
      await modal().getByTestId(`network-switch-${name}`).click()
    }

    it('adds an unknown network, and then switches', async () => {
      const script = await begin()
      script.next('wallet_switchEthereumChain', unknown)
      await goTo('Devnet 31338')
      await poll(() => page.getByTestId('address-app').textContent(), {
        message: 'the account of the page says eip155:31338:',
      }).toContain('eip155:31338:')
      await poll(() => modal().isVisible(), { message: 'the modal closes' }).toBe(false)
      expect(script.count('wallet_addEthereumChain')).toBe(1)
      expect(await uncaught()).toEqual([])
    })

    for (const [what, switches, adds] of [
      ['adds the network and does not switch', [unknown, { answer: null }], { answer: null }],
      ['reports a switch but does not switch', [{ answer: null }], 'approve'],
      ['gives an invalid answer', [{ answer: { chainId: '0x7a6a' } }], 'approve'],
    ] as const)
      it(`leaves the page on its network when the wallet ${what}`, {
        tags: what.startsWith('reports') ? [] : ['all'],
      }, async () => {
        const script = await begin()
        script.next('wallet_switchEthereumChain', ...switches)
        if (adds !== 'approve') script.always('wallet_addEthereumChain', adds)
        await goTo('Devnet 31338')
        await modal().getByText("The network didn't change").waitFor()
        await poll(() => modal().getByTestId('header-text').textContent(), {
          message: 'the title says Choose network',
        }).toBe('Choose network')
        await expect
          .poll(() => page.getByTestId('address-app').textContent(), {
            message: 'the account of the page says eip155:31337:',
          })
          .toContain('eip155:31337:')
        await expect
          .poll(() => page.getByTestId('network-button').textContent(), {
            message: 'the network button says Devnet 31337',
          })
          .toBe('Devnet 31337')
        expect(await uncaught()).toEqual([])
      })

    it("offers the page's networks when the wallet switches to an unsupported network", async () => {
      const { script, moveTo } = { script: await begin(), moveTo: wallets.ethereum.eip155!.wallet.switchTo }
      moveTo(1)
      await poll(() => modal().isVisible(), { message: 'the modal opens' }).toBe(true)
      await poll(() => modal().textContent(), {
        message: 'the modal says doesn’t support this network',
      }).toContain("doesn't support this network")
      expect(await modal().textContent()).toContain('Your wallet is on Ethereum.')
      await page.keyboard.press('Escape')
      expect(await modal().isVisible()).toBe(true)
      await modal().getByTestId('network-switch-Devnet 31337').click()
      await poll(() => modal().isVisible(), { message: 'the modal closes' }).toBe(false)
      expect(script.count('wallet_switchEthereumChain')).toBe(1)
      expect(await uncaught()).toEqual([])
    })
  })

  it('shows the last event of a wallet that repeats every event a thousand times', async () => {
    await visit()
    await open()
    await connectHonestly()
    const { wallet } = wallets.ethereum.eip155!
    for (let each = 0; each < 1000; each++) {
      wallet.emit('chainChanged', each % 2 ? '0x7a6a' : [null, 1, '1', '0x01', {}][each % 5])
      wallet.emit('accountsChanged', each % 2 ? [devnet.accounts.bob!.eip155!.address] : null)
    }
    await poll(() => page.getByTestId('address-app').textContent(), {
      message: 'the account of the page is shown',
    }).toBe(`eip155:31338:${devnet.accounts.bob!.eip155!.address}`)
    expect(await uncaught()).toEqual([])
  })

  it('keeps two clients in one page apart', async () => {
    await visit(undefined, { path: '/?clients=one,two' })
    await page.getByTestId('client-one').getByTestId('connect-button').click()
    await modal().getByRole('button', { name: 'Dev Ethereum' }).click()
    await poll(() => page.getByTestId('address-one').textContent(), {
      message: 'the account of the first page says 0xf39F',
    }).toContain('0xf39F')
    expect(await page.getByTestId('address-two').textContent()).toBe('nobody')
    await page.reload()
    await poll(() => page.getByTestId('address-one').textContent(), {
      message: 'the account of the first page says 0xf39F',
    }).toContain('0xf39F')
    expect(await page.getByTestId('address-two').textContent()).toBe('nobody')
    expect(await uncaught()).toEqual([])
  })

  it('works in a sandboxed frame, which has no storage', async () => {
    await visit(undefined, { path: '/framed.html' })
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: 'Connect wallet' }).click()
    await frame.getByTestId('lk-modal').getByRole('button', { name: 'Dev Ethereum' }).click()
    await poll(() => frame.getByTestId('address-app').textContent(), {
      message: 'the account of the page says 0xf39F',
    }).toContain('0xf39F')
  })

  it('leaks no nodes, no listeners and almost no memory when it opens hundreds of times', {
    tags: ['all'],
  }, async () => {
    const openings = process.env.LATCHKEY_SOAK ? 1000 : 300
    await visit()
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable')
    const measure = async () => {
      for (let each = 0; each < 3; each++) await cdp.send('HeapProfiler.collectGarbage')
      const { metrics } = await cdp.send('Performance.getMetrics')
      const of = (name: string) => metrics.find((metric) => metric.name === name)!.value
      return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize') }
    }
    const cycles = (count: number) =>
      page.evaluate(async (times) => {
        const dialog = () =>
          [...document.querySelectorAll('*')]
            .flatMap(({ shadowRoot }) => shadowRoot?.querySelector('dialog[open]') ?? [])
            .at(0)
        const shown = async (wanted: boolean) => {
          while ((dialog() !== undefined) !== wanted) await new Promise((resolve) => setTimeout(resolve))
        }
        const opener = document.querySelector('button') as HTMLElement
        for (let each = 0; each < times; each++) {
          opener.click()
          await shown(true)
          const closer = dialog()?.querySelector('[data-testid=header-close]') as HTMLElement
          closer.click()
          await shown(false)
        }
      }, count)
    // After the list is rendered, a prefetch adds one link per file to the document's head. This view is the last
    // prefetched view.
    const requests = requestsOf(page)
    await open()
    const last = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /connecting-multi-chain/.test(name)),
      )
    await poll(last, { message: 'the list has prefetched the next views' }).toBe(true)
    await requests.answered()
    await page.keyboard.press('Escape')
    await cycles(100)
    const before = await measure()
    await cycles(openings)
    const after = await measure()
    expect(after.heap - before.heap).toBeLessThan(500_000 + 1_500 * openings)
    // Sometimes, up to five nodes appear once. A leak would add hundreds.
    expect(after.nodes - before.nodes).toBeLessThan(10)
    expect(after.listeners).toBeLessThanOrEqual(before.listeners)
    expect(await uncaught()).toEqual([])
  })
})
