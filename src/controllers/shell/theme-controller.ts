import { Controller } from '../base/controller.ts'

export type ThemeMode = 'light' | 'dark'
/** CSS custom properties, `--lk-*`. Which ones exist is the user interface's affair. */
export type ThemeVariables = Readonly<Record<string, string | number>>

export interface ThemeState {
  readonly themeMode: ThemeMode
  readonly themeVariables: ThemeVariables
  /** True until somebody chooses a mode: the interface may then follow the system's preference. Facts 9.1. */
  readonly followsSystem: boolean
}

/** Colours and sizes. Specification 1, section 3, "Theme". */
export class ThemeController extends Controller<ThemeState> {
  constructor({
    themeMode,
    themeVariables = {},
  }: {
    themeMode?: ThemeMode | undefined
    themeVariables?: ThemeVariables | undefined
  } = {}) {
    super({ themeMode: themeMode ?? 'dark', themeVariables, followsSystem: !themeMode })
  }

  setThemeMode(themeMode: ThemeMode): void {
    this.patch({ themeMode, followsSystem: false })
  }

  /** Merges: variables that are not named keep their values. */
  setThemeVariables(variables: ThemeVariables): void {
    this.patch({ themeVariables: { ...this.state.themeVariables, ...variables } })
  }
}
