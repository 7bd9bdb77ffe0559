import type { Clock, Page, Unsubscribe } from '../../ports.ts'

/** Calls back when the page is back in sight or online, with how long it was out of sight, in ms. */
export function onPageReturn(
  { page, clock }: { readonly page: Page; readonly clock: Pick<Clock, 'now'> },
  returned: (away: number) => void,
): Unsubscribe {
  let hiddenAt = page.visible() ? undefined : clock.now()
  const look = () => {
    if (!page.visible()) {
      hiddenAt ??= clock.now()
      return
    }
    const away = hiddenAt === undefined ? 0 : Math.abs(clock.now() - hiddenAt)
    hiddenAt = undefined
    if (page.online()) returned(away)
  }
  const stops = ['online', 'pageshow', 'visibilitychange'].map((event) => page.listen(event, look))
  return () => {
    for (const stop of stops.splice(0)) stop()
  }
}
