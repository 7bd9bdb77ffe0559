import type { AppPayload } from '../../connectors/embedded/protocol/app-events.ts'

type Theme = AppPayload<'SYNC_THEME'>

/** Applies the page's theme mode and accent color, and nothing else of its style. */
export function showTheme(root: HTMLElement, { themeMode, themeVariables, w3mThemeVariables }: Theme): void {
  if (themeMode) root.dataset.theme = themeMode
  const name = '--w3m-accent'
  const accent = colorOf(root, themeVariables?.[name] ?? w3mThemeVariables?.[name])
  if (accent) root.style.setProperty('--accent', accent)
}

/** The normalized color, if the text is a valid opaque one. */
function colorOf(root: HTMLElement, text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 100 || !CSS.supports('color', text)) return undefined
  const probe = document.createElement('span')
  probe.style.color = text
  root.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return /^(rgb|oklch|oklab|lab|lch|color)\([^/()]*\)$/.test(color) ? color : undefined
}
