import { describe, expect, it } from 'vitest'
import { frameOrigin, socialDesk } from '../../../../support/social-desk.ts'

const provider = 'https://provider.example/login?state=abc'
const resultUri = `${frameOrigin}/social/callback/google?code=c`

async function settled(run: Promise<void>): Promise<string> {
  return run.then(
    () => 'connected',
    (error: { readonly code?: string; readonly message: string }) => `${error.code}: ${error.message}`,
  )
}

describe('a login in a window', () => {
  async function atProvider(desk = socialDesk()) {
    const run = settled(desk.flow.run('google'))
    expect(desk.windows[0]?.opened).toBe(`${frameOrigin}/loading`)
    await desk.clock.advance(0)
    desk.open('uri')?.resolve(provider)
    await desk.clock.advance(0)
    const [window] = desk.windows
    return { desk, run, window: window as NonNullable<typeof window> }
  }

  it('opens the window within the click, and connects with the answer of the window', async () => {
    const { desk, run, window } = await atProvider()
    expect(window.location.href).toBe(provider)
    expect(desk.state).toEqual({ provider: 'google', phase: 'window' })
    desk.post(window, frameOrigin, { resultUri })
    await desk.clock.advance(0)
    expect(window.closed).toBe(true)
    expect(desk.state).toEqual({ provider: 'google', phase: 'user' })
    desk.open(`social ${resultUri}`)?.resolve(undefined)
    await desk.clock.advance(0)
    desk.open('connect')?.resolve(undefined)
    expect(await run).toBe('connected')
    expect(desk.state).toBeUndefined()
    expect([desk.clock.pending, desk.listening()]).toEqual([0, 0])
  })

  it.each([
    ['throws', 'social/popup-failed: Could not create social popup'],
    ['refuses', 'social/popup-blocked: Could not open social popup'],
  ] as const)('fails if the browser %s instead of opening the window', async (opens, words) => {
    const desk = socialDesk()
    desk.browser.opens = opens
    expect(await settled(desk.flow.run('google'))).toBe(words)
    expect(desk.state).toMatchObject({ phase: 'failed' })
    expect(desk.clock.pending).toBe(0)
  })

  it.each(['', 'javascript:alert(1)', 'nowhere'])(
    "never navigates the window to the invalid address '%s'",
    async (uri) => {
      const desk = socialDesk()
      const run = settled(desk.flow.run('google'))
      await desk.clock.advance(0)
      desk.open('uri')?.resolve(uri)
      expect(await run).toBe('social/no-redirect: Could not fetch the social redirect uri')
      expect(desk.windows[0]).toMatchObject({ closed: true, location: { href: `${frameOrigin}/loading` } })
    },
  )

  it.each(['', 'javascript:alert(1)', 'tel:+1900', 'nowhere'])(
    "shows no link to Farcaster with the invalid address '%s'",
    async (uri) => {
      const desk = socialDesk()
      const run = settled(desk.flow.run('farcaster'))
      await desk.clock.advance(0)
      desk.open('farcaster uri')?.resolve(uri)
      expect(await run).toBe('social/no-redirect: Could not fetch the social redirect uri')
      expect([desk.state, desk.canceled]).toEqual([undefined, ['farcaster']])
      expect(desk.asked.map(({ what }) => what)).toEqual(['farcaster uri'])
    },
  )

  it("allows 45 s to reach the provider, and unlimited time on the provider's page", {
    tags: ['ci'],
  }, async () => {
    const slow = socialDesk()
    const late = settled(slow.flow.run('google'))
    await slow.clock.advance(44_999)
    expect(slow.state).toMatchObject({ phase: 'window' })
    await slow.clock.advance(1)
    expect(await late).toBe('social/timed-out: Social login timed out. Please try again.')
    expect(slow.state).toMatchObject({ phase: 'failed', error: { code: 'social/timed-out' } })
    expect(slow.windows[0]?.closed).toBe(true)
    const { desk } = await atProvider()
    await desk.clock.advance(600_000)
    expect(desk.state).toMatchObject({ phase: 'window' })
  })

  it('does not time out if the page slept', async () => {
    const desk = socialDesk()
    const run = settled(desk.flow.run('google'))
    await desk.clock.advance(10_000)
    desk.clock.sleep(600_000)
    await desk.clock.advance(0)
    desk.open('uri')?.resolve(provider)
    await desk.clock.advance(0)
    expect(desk.state).toMatchObject({ phase: 'window' })
    expect(desk.windows[0]?.location.href).toBe(provider)
    desk.flow.leave()
    expect(await run).toMatch('flow/aborted')
  })

  it('accepts no answer before the window is at the provider', async () => {
    const desk = socialDesk()
    const run = settled(desk.flow.run('google'))
    desk.post(desk.windows[0], frameOrigin, { resultUri })
    await desk.clock.advance(0)
    expect(desk.state).toMatchObject({ phase: 'window' })
    expect(desk.windows[0]?.location.href).toBe(`${frameOrigin}/loading`)
    desk.flow.leave()
    expect(await run).toMatch(/^flow\/aborted/)
  })

  it('notices within a second that the visitor has closed the window, and goes back without an error', async () => {
    const { desk, run, window } = await atProvider()
    window.closed = true
    await desk.clock.advance(1000)
    expect(await run).toBe('social/popup-closed: Popup closed')
    expect([desk.state, desk.canceled, desk.clock.pending]).toEqual([undefined, ['google'], 0])
  })

  it("accepts only messages of its own window and from the wallet's origin", async () => {
    const { desk, run, window } = await atProvider()
    for (const [source, origin, data] of [
      [{}, frameOrigin, { resultUri }],
      [{}, 'https://evil.example', { resultUri }],
      [window, 'https://provider.example', { hello: 'page' }],
      [window, frameOrigin, { resultUri: 7 }],
      [window, frameOrigin, null],
    ] as const)
      desk.post(source, origin, data)
    await desk.clock.advance(0)
    expect(desk.state).toMatchObject({ phase: 'window' })
    desk.post(window, 'https://evil.example', { resultUri })
    expect(await run).toBe('social/untrusted-origin: Untrusted Origin')
    expect(desk.canceled).toEqual(['google'])
    expect(desk.asked.map(({ what }) => what)).toEqual(['uri'])
  })

  it('ends, and its window closes, when another login starts', async () => {
    const { desk, run } = await atProvider()
    const next = settled(desk.flow.run('x'))
    expect(await run).toMatch(/^flow\/aborted/)
    expect(desk.windows.map(({ closed }) => closed)).toEqual([true, false])
    expect(desk.state).toEqual({ provider: 'x', phase: 'window' })
    desk.flow.leave()
    expect(await next).toMatch(/^flow\/aborted/)
    expect([desk.state, desk.clock.pending, desk.listening()]).toEqual([undefined, 0, 0])
  })

  it('keeps the window of the previous login open if the browser opens the next login in that window', async () => {
    const { desk, run, window } = await atProvider()
    desk.browser.opens = 'reuses'
    const next = settled(desk.flow.run('google'))
    expect(window.location.href).toBe(`${frameOrigin}/loading`)
    expect(await run).toMatch(/^flow\/aborted/)
    expect(window.closed).toBe(false)
    await desk.clock.advance(0)
    desk.open('uri')?.resolve(provider)
    await desk.clock.advance(1000)
    expect(window).toMatchObject({ closed: false, location: { href: provider } })
    expect(desk.state).toEqual({ provider: 'google', phase: 'window' })
    desk.post(window, frameOrigin, { resultUri })
    await desk.clock.advance(0)
    expect(window.closed).toBe(true)
    expect(desk.state).toEqual({ provider: 'google', phase: 'user' })
    desk.flow.leave()
    desk.open(`social ${resultUri}`)?.resolve(undefined)
    expect(await next).toMatch(/^flow\/aborted/)
    expect([desk.clock.pending, desk.listening()]).toEqual([0, 0])
  })

  it('closes the window of the previous login if the browser refuses to open another', async () => {
    const { desk, run, window } = await atProvider()
    desk.browser.opens = 'refuses'
    expect(await settled(desk.flow.run('google'))).toMatch(/^social\/popup-blocked/)
    expect(await run).toMatch(/^flow\/aborted/)
    expect(window.closed).toBe(true)
    expect(desk.state).toMatchObject({ phase: 'failed' })
  })
})

describe('a login by Farcaster', () => {
  it('shows the link that the phone opens, and waits for the phone', async () => {
    const desk = socialDesk()
    const run = settled(desk.flow.run('farcaster'))
    await desk.clock.advance(0)
    desk.open('farcaster uri')?.resolve('https://phone.example')
    await desk.clock.advance(0)
    expect(desk.state).toEqual({ provider: 'farcaster', phase: 'window', uri: 'https://phone.example' })
    expect(desk.windows).toEqual([])
    desk.flow.leave()
    desk.open('farcaster')?.reject(new Error('left'))
    expect(await run).toMatch(/^flow\/aborted/)
    expect(desk.asked.map(({ what }) => what)).toEqual(['farcaster uri', 'farcaster', 'reload'])
  })
})

describe('a login in Telegram', () => {
  it('navigates the page to the provider, with the return address in the state parameter', async () => {
    const desk = socialDesk({ telegram: true })
    const run = settled(desk.flow.run('google'))
    await desk.clock.advance(0)
    desk.open('uri')?.resolve(provider)
    await desk.clock.advance(0)
    const [remembered, there] = desk.went
    expect(remembered?.url).toBe('remembered google')
    expect(there?.target).toBe('_top')
    expect(new URL(there?.url ?? '').searchParams.get('state')).toBe('abc--https://app.example/shop?item=1')
    expect(desk.windows).toEqual([])
    desk.flow.leave()
    expect(await run).toMatch(/^flow\/aborted/)
  })
})
