import type { Logger } from '../../ports.ts'
import { Controller } from '../base/controller.ts'

/** `system`: as the visitor's system has it, and with it when it changes. */
export type ThemeMode = 'light' | 'dark' | 'system'
/** CSS custom properties, `--lk-*`. Which ones exist is the user interface's affair. */
export type ThemeVariables = Readonly<Record<string, string | number>>

export interface ThemeState {
  readonly themeMode: ThemeMode
  readonly themeVariables: ThemeVariables
}

/** Colours and sizes. Specification 1, section 3, "Theme": dark by default. */
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

  /** Merges: variables that are not named keep their values. */
  setThemeVariables(variables: ThemeVariables): void {
    this.patch({ themeVariables: { ...this.state.themeVariables, ...variables } })
  }
}
