import type { AppPayload } from '../../connectors/embedded/protocol/app-events.ts'

type Theme = AppPayload<'SYNC_THEME'>

/** Applies the page's theme mode and accent color. Ignores the rest of the page's theme. */
export function showTheme(root: HTMLElement, { themeMode, themeVariables, w3mThemeVariables }: Theme): void {
  if (themeMode) root.dataset.theme = themeMode
  const name = '--w3m-accent'
  const accent = themeVariables?.[name] ?? w3mThemeVariables?.[name]
  if (typeof accent === 'string' && accent.length <= 100 && CSS.supports('color', accent))
    root.dataset.accent = accent
  showAccent(root)
}

/**
 * Applies the last accent color of the page. Call this when the frame is shown, because a hidden frame has no computed colors
 * in Firefox.
 */
export function showAccent(root: HTMLElement): void {
  const accent = colorOf(root, root.dataset.accent)
  if (accent) root.style.setProperty('--accent', accent)
}

/** Returns the normalized color. Returns undefined if the text isn't an opaque color. */
function colorOf(root: HTMLElement, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const probe = document.createElement('span')
  probe.style.color = text
  root.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return /^(rgb|oklch|oklab|lab|lch|color)\([^/()]*\)$/.test(color) ? color : undefined
}
