import type { Logger } from '../../ports.ts'
import { Controller } from '../base/controller.ts'

/** The color scheme. `system` follows the visitor's system, including later changes. */
export type ThemeMode = 'light' | 'dark' | 'system'
/** The CSS custom properties, `--lk-*`. The modal's code defines which properties exist. */
export type ThemeVariables = Readonly<Record<string, string | number>>

export interface ThemeState {
  readonly themeMode: ThemeMode
  readonly themeVariables: ThemeVariables
}

/** Holds the theme (S1.3, "Theme"). The default is dark. */
export class ThemeController extends Controller<ThemeState> {
  constructor(
    options: { readonly themeMode?: ThemeMode; readonly themeVariables?: ThemeVariables } = {},
    log?: Pick<Logger, 'error'>,
  ) {
    const { themeMode = 'dark', themeVariables = {} } = options
    super({ themeMode, themeVariables }, log)
  }

  setThemeMode(themeMode: ThemeMode): void {
    this.patch({ themeMode })
  }

  /** Sets variables. Omitted variables keep their values. */
  setThemeVariables(variables: ThemeVariables): void {
    this.patch({ themeVariables: { ...this.state.themeVariables, ...variables } })
  }
}
