import type { Browser } from 'playwright-core'
import type { ServedPages } from './serve-pages.mjs'

export function connectVisit(
  browser: Browser,
  pages: Pick<ServedPages, 'origin' | 'isOurs'>,
  limits: { readonly filesOfList: number },
): Promise<{
  readonly atLoad: readonly string[]
  readonly untilList: readonly string[]
  readonly all: readonly string[]
}>
