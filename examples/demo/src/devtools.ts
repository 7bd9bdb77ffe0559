import type { Devtools } from 'latchkey/devtools'

/** Production builds contain no devtools. */
const present = process.env.NODE_ENV !== 'production'
const wanted = new URLSearchParams(location.search).has('devtools')

/** Loads the devtools panel if the URL asks for it. */
export async function wantedDevtools(): Promise<Devtools | undefined> {
  if (process.env.NODE_ENV === 'production' || !wanted) return undefined
  const { createDevtools } = await import('latchkey/devtools')
  return createDevtools()
}

/** Returns a link to this page with or without the panel; undefined in production builds. */
export function devtoolsSwitch(): { readonly label: string; readonly href: string } | undefined {
  if (!present) return undefined
  const { pathname, searchParams } = new URL(location.href)
  if (wanted) searchParams.delete('devtools')
  else searchParams.set('devtools', '')
  return { label: wanted ? 'Without devtools' : 'With devtools', href: `${pathname}?${searchParams}` }
}
