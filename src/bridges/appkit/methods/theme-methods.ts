import type { Latchkey } from '../../../client/create-latchkey.ts'
import type { ThemeMode } from '../../../controllers/shell/theme-controller.ts'
import type { Unsubscribe } from '../../../ports.ts'
import { type AppKitThemeVariables, toAppKitVariables, toLatchkeyVariables } from '../theme-variables.ts'
import { watchValue } from '../watch-value.ts'

export interface AppKitTheme {
  readonly themeMode: ThemeMode
  /** The theme variables with AppKit's names. */
  readonly themeVariables: AppKitThemeVariables
}

/** The methods for the theme. Variables have AppKit's names. */
export interface ThemeMethods {
  getThemeMode(): ThemeMode
  setThemeMode(mode: ThemeMode): void
  getThemeVariables(): AppKitThemeVariables
  /**
   * Adds the variables to the theme. A variable that is already set is replaced.
   * @throws `config/not-built` for a variable that Latchkey doesn't have.
   */
  setThemeVariables(variables: AppKitThemeVariables): void
  subscribeTheme(listener: (theme: AppKitTheme) => void): Unsubscribe
}

export function themeMethods({ theme }: Pick<Latchkey, 'theme'>): ThemeMethods {
  const read = (): AppKitTheme => themeOf(theme.state)
  return {
    getThemeMode: () => theme.state.themeMode,
    setThemeMode: (mode) => theme.setThemeMode(mode),
    getThemeVariables: () => read().themeVariables,
    setThemeVariables: (variables) => theme.setThemeVariables(toLatchkeyVariables(variables)),
    subscribeTheme: (listener) =>
      watchValue(
        [theme],
        () => theme.state,
        () => listener(read()),
      ),
  }
}

export function themeOf({ themeMode, themeVariables }: AppKitTheme): AppKitTheme {
  return { themeMode, themeVariables: toAppKitVariables(themeVariables) }
}
