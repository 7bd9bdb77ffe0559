import type { Devtools } from 'latchkey/devtools'

/** Whether this build has them: `serve.mjs --dev`, and no build for visitors. */
const present = process.env.NODE_ENV !== 'production'
const wanted = new URLSearchParams(location.search).has('devtools')

/** The panel for developers, for whoever has switched it on. */
export async function wantedDevtools(): Promise<Devtools | undefined> {
  if (process.env.NODE_ENV === 'production' || !wanted) return undefined
  const { createDevtools } = await import('latchkey/devtools')
  return createDevtools()
}

/** The way to this page with the panel, or without it; undefined where there is none. */
export function devtoolsSwitch(): { readonly label: string; readonly href: string } | undefined {
  if (!present) return undefined
  const { pathname, searchParams } = new URL(location.href)
  if (wanted) searchParams.delete('devtools')
  else searchParams.set('devtools', '')
  return { label: wanted ? 'Without devtools' : 'With devtools', href: `${pathname}?${searchParams}` }
}
