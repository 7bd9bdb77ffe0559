// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { act, createElement, type ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { RegisterAccountNameView } from '../../../src/ui-react/views/account/register-account-name.tsx'
import { mount, options } from './rendering.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const view = createElement(RegisterAccountNameView)

/** Shows the view, types the name `adaline` and submits it. The wallet signs when the test calls `sign`. */
async function submitted() {
  const platform = memoryPlatform({
    fetch: async (input) => {
      const { pathname } = new URL(String(input))
      if (pathname === '/v1/supported-chains')
        return Response.json({ http: ['eip155:1', 'eip155:2'], ws: [] })
      if (pathname === '/v1/profile/account') return new Response('{}', { status: 409 })
      return new Response('{}', { status: 404 })
    },
  })
  const { options: made, wallet } = options({ platform, endpoints: { data: 'https://data.example' } })
  const latchkey = createLatchkey(made)
  wallet.showAccounts('eip155', address)
  await latchkey.connect({ connectorId: 'a' })
  let sign: (answer: object) => void = () => {}
  const signed = new Promise<object>((resolve) => {
    sign = resolve
  })
  Object.assign(await latchkey.adapter('eip155'), { signMessage: () => signed })
  await latchkey.names.prepare()
  latchkey.router.reset('Account')
  latchkey.router.push('RegisterAccountName')
  const page = await mount(() => latchkey, view)
  const field = () => page.container.querySelector('input')
  const put = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), text)
      field()?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const error = () => page.container.querySelector('[data-testid=why-not]')
  const go = (move: () => void, shown: ReactNode) =>
    act(async () => {
      move()
      await page.rerender(shown)
    })
  await put('adaline')
  await act(async () => page.container.querySelector('form')?.requestSubmit())
  expect(latchkey.names.state.registering).toBe('adaline.reown.id')
  return { ...page, router: latchkey.router, names: latchkey.names, field, put, error, go, sign }
}

describe('the view that registers a name', () => {
  it('keeps the name and shows the error after it was replaced by the approval in the embedded wallet', async () => {
    const { router, names, field, put, error, go, sign, unmount } = await submitted()
    await go(() => router.push('ApproveTransaction'), null)
    await go(() => router.goBack(), view)
    // A phone hides its keyboard if the focused field becomes disabled or read-only.
    expect(field()).toMatchObject({ value: 'adaline', disabled: false, readOnly: false })
    expect(field()?.getAttribute('aria-readonly')).toBe('true')
    await put('other')
    expect(field()).toMatchObject({ value: 'adaline' })
    sign({ signature: '0xab' })
    const errorAfterEffects = () =>
      act(async () => {
        await import('../../../src/ui-react/parts/error/send-error.tsx')
        return error()
      })
    await expect.poll(errorAfterEffects, { message: 'the error is shown' }).not.toBeNull()
    expect(field()).toMatchObject({ value: 'adaline' })
    expect(field()?.getAttribute('aria-readonly')).toBe('false')
    await put('adaline2')
    expect(error()).toBeNull()
    await go(() => router.goBack(), null)
    await go(() => router.push('RegisterAccountName'), view)
    expect(field()).toMatchObject({ value: '' })
    expect(names.state.failedRegistration).toBeUndefined()
    await unmount()
  })
})
