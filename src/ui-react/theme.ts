import type { Latchkey } from '../client/create-latchkey.ts'
import type { ThemeVariables } from '../controllers/shell/theme-controller.ts'
import { sheetOf } from './adopt.ts'
import { useController } from './hooks/use-controller.ts'
import type { PageStyles } from './page-styles.ts'
import { useRuntime } from './runtime.ts'

/** Returns attributes that connect an element to this client's theme mode and variables. */
export function useThemeAttributes(): { readonly 'data-latchkey': string; readonly 'data-lk-theme': string } {
  const { latchkey } = useRuntime()
  const theme = useController(latchkey.theme, ({ themeMode }) => themeMode)
  return { 'data-latchkey': latchkey.name, 'data-lk-theme': theme }
}

/** Writes the theme variables into a sheet of the page, for buttons and modal alike. */
export function adoptVariables({ name, theme }: Latchkey, styles: PageStyles): () => void {
  const sheet = sheetOf(`[data-latchkey=${JSON.stringify(name)}]{}`)
  const rule = sheet?.cssRules[0] as CSSStyleRule | undefined
  const write = (variables: ThemeVariables) => {
    for (const [key, value] of Object.entries(variables)) {
      // Set through the CSSOM, so that a value can't inject other CSS.
      if (key.startsWith('--lk-')) rule?.style.setProperty(key, String(value))
    }
  }
  write(theme.state.themeVariables)
  const stop = theme.watch(({ themeVariables }) => themeVariables, write)
  const release = styles.add(sheet)
  return () => {
    stop()
    release()
  }
}
