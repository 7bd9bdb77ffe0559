// @vitest-environment jsdom
import { createLatchkey, type LatchkeyOptions } from 'latchkey'
import { act, createElement, type FunctionComponent } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLanguage } from '../../../src/ui-react/language/language.ts'
import { locales } from '../../../src/ui-react/language/locales.ts'
import { LanguageContext } from '../../../src/ui-react/language/use-language.ts'
import { OnRampFiatSelectView } from '../../../src/ui-react/views/buy/on-ramp-fiat-select.tsx'
import { NetworksView } from '../../../src/ui-react/views/network/networks.tsx'
import { network } from '../../support/fake-families.ts'
import { type Mounted, mount, options } from './rendering.ts'

// jsdom has no IntersectionObserver. The lists are short, so their first block is always shown.
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

let mounted: Mounted | undefined
afterEach(() => mounted?.unmount())

const turkish = createLanguage({ tag: 'tr', locale: await locales.tr?.(), overrides: {} })
const nameIn = new Intl.DisplayNames('tr', { type: 'currency' })
const currencies = ['USD', 'EUR', 'GBP', 'INR', 'KGS', 'ISK', 'JPY', 'CHF']

/** Shows a view in Turkish. The returned function searches for a text and returns the names that the view then lists. */
async function search(view: FunctionComponent, more: Partial<LatchkeyOptions> = {}) {
  const latchkey = createLatchkey(options(more).options)
  const onramp = latchkey.onramp as unknown as { patch(part: object): void }
  onramp.patch({ paymentCurrencies: currencies.map((id) => ({ id, payment_method_limits: [] })) })
  mounted = await mount(
    () => latchkey,
    createElement(LanguageContext.Provider, { value: turkish }, createElement(view)),
  )
  const { container } = mounted
  const input = container.querySelector('input') as HTMLInputElement
  return async (text: string) => {
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    return container.textContent
  }
}

it.each([
  ['ingiliz', 'GBP'],
  ['İNGİLİZ', 'GBP'],
  ['izlanda', 'ISK'],
  ['KIRGIZ', 'KGS'],
  ['kirgiz', 'KGS'],
  ['Isviçre', 'CHF'],
])('a search finds a currency with a Turkish i, with or without its dot: %s', async (text, id) => {
  const find = await search(OnRampFiatSelectView)
  const listed = await find(text)
  expect(listed).toContain(nameIn.of(id))
  expect(listed).not.toContain(nameIn.of('USD'))
})

it('a search finds a network by a name typed with a Turkish keyboard', async () => {
  const names = ['Fiji', 'Base', 'Celo', 'Gnosis', 'Linea', 'Mantle', 'Scroll', 'Zora']
  const networks = names.map((name, at) => network(`eip155:${at + 1}`, name)) as never
  const find = await search(NetworksView, { networks })
  const listed = await find('FİJİ')
  expect(listed).toContain('Fiji')
  expect(listed).not.toContain('Base')
})
